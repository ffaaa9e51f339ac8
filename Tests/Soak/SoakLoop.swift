import Deciding
import Platform
import Readings
import Service
import Wayfinding

/// The decision loop in simulated time: the service's mailboxes, core, health and watchdog, and the voice.
///
/// The order is that of the service's own loop: what the voice reports, what the sensors brought by their stamps, then
/// the time that has passed.
struct SoakLoop {
    /// Something that was decided, with when.
    struct Heard {
        var time: Instant
        var effect: Effect
    }

    /// The longest rest between two turns.
    private static let longestRest = Duration.seconds(1)
    /// How often the service manager must be told, so that it does not start the service anew.
    static let watchdogLimit = Duration.seconds(5)

    private(set) var core: DecisionCore
    var voice = SoakVoice()
    private(set) var health = LoopHealth()
    private var watchdog: WatchdogPolicy
    private let boxes: [Mailbox<SourceLetter>]
    private var arrived: [(time: Instant, event: Event)] = []
    private var lastTurn = Instant.start
    private var lastTold = Instant.start
    /// The longest that the service manager was not told anything.
    private(set) var longestUntold = Duration.zero
    /// What was said, dropped and changed since it was last asked for.
    private(set) var heard: [Heard] = []
    /// The numbers of what was hushed.
    private(set) var hushed: Set<Int> = []
    private(set) var events = 0
    private let keep: (Effect) -> Void

    /// Makes a loop that hands what is to be kept to `keep`.
    init(keep: @escaping (Effect) -> Void) throws(SystemError) {
        var settings = Settings()
        if case .failure = settings.set("seen.enabled", .boolean(true)) {
            preconditionFailure("there is no seen.enabled")
        }
        let house = Building(
            id: "house", name: "House", kind: .building,
            floors: [
                Floor(id: "ground", name: "Ground floor", places: ["hall"]),
                Floor(id: "upper", name: "Upper floor", places: ["study"]),
            ])
        core = DecisionCore(
            world: World(groups: [house]),
            configuration: .init(settings: settings, ending: .reported, isBarometerConfigured: true))
        boxes = [try Mailbox(capacity: 8), try Mailbox(capacity: 64)]
        watchdog = WatchdogPolicy(interval: Self.watchdogLimit, threads: [.voice], at: .start)
        self.keep = keep
    }

    /// How many letters of the sensors were dropped.
    var dropped: UInt64 { boxes.reduce(0) { $0 + $1.dropped } }

    /// Puts what a sensor brought into its mailbox.
    func put(_ event: Event, of sensor: Sensor, at time: Instant) {
        boxes[sensor == .depth ? 0 : 1].put(.event(time, event))
    }

    /// Turns at every deadline before a moment.
    mutating func run(until end: Instant) {
        while true {
            let deadline = Instant.sooner(Instant.sooner(core.nextDeadline, voice.next), watchdog.nextTurn)
            let wake = min(deadline ?? end, lastTurn + Self.longestRest)
            guard wake < end else { return }
            turn(at: max(wake, lastTurn))
        }
    }

    /// One turn of the loop.
    mutating func turn(at now: Instant) {
        health.turn(at: now)
        for report in voice.due(at: now) { feed(report.event, at: report.time, now: now) }
        arrived.removeAll(keepingCapacity: true)
        for box in boxes {
            while case .event(let time, let event)? = box.take() { arrived.append((time, event)) }
        }
        if arrived.count > 1 { arrived.sort { $0.time < $1.time } }
        for (time, event) in arrived {
            feed(event, at: time, now: now)
            health.decide(stamp: time, at: now)
        }
        perform(core.advance(to: now), at: now)
        let outcome = watchdog.turn(at: now) { _ in now }
        longestUntold = max(longestUntold, now - lastTold)
        if outcome.tells { lastTold = now }
        lastTurn = now
    }

    /// Takes an event at once, as a script's.
    mutating func feed(_ event: Event, at time: Instant, now: Instant? = nil) {
        events += 1
        perform(core.handle(event, at: time), at: now ?? time)
    }

    /// Gives what was heard, and begins a new list.
    mutating func takeHeard() -> [Heard] {
        defer {
            heard.removeAll(keepingCapacity: true)
            hushed.removeAll(keepingCapacity: true)
        }
        return heard
    }

    /// The voice is told of an effect when the loop has it, however long ago it was due.
    private mutating func perform(_ effects: [TimedEffect], at now: Instant) {
        for timed in effects {
            switch timed.effect {
            case .say(let say): voice.speak(say, at: max(now, timed.time))
            case .hush(let id):
                hushed.insert(id)
                voice.hush(id, at: max(now, timed.time))
            case .observation: keep(timed.effect)
            default: break
            }
            heard.append(Heard(time: timed.time, effect: timed.effect))
        }
    }
}
