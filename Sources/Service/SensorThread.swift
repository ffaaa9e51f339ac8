import Deciding
import Perception
import Platform
import Readings
import Synchronization

/// The thread of one source: makes it, asks it, reads what it gives, and hands events over; the newest wins.
///
/// The source belongs to this thread alone. A call that does not return is left behind with its thread, and should it
/// return later, nothing that it brings is heard any more.
package final class SensorThread: Sendable {
    /// How long one call into a source may wait.
    static let patience = Duration.milliseconds(200)
    /// The pause between two questions to a device that is gone.
    static let absencePause = Duration.milliseconds(100)

    private let thread: WorkerThread
    private let isStopped: Stop

    /// A flag that ends a thread, and wakes it from its pauses; to ask it is a sign of life.
    package final class Stop: Sendable {
        private let flag = Atomic<Bool>(false)
        private let wake: WakeUp
        private let clock: MonotonicClock
        fileprivate let life: SignOfLife

        init(clock: MonotonicClock) throws(SystemError) {
            wake = try WakeUp()
            self.clock = clock
            life = SignOfLife(at: clock.now())
        }

        /// Whether the thread is to end; who asks shows that it goes on.
        package var isSet: Bool {
            life.show(at: clock.now())
            return flag.load(ordering: .acquiring)
        }

        func set() {
            flag.store(true, ordering: .releasing)
            wake.raise()
        }

        /// Waits; false where the thread is to end.
        package func pause(_ span: Duration) -> Bool { !wake.wait(limit: span) }
    }

    /// Reads depth frames into events.
    ///
    /// `own` is what the camera tells of itself; it counts where the settings and the calibration leave it to the camera.
    package init(
        depth make: @escaping @Sendable (Stop) -> any DepthSource, settings: Settings,
        own: OwnCamera = OwnCamera(), calibration: GroundCalibration? = nil, clock: MonotonicClock,
        mailbox: Mailbox<SourceLetter>, view: SensorView, log: ServiceLog, recorder: Recorder? = nil
    ) throws(SystemError) {
        let stop = try Stop(clock: clock)
        isStopped = stop
        thread = try WorkerThread(name: "depth") {
            var reading = DepthReader(
                settings: settings, own: own, calibration: calibration, clock: clock, mailbox: mailbox, view: view,
                log: log, recorder: recorder)
            var source = make(stop)
            Self.run(.depth, stop: stop, clock: clock, mailbox: mailbox, log: log) { reading.ask(&source, stop) }
        }
    }

    /// Reads pressure samples into events.
    package init(
        pressure make: @escaping @Sendable (Stop) -> any PressureSource, clock: MonotonicClock,
        mailbox: Mailbox<SourceLetter>, view: SensorView, log: ServiceLog
    ) throws(SystemError) {
        let stop = try Stop(clock: clock)
        isStopped = stop
        thread = try WorkerThread(name: "barometer") {
            var source = make(stop)
            Self.run(.barometer, stop: stop, clock: clock, mailbox: mailbox, log: log) {
                Self.ask(&source, stop, mailbox, view)
            }
        }
    }

    /// When the thread last showed that it goes on.
    package var lastSign: Instant { isStopped.life.last }
    /// How long ago that was.
    func age(at now: Instant) -> Duration { isStopped.life.age(at: now) }
    /// Whether the thread is over.
    var hasEnded: Bool { thread.hasEnded }

    /// Leaves the thread to itself: whatever its call brings is not heard, and it ends when the call returns.
    func abandon() {
        isStopped.set()
        thread.join(limit: .zero)
    }

    /// Ends the thread; false where it did not come within the limit, and was left behind.
    package func stop(limit: Duration) -> Bool {
        isStopped.set()
        return thread.join(limit: limit)
    }

    private static func ask(
        _ source: inout any PressureSource, _ stop: Stop, _ mailbox: Mailbox<SourceLetter>, _ view: SensorView
    ) -> Delivery<Void> {
        let delivery = source.next(limit: patience)
        guard !stop.isSet else { return .nothing }
        switch delivery {
        case .reading(let sample):
            if sample.hectopascals.isFinite {
                view.show(sample)
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
            // A source that comes and goes all the time is one line a minute, as any other fault.
            log.fault(
                connected ? .notice : .warning, "The \(sensor.rawValue) source is \(connected ? "there" : "gone").",
                at: clock.now())
            isConnected = connected
            mailbox.put(.event(clock.now(), .sensor(sensor, isConnected: connected)))
        }
        while !stop.isSet {
            switch ask() {
            case .reading: if isConnected == false { tell(true) } else { isConnected = true }
            case .nothing: if isConnected == false { tell(true) } else { isConnected = true }
            case .disconnected:
                // One that never was there is not gone: the core itself says when it waited long enough for it.
                if isConnected != nil { tell(false) }
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
    let view: SensorView
    let log: ServiceLog
    let recorder: Recorder?
    var perception: FramePerception
    var frame = DepthFrame(width: 1, height: 1, samples: [0])
    var malformedTold: UInt64 = 0
    var ground: GroundReport
    var lens = LensReport()

    let own: OwnCamera
    var fit: OwnCameraFit

    init(
        settings: Settings, own: OwnCamera, calibration: GroundCalibration?, clock: MonotonicClock,
        mailbox: Mailbox<SourceLetter>, view: SensorView, log: ServiceLog, recorder: Recorder?
    ) {
        self.own = own
        self.recorder = recorder
        self.clock = clock
        self.mailbox = mailbox
        self.view = view
        self.log = log
        perception = FramePerception(rules: DepthRules(settings: settings), calibration: calibration)
        fit = OwnCameraFit(own, settings: settings, perception: perception)
        ground = GroundReport(calibration)
    }

    /// Takes what the camera tells of itself over with its first frame.
    private mutating func takeCamera() {
        guard fit.fit(&perception) else { return }
        recorder?.take(RecordedPerception(perception, optics: own.intrinsics()), at: frame.arrival)
    }

    mutating func ask(_ source: inout any DepthSource, _ stop: SensorThread.Stop) -> Delivery<Void> {
        let delivery = source.next(into: &frame, limit: SensorThread.patience)
        guard !stop.isSet else { return .nothing }
        guard case .reading = delivery else {
            if case .disconnected = delivery { fit.forget() }
            return delivery
        }
        takeCamera()
        if let observation = perception.observe(frame) {
            view.show(frame, observation, perception.lastReading)
            view.tap.offer(frame, rules: perception.rules, reading: observation.reading)
            mailbox.put(.event(frame.arrival, .depth(observation)))
        }
        recorder?.take(frame)
        tellState()
        if perception.counters.malformed > malformedTold, let fault = perception.lastMalformation {
            malformedTold = perception.counters.malformed
            log.fault(.warning, "A depth frame was malformed: \(fault).", kind: "malformed", at: clock.now())
        }
        return delivery
    }

    /// Shows what is known of floor and glass, and tells what is new of them.
    private mutating func tellState() {
        view.show(perception.groundState, perception.lensState)
        if let report = ground.take(perception.groundState) {
            log.say(report.notice.isOn ? .warning : .notice, report.line)
            mailbox.put(.event(frame.arrival, .notice(report.notice)))
        }
        guard let report = lens.take(perception.lensState) else { return }
        log.say(perception.lensState == .clear ? .notice : .warning, report.line)
        if let notice = report.notice { mailbox.put(.event(frame.arrival, .notice(notice))) }
    }
}
