import Announcing
import Control
import Deciding
import Documents
import Glibc
import Pairing
import Platform
import Readings

/// The decision thread's side of the control socket: requests become events, and what the core makes of them answers.
///
/// Nothing here waits: what concerns the stores is handed on to their thread, which answers itself.
package struct ControlDesk {
    /// How many requests are answered in one turn of the loop, so that the sensors are never kept waiting.
    package static let requestsATurn = 16

    /// What comes of a request.
    struct Reply {
        /// What the core wants done; performed before the answer is given.
        var effects: [TimedEffect] = []
        /// The answer; nil where another thread gives it.
        var outcome: ControlOutcome?
    }

    /// What it shares with the socket's thread.
    package let door: ControlDoor
    private let memory: Memory?
    private let phones: PairingDoor?
    private let recorder: Recorder?
    private let page: String?
    private let name: String
    private var sayings = 0

    /// Makes a desk; without a memory nothing can be changed in the stores, without `phones` nobody can be paired,
    /// without the address of a `page` none can be opened, without a `recorder` nothing is recorded.
    ///
    /// `name` tells its texts from those of another desk.
    package init(
        door: ControlDoor, memory: Memory?, phones: PairingDoor? = nil, recorder: Recorder? = nil, page: String? = nil,
        name: String = "say"
    ) {
        self.door = door
        self.recorder = recorder
        self.memory = memory
        self.phones = phones
        self.page = page
        self.name = name
    }

    /// Does what is asked.
    mutating func take(
        _ request: ControlRequest, core: inout DecisionCore, settings: inout Settings, at now: Instant
    ) -> Reply {
        switch request.method {
        case "destinations": return Reply(outcome: .result(destinations(request.parameters, core, at: now)))
        case "setting": return change(request, core: &core, settings: &settings, at: now)
        case "console": return Reply(outcome: pageAddress)
        case "confirm", "next":
            if let phones, let question = core.pairingQuestion {
                return answerPairing(request, phones, question)
            }
        default: break
        }
        switch ControlMethods.method(request.method)?.doer {
        case .stores: return handOn(request, core)
        case .pairing: return askPhones(request)
        case .recorder: return askRecorder(request, at: core.now)
        default: return decide(request, core: &core, settings: settings, at: now)
        }
    }

    /// Hands a request on to the recorder, which answers itself.
    private func askRecorder(_ request: ControlRequest, at now: Instant) -> Reply {
        guard let recorder else {
            return Reply(outcome: .error(ControlError(.refused, "this service does not record", word: "noRecorder")))
        }
        let (door, ticket) = (door, request.ticket)
        recorder.ask(request, at: now) { door.answer(ticket, $0) }
        return Reply()
    }

    private var pageAddress: ControlOutcome {
        if let page { return .result(.object([.init("address", .string(page))])) }
        let error = ControlError(
            .refused, "the page is off",
            remedy: "set console.enabled to true, and start the service anew; or try companion console --simulate demo",
            word: "consoleOff")
        return .error(error)
    }

    /// Hands a request on to the door for phones, which answers itself.
    private func askPhones(_ request: ControlRequest) -> Reply {
        guard let phones else {
            let error = ControlError(
                .noState, "phones cannot be paired now",
                remedy: "turn pairing.enabled on, and run the service with a state directory")
            return Reply(outcome: .error(error))
        }
        let (door, ticket) = (door, request.ticket)
        do throws(PairingRefusal) {
            let parameters = JSONValue.object(request.parameters.members)
            guard let command = try PairingCalls.command(request.method, parameters) else {
                return Reply(outcome: .error(ControlError(.inside, "\(request.method) is no command of pairing")))
            }
            phones.ask(command) { result in
                switch result {
                case .success(let answer): door.answer(ticket, .result(answer.json))
                case .failure(let refusal): door.answer(ticket, .error(Self.error(refusal)))
                }
            }
            return Reply()
        } catch {
            return Reply(outcome: .error(Self.error(error)))
        }
    }

    /// Yes or no to the phone that was put to the person last, by the digits that were said.
    private func answerPairing(
        _ request: ControlRequest, _ phones: PairingDoor, _ question: PairingQuestion
    ) -> Reply {
        let (door, ticket) = (door, request.ticket)
        let allows = request.method == "confirm"
        phones.ask(allows ? .allow(digits: question.digits) : .refuse(digits: question.digits)) { result in
            switch result {
            case .success(let answer):
                let members: [JSONValue.Member] = [
                    .init("said", .array([.string(answer.text)])), .init("effects", .array([])),
                ]
                door.answer(ticket, .result(.object(members)))
            case .failure(let refusal): door.answer(ticket, .error(Self.error(refusal)))
            }
        }
        return Reply()
    }

    private static func error(_ refusal: PairingRefusal) -> ControlError {
        let (message, remedy) = refusal.message.parted(at: " — ")
        return ControlError(.refused, message, remedy: remedy ?? "", word: refusal.code)
    }

    // MARK: events

    private mutating func decide(
        _ request: ControlRequest, core: inout DecisionCore, settings: Settings, at now: Instant
    ) -> Reply {
        let event: Event
        do throws(ControlError) {
            event = try self.event(request, core.world, settings)
        } catch { return Reply(outcome: .error(error)) }
        let (effects, said) = core.answer(event, at: now)
        recorder?.take(event, at: core.now, stamp: now)
        var members: [JSONValue.Member] = []
        if request.method == "go" {
            for case .route(let route) in effects.map(\.effect) { members = [.init("route", route)] }
        }
        members.append(.init("said", .array(said.map { .string($0) })))
        members.append(.init("effects", .array(effects.map(EffectWriter.json))))
        return Reply(effects: effects, outcome: .result(.object(members)))
    }

    private mutating func event(
        _ request: ControlRequest, _ world: World, _ settings: Settings
    ) throws(ControlError) -> Event {
        guard request.method != "say" else { return .notice(notice(request.parameters)) }
        let line = DocumentWriter.compact(
            .object(
                [.init("t", .integer(0)), .init("type", .string(request.method))] + request.parameters.members))
        var reader = EventReader(world: world, settings: settings)
        do throws(EventLineError) {
            if let (_, event) = try reader.read(line) { return event }
        } catch {
            let remedy =
                error.kind == .unknownPlace ? "companion places list shows those that are kept, by id" : ""
            throw ControlError(.refused, error.message, remedy: remedy, word: "badEvent", exit: 2)
        }
        throw ControlError(.inside, "\(request.method) is no event")
    }

    /// A text to be said; its key is its own, so that it replaces none that waits.
    private mutating func notice(_ parameters: ControlParameters) -> Notice {
        sayings = (sayings + 1) % Self.sayingsApart
        let priority = parameters.text("priority").flatMap(Notice.Priority.init(rawValue:)) ?? .reply
        return Notice(key: "\(name) \(sayings)", text: parameters.text("text") ?? "", priority: priority)
    }

    /// As many as can wait in the queue.
    private static let sayingsApart = 16

    private func change(
        _ request: ControlRequest, core: inout DecisionCore, settings: inout Settings, at now: Instant
    ) -> Reply {
        let key = request.parameters.text("key") ?? ""
        let line = DocumentWriter.compact(
            .object([.init("t", .integer(0)), .init("type", .string("setting"))] + request.parameters.members))
        var reader = EventReader(world: core.world, settings: settings)
        do throws(EventLineError) {
            guard case .setting(_, let value)? = try reader.read(line)?.event, let row = SettingsTable.row(key) else {
                return Reply(outcome: .error(ControlError(.inside, "the setting could not be read")))
            }
            let before = settings[key]
            _ = settings.set(key, value)
            let effects = core.answer(.setting(key: key, value), at: now).effects
            recorder?.take(.setting(key: key, value), at: core.now, stamp: now)
            let result: [JSONValue.Member] = [
                .init("key", .string(key)), .init("value", value.json(as: row.kind)),
                .init("before", before.json(as: row.kind)),
            ]
            return Reply(effects: effects, outcome: .result(.object(result)))
        } catch {
            let remedy = "companion config show lists the settings"
            return Reply(
                outcome: .error(
                    ControlError(.refused, error.message, remedy: remedy, word: "badSetting", at: key, exit: 2)))
        }
    }

    // MARK: asking

    private static let usualPage = 100

    private func destinations(_ parameters: ControlParameters, _ core: DecisionCore, at now: Instant) -> JSONValue {
        let found = core.destinations(
            from: parameters.whole("from") ?? 0, count: parameters.whole("count") ?? Self.usualPage, at: now)
        let words = Words(isImperial: core.settings.isImperial)
        let people = found.people.map { person in
            PersonWords.json(
                person, placeName: core.world.map(ofPlace: person.place)?.name ?? person.place, words: words)
        }
        let landmarks = found.landmarks.map { place, landmark in
            JSONValue.object([
                .init("place", .string(place.id)), .init("placeName", .string(place.name)),
                .init("id", .string(landmark.id)), .init("name", .string(landmark.name)),
                .init("kind", .string(landmark.kind.rawValue)),
            ])
        }
        return .object([
            .init("place", found.place.map { .string($0) } ?? .null), .init("people", .array(people)),
            .init("landmarks", .array(landmarks)), .init("total", .integer(found.total)),
        ])
    }

    // MARK: the stores

    private func handOn(_ request: ControlRequest, _ core: DecisionCore) -> Reply {
        guard let memory else {
            return Reply(
                outcome: .error(
                    ControlError(
                        .noState, "the service runs without a state directory", remedy: "start it with --state DIR")))
        }
        if let meant = request.parameters.text("state"), !Self.isSame(meant, memory.directory.path) {
            return Reply(
                outcome: .error(
                    ControlError(
                        .otherState, "the service remembers in \(memory.directory.path), not in \(meant)", at: meant)))
        }
        let work = StoreWork(
            request.method, request.parameters, upload: request.upload, inUse: core.placesInUse,
            now: Int64(time(nil)))
        let (door, ticket) = (door, request.ticket)
        memory.take(work) { door.answer(ticket, $0) }
        return Reply()
    }

    /// Whether two paths lead to the same folder.
    private static func isSame(_ path: String, _ other: String) -> Bool {
        if path == other { return true }
        var (left, right) = (stat(), stat())
        guard stat(path, &left) == 0, stat(other, &right) == 0 else { return false }
        return left.st_dev == right.st_dev && left.st_ino == right.st_ino
    }
}
