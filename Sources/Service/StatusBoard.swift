import Announcing
import Control
import Deciding
import Documents
import Glibc
import Platform
import Readings
import Speech

/// Everything that the status is made of, gathered on the decision thread.
package struct StatusBoard: Sendable {
    /// The version of the program.
    package var version: String
    /// The configuration file.
    package var configuration: ConfigurationBoard
    /// The sensors' threads and whatever else has a condition of its own.
    package var parts: [StatusPart]
    /// The state directory, where there is one.
    package var memory: Memory?
    /// The log, whose last faults are shown.
    package var log: ServiceLog
    /// The control socket, where there is one.
    package var door: ControlDoor?

    /// Gathers what does not change.
    package init(
        version: String, configuration: ConfigurationBoard, parts: [StatusPart], memory: Memory?, log: ServiceLog,
        door: ControlDoor?
    ) {
        self.version = version
        self.configuration = configuration
        self.parts = parts
        self.memory = memory
        self.log = log
        self.door = door
    }

    /// What the loop knows.
    struct Now {
        var core: DecisionCore
        var health: LoopHealth
        var speech: SpeechHealth?
        /// How many readings were dropped before they were decided about.
        var dropped: UInt64
        var time: Instant
    }

    /// How everything is.
    func report(_ now: Now) -> StatusReport {
        let core = now.core.status(at: now.time)
        let conditions = parts.map { ($0.name, $0.condition(now.time)) }
        let configured = configuration.condition
        let stores = memory.map { StoreCondition(directory: $0.directory.path, health: $0.health) }
        let problems =
            [Self.voice(now.speech, core)].compactMap { $0 } + conditions.compactMap(\.1.problem)
            + CoreProblems.list(core, now.core.world) + [configured.problem].compactMap { $0 }
            + (stores?.problems ?? [])
        var members = running(now)
        members += CoreMembers.list(core, speech: now.speech)
        members.append(.init("people", .array(people(now))))
        members += conditions.map { .init($0.0, $0.1.json) }
        members.append(.init("configuration", configured.json))
        members.append(.init("stores", stores?.json ?? .null))
        members.append(.init("faults", .array(faults(now.time))))
        return StatusReport(problems: problems, waitsFor: Self.waitsFor(core), members: members)
    }

    private func running(_ now: Now) -> [JSONValue.Member] {
        let span = now.time - .start
        return [
            .init(
                "running",
                .object([
                    .init("version", .string(version)), .init("pid", .integer(Int(getpid()))),
                    .init("seconds", .thousandths(span.inSeconds)), .init("words", .string(PersonWords.age(span))),
                    .init("clients", .integer(door?.clientCount ?? 0)),
                ])),
            .init(
                "loop",
                .object([
                    .init("turns", .number(String(now.health.turns))),
                    .init("sinceLastTurn", .thousandths((now.time - now.health.lastTurn).inSeconds)),
                    .init("latency", .thousandths(now.health.latency.inSeconds)),
                    .init("worstLatency", .thousandths(now.health.worstLatency.inSeconds)),
                    .init("dropped", .number(String(now.dropped))),
                ])),
        ]
    }

    private func people(_ now: Now) -> [JSONValue] {
        let words = Words(isImperial: now.core.settings.isImperial)
        return now.core.people(at: now.time).prefix(Self.mostPeople).map { person in
            let name = now.core.world.map(ofPlace: person.place)?.name ?? person.place
            return PersonWords.json(person, placeName: name, words: words)
        }
    }

    private static let mostPeople = 16

    private static func waitsFor(_ core: CoreStatus) -> [String] {
        guard !core.isReady else { return [] }
        var missing: [String] = []
        if core.depth == "starting" || core.depth == "unavailable" { missing.append("the depth camera") }
        if core.awaitsBarometer { missing.append("the barometer") }
        return missing
    }

    private static func voice(_ health: SpeechHealth?, _ core: CoreStatus) -> StatusProblem? {
        switch health {
        case .unavailable(let reason) where reason.hasSuffix(VoiceFault.noSound):
            StatusProblem(
                code: "noVoice", message: "no voice works: \(reason)",
                remedy: "plug in a loudspeaker or headset; aplay -l lists the devices")
        case .unavailable(let reason):
            StatusProblem(
                code: "noVoice", message: "no voice works: \(reason)",
                remedy: "install espeak-ng, or name a command that speaks in speech.hooks, and check the sound device")
        case .textOnly(let reason):
            StatusProblem(
                code: "textOnly", message: "nothing is spoken, texts go to the journal: \(reason)",
                remedy: "install espeak-ng, or name a command that speaks in speech.hooks")
        case .ok, nil:
            core.hasVoice
                ? nil
                : StatusProblem(
                    code: "noVoice", message: "the last utterance found no voice", remedy: "see the faults below")
        }
    }

    /// The last faults of the log, what to do about each after its dash.
    private func faults(_ now: Instant) -> [JSONValue] {
        log.faults.map { fault in
            let (message, remedy) = fault.text.parted(at: " — ")
            return .object([
                .init("message", .string(message)),
                .init("remedy", .string(remedy ?? "journalctl -u companion tells what led to it")),
                .init("severity", .string(fault.isError ? "error" : "warning")), .init("count", .integer(fault.count)),
                .init("age", fault.last.map { .thousandths((now - $0).inSeconds) } ?? .null),
            ])
        }
    }
}
