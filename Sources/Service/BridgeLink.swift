import Bridge
import Deciding
import Documents
import Platform
import Readings

/// The decision thread's side of the bridge to ROS 2: poses and answers come in as events, and what is decided, and how
/// everything is, goes out.
package struct BridgeLink {
    /// How often it is told where the robot is, and by which way it is led.
    static let pause = Duration.milliseconds(200)
    /// How often it is told how everything is.
    static let reportPause = Duration.seconds(1)
    /// How long the bridge may take to end.
    static let endLimit = Duration.milliseconds(800)

    /// The bridge.
    package let door: BridgeDoor
    /// What it has to tell the core.
    let letters: Mailbox<SourceLetter>
    private var next = Instant.start
    /// When it is to be told again how everything is.
    private(set) var nextReport = Instant.start
    private var isWayNew = true

    /// Opens the bridge, where the settings turn it on; throws where the process has no thread or descriptor left.
    package init?(_ settings: Settings, view: SensorView, clock: MonotonicClock, log: ServiceLog) throws(SystemError) {
        guard settings.isOn("ros2.enabled") else { return nil }
        let letters = try Mailbox<SourceLetter>(capacity: 64)
        let parts = BridgeDoor.Parts(
            settings: BridgeSettings(settings), clock: clock, log: log, readings: { Self.readings(view) },
            deliver: { letters.put(.event($0, $1)) })
        self.letters = letters
        door = try BridgeDoor(parts)
    }

    private static func readings(_ view: SensorView) -> BridgeReadings {
        var readings = BridgeReadings()
        readings.depth = view.depth.map { .init(reading: $0.reading, time: $0.arrival, count: $0.frames) }
        readings.pressure = view.pressure.map {
            .init(hectopascals: $0.hectopascals, time: $0.time, count: $0.samples)
        }
        return readings
    }

    /// Takes what is decided.
    mutating func tell(_ effect: Effect) {
        switch effect {
        case .say(let say): door.board.say(say.text)
        case .probe(let id, let places, let why): door.board.ask(id: id, places: places, why: why)
        case .route, .ended, .place, .goal, .step, .stepTo: (isWayNew, next) = (true, .start)
        default: break
        }
    }

    /// Tells what has changed, and how everything is where that is due.
    mutating func turn(_ core: DecisionCore, at now: Instant, report: [RosDiagnostics.Status]?) {
        if now >= next {
            next = now + Self.pause
            door.board.stand(in: core.currentPlace, of: core.world)
            if isWayNew {
                isWayNew = false
                door.board.walk(core.wayHere.map { RosPose(x: $0.x, y: $0.y, z: $0.z ?? 0) })
            }
        }
        guard let report else { return }
        nextReport = now + Self.reportPause
        door.board.report(report)
    }
}

extension BridgeLink {
    /// The part of the status where the bridge is turned off.
    package static let statusPartOff = StatusPart(partName) { _ in
        .init(state: "off", words: "turned off by ros2.enabled")
    }

    private static let partName = "ros2"

    /// How the bridge is, as a part of the status.
    package var statusPart: StatusPart {
        let door = door
        return StatusPart(Self.partName) { _ in Self.condition(door.status, door.settings) }
    }

    /// How a bridge in some state is shown.
    package static func condition(_ status: BridgeStatus, _ settings: BridgeSettings) -> StatusPart.Condition {
        let there = "\(settings.names.node) on domain \(settings.domain), \(settings.interface)"
        switch status.state {
        case .starting: return .init(state: "starting", words: there)
        case .notBuilt:
            return absent(
                "notBuilt", "this program was built without Cyclone DDS",
                remedy: "build it where cyclonedds-dev is installed, or turn ros2.enabled off")
        case .libraryMissing:
            return absent(
                "libraryMissing", "Cyclone DDS is not installed",
                remedy: "sudo apt-get install libddsc0debian, then restart the service, or turn ros2.enabled off")
        case .refused(let why):
            return .init(
                state: "refused", words: why,
                problem: .init(
                    code: "ros2Refused", message: "ROS 2 cannot be reached on \(settings.interface): \(why)",
                    remedy: "look whether ros2.interface is up, ip link lists them; it is tried again by itself"))
        case .running: return .init(state: "running", words: words(status, there), details: details(status))
        }
    }

    private static func absent(_ state: String, _ words: String, remedy: String) -> StatusPart.Condition {
        .init(
            state: state, words: words,
            problem: .init(code: "ros2Missing", message: "ROS 2 is turned on, but \(words)", remedy: remedy))
    }

    private static func words(_ status: BridgeStatus, _ place: String) -> String {
        let ignored = status.ignored.values.reduce(0, +)
        return "\(place): \(status.readers) readers and \(status.writers) writers matched, \(status.written) messages "
            + "published, \(status.poses) poses taken"
            + (status.unwritten > 0 ? ", \(status.unwritten) not published" : "")
            + (ignored > 0 ? ", \(ignored) messages ignored" : "")
    }

    private static func details(_ status: BridgeStatus) -> [JSONValue.Member] {
        let ignored = status.ignored.sorted { $0.key < $1.key }
        return [
            .init("readers", .integer(status.readers)), .init("writers", .integer(status.writers)),
            .init("published", .number(String(status.written))),
            .init("unpublished", .number(String(status.unwritten))),
            .init("poses", .number(String(status.poses))),
            .init("ignored", .object(ignored.map { .init($0.key, .number(String($0.value))) })),
        ]
    }
}
