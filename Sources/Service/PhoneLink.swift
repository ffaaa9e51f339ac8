import Deciding
import Documents
import Pairing
import Platform
import Readings
import Storage

/// The decision thread's side of the door for phones: what they send comes in as events, and what they may know of the
/// robot goes out, a few times a second.
package struct PhoneLink {
    /// How often something is told.
    static let pause = Duration.milliseconds(200)
    /// What is ahead counts for so long.
    static let nearestFor = Duration.milliseconds(600)
    /// How long the door may take to end.
    static let endLimit = Duration.milliseconds(600)
    /// How long the door's thread may show nothing before the status says so: it comes round once a second.
    package static let answerLimit = Duration.seconds(5)
    /// How long before it is left behind; longer than the disk may take with one command.
    package static let patienceLimit = Duration.seconds(10)

    /// The door.
    package let door: PairingDoor
    /// What it has to tell the core.
    let letters: Mailbox<SourceLetter>
    private var applied: (name: String, sharing: PairingSharing)
    private var next = Instant.start
    private var toldPose: Instant?
    private var toldPlace: String?
    private var patience = SensorPatience(limit: patienceLimit)
    private var isGivenUp = false
    private var lastLook: Instant?

    /// Opens the door; throws where the process has no thread or descriptor left.
    ///
    /// What is kept goes through `memory`, which has the right to write; `discovery` opens the network's directory.
    package init(
        _ settings: Settings, memory: Memory, clock: MonotonicClock, log: ServiceLog,
        discovery: @escaping @Sendable (ServiceLog, MonotonicClock) -> (any Discovering)? = {
            AvahiDiscovery.open($0, $1)
        }
    ) throws(SystemError) {
        let letters = try Mailbox<SourceLetter>(capacity: 64)
        applied = Self.wishes(settings)
        var parts = PairingDoor.Parts(
            directory: memory.directory, name: applied.name, clock: clock, log: log,
            events: { letters.put(.event($0, $1)) })
        parts.writing = memory.writing
        parts.sharing = applied.sharing
        parts.port = UInt16(settings.number("pairing.port"))
        parts.discovery = discovery
        self.letters = letters
        door = try PairingDoor(parts)
    }

    private static func wishes(_ settings: Settings) -> (name: String, sharing: PairingSharing) {
        (
            settings.text("robot.name") ?? "Companion",
            PairingSharing(nearby: settings.isOn("share.nearby"), seen: settings.isOn("share.seen"))
        )
    }

    /// Tells what has changed, at most five times a second.
    mutating func turn(_ core: DecisionCore, _ settings: Settings, _ view: SensorView, at now: Instant) {
        guard now >= next else { return }
        next = now + Self.pause
        let wishes = Self.wishes(settings)
        if wishes != applied {
            applied = wishes
            door.apply(name: wishes.name, sharing: wishes.sharing)
        }
        tellPlace(core, at: now)
        if applied.sharing.nearby { door.tell(nearestMetres: Self.nearest(view, at: now)) }
    }

    /// Tells what was seen, where that is shared.
    func tell(_ effect: Effect) {
        guard applied.sharing.seen, case .observation(let kind, let text, let place) = effect else { return }
        door.tell(LinkObservation(kind: kind.rawValue, text: text, place: place))
    }

    private mutating func tellPlace(_ core: DecisionCore, at now: Instant) {
        if let (pose, time) = core.ownPose(at: now), let place = Self.place(pose.place, in: core.world) {
            guard time != toldPose else { return }
            (toldPose, toldPlace) = (time, pose.place)
            door.stand(at: OwnPosition(place: place, x: pose.x, y: pose.y, z: pose.z, yaw: pose.yaw, time: time))
            return
        }
        let place = core.currentPlace
        guard place != toldPlace || toldPose != nil else { return }
        (toldPose, toldPlace) = (nil, place)
        door.move(to: place.flatMap { Self.place($0, in: core.world) })
    }

    private static func place(_ id: String, in world: World) -> OwnPlace? {
        world.map(ofPlace: id).map { OwnPlace(id: $0.id, name: $0.name, scannedAt: $0.scannedAt) }
    }

    private static func nearest(_ view: SensorView, at now: Instant) -> Double? {
        guard let depth = view.depth, now - depth.arrival <= nearestFor, case .surface(let metres) = depth.reading
        else { return nil }
        return metres
    }

    // MARK: whether it goes on

    /// Opens the door afresh where its thread hangs; false where that was done too often, or cannot be done, and nobody
    /// is being guided whom a new process would leave alone.
    ///
    /// After a span without a look, as when the machine sleeps, nothing is judged: what was not looked at was not seen to
    /// hang.
    package mutating func lookAfter(at now: Instant, isGuiding: Bool, log: ServiceLog) -> Bool {
        defer { lastLook = now }
        guard let lastLook, now - lastLook <= Self.answerLimit else { return true }
        if isGivenUp { return isGuiding || now - door.lastSignOfLife <= Self.answerLimit }
        switch patience.judge(age: now - door.lastSignOfLife) {
        case .alive: return true
        case .giveUp:
            isGivenUp = true
            log.say(
                .error,
                "The phone link hangs once more, \(patience.leftBehind) times now; only a restart can free it, "
                    + (isGuiding ? "which waits until nobody is guided." : "which comes now."))
            return isGuiding
        case .replace: return renew(at: now, isGuiding: isGuiding, log)
        }
    }

    private mutating func renew(at now: Instant, isGuiding: Bool, _ log: ServiceLog) -> Bool {
        log.say(
            .error,
            "The phone link does not answer. It is left behind and opened afresh "
                + "(\(patience.leftBehind) of \(SensorPatience.most) before a restart); phones connect anew.")
        (toldPose, toldPlace, next) = (nil, nil, now)
        do throws(SystemError) {
            try door.renew()
            return true
        } catch {
            isGivenUp = true
            log.say(.error, "The phone link cannot be opened afresh: \(error.description).")
            return isGuiding
        }
    }

    /// How pairing stands, as a part of the status.
    package var statusPart: StatusPart {
        let door = door
        return StatusPart("pairing") { now in
            let age = now - door.lastSignOfLife
            return age > Self.answerLimit ? Self.silent(for: age) : Self.condition(door.status)
        }
    }

    private static func silent(for age: Duration) -> StatusPart.Condition {
        let problem = StatusProblem(
            code: "phoneLinkSilent", message: "the phone link does not answer",
            remedy: "it is opened afresh by itself; where it stays so, restart the service")
        return .init(
            state: "silent", words: "the phone link does not answer",
            details: [.init("sinceSignOfLife", .thousandths(age.inSeconds))], problem: problem)
    }

    private static func condition(_ status: PairingStatus) -> StatusPart.Condition {
        let connected = status.devices.filter(\.isConnected).count
        let count = status.devices.count
        var words = count == 0 ? "no device is paired" : "\(count) paired, \(connected) connected"
        if let seconds = status.openSeconds { words += ", open for \(seconds) s" }
        if let port = status.port { words += ", on port \(port)" }
        return .init(
            state: status.openSeconds == nil ? "closed" : "open", words: words,
            details: [
                .init("port", status.port.map { .integer($0) } ?? .null),
                .init("announced", .boolean(status.hasDiscovery)),
            ])
    }
}
