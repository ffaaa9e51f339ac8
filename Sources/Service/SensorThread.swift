import Deciding
import Perception
import Platform
import Readings
import Synchronization

/// The thread of one source: makes it, asks it, reads what it gives, and hands events over; the newest wins.
///
/// The source belongs to this thread alone. A call that does not return is left behind at shutdown, with its thread.
package final class SensorThread: Sendable {
    /// How long one call into a source may wait.
    static let patience = Duration.milliseconds(200)
    /// The pause between two questions to a device that is gone.
    static let absencePause = Duration.milliseconds(100)

    private let thread: WorkerThread
    private let isStopped: Stop

    /// A flag that ends a thread, and wakes it from its pauses.
    package final class Stop: Sendable {
        private let flag = Atomic<Bool>(false)
        private let wake: WakeUp

        init() throws(SystemError) {
            wake = try WakeUp()
        }

        /// Whether the thread is to end.
        package var isSet: Bool { flag.load(ordering: .acquiring) }

        func set() {
            flag.store(true, ordering: .releasing)
            wake.raise()
        }

        /// Waits; false where the thread is to end.
        package func pause(_ span: Duration) -> Bool { !wake.wait(limit: span) }
    }

    /// Reads depth frames into events.
    package init(
        depth make: @escaping @Sendable (Stop) -> any DepthSource, settings: Settings, clock: MonotonicClock,
        mailbox: Mailbox<SourceLetter>, log: ServiceLog
    ) throws(SystemError) {
        let stop = try Stop()
        isStopped = stop
        thread = try WorkerThread(name: "depth") {
            var reading = DepthReader(rules: DepthRules(settings: settings), clock: clock, mailbox: mailbox, log: log)
            var source = make(stop)
            Self.run(.depth, stop: stop, clock: clock, mailbox: mailbox, log: log) { reading.ask(&source) }
        }
    }

    /// Reads pressure samples into events.
    package init(
        pressure make: @escaping @Sendable (Stop) -> any PressureSource, clock: MonotonicClock,
        mailbox: Mailbox<SourceLetter>, log: ServiceLog
    ) throws(SystemError) {
        let stop = try Stop()
        isStopped = stop
        thread = try WorkerThread(name: "barometer") {
            var source = make(stop)
            Self.run(.barometer, stop: stop, clock: clock, mailbox: mailbox, log: log) {
                Self.ask(&source, mailbox)
            }
        }
    }

    /// Ends the thread; false where it did not come within the limit, and was left behind.
    package func stop(limit: Duration) -> Bool {
        isStopped.set()
        return thread.join(limit: limit)
    }

    private static func ask(_ source: inout any PressureSource, _ mailbox: Mailbox<SourceLetter>) -> Delivery<Void> {
        switch source.next(limit: patience) {
        case .reading(let sample):
            if sample.hectopascals.isFinite {
                let event = Event.pressure(hectopascals: sample.hectopascals, reference: sample.referenceHectopascals)
                mailbox.put(.event(sample.time, event))
            }
            return .reading(())
        case .nothing: return .nothing
        case .disconnected: return .disconnected
        case .ended: return .ended
        }
    }

    /// Asks until the thread is to end, and tells when the device goes and comes.
    private static func run(
        _ sensor: Sensor, stop: Stop, clock: MonotonicClock, mailbox: Mailbox<SourceLetter>, log: ServiceLog,
        ask: () -> Delivery<Void>
    ) {
        var isConnected: Bool?
        func tell(_ connected: Bool) {
            guard isConnected != connected else { return }
            log.say(connected ? .notice : .warning, "The \(sensor.rawValue) source is \(connected ? "there" : "gone").")
            isConnected = connected
            mailbox.put(.event(clock.now(), .sensor(sensor, isConnected: connected)))
        }
        while !stop.isSet {
            switch ask() {
            case .reading: if isConnected == false { tell(true) } else { isConnected = true }
            case .nothing: if isConnected == false { tell(true) }
            case .disconnected:
                tell(false)
                guard stop.pause(absencePause) else { return }
            case .ended:
                mailbox.put(.ended(sensor))
                return
            }
        }
    }
}

/// Turns frames into depth events; it keeps one frame, which the source refills.
private struct DepthReader {
    let clock: MonotonicClock
    let mailbox: Mailbox<SourceLetter>
    let log: ServiceLog
    var perception: FramePerception
    var frame = DepthFrame(width: 1, height: 1, samples: [0])
    var malformedTold: UInt64 = 0

    init(rules: DepthRules, clock: MonotonicClock, mailbox: Mailbox<SourceLetter>, log: ServiceLog) {
        self.clock = clock
        self.mailbox = mailbox
        self.log = log
        perception = FramePerception(rules: rules)
    }

    mutating func ask(_ source: inout any DepthSource) -> Delivery<Void> {
        let delivery = source.next(into: &frame, limit: SensorThread.patience)
        guard case .reading = delivery else { return delivery }
        if let observation = perception.observe(frame) {
            mailbox.put(.event(frame.arrival, .depth(observation)))
        }
        if perception.counters.malformed > malformedTold, let fault = perception.lastMalformation {
            malformedTold = perception.counters.malformed
            log.fault(.warning, "A depth frame was malformed: \(fault).", kind: "malformed", at: clock.now())
        }
        return delivery
    }
}
