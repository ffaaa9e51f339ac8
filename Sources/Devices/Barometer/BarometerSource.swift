import Platform
import Readings

/// A barometer that is looked for, read, and looked for again when it is lost.
///
/// It never throws: one that is missing is `.disconnected` until it comes. Values are means at the rate asked for, or
/// at the chip's own where that is slower, stamped when the last part of them came.
package struct BarometerSource: PressureSource {
    private enum Stage {
        case searching(at: Instant)
        case starting(any Instrument, at: Instant)
        case reading(any Instrument, at: Instant)

        var due: Instant {
            switch self {
            case .searching(let at), .starting(_, let at), .reading(_, let at): at
            }
        }
    }

    private let search: BarometerSearch
    private let report: BarometerReport
    private var stage: Stage
    private var ladder = BarometerLadder()
    private var intake: SampleIntake
    private var isNew = true

    /// A source on this machine.
    ///
    /// `bus` is the node to use, or nil to look for one; `rate` is in hertz and above 0; `tuning` gives settings by the
    /// name of the chip; `isStopped` ends waits early.
    package init(
        bus: String?, rate: Double, tuning: @escaping BarometerTuning = { _ in nil }, clock: MonotonicClock,
        board: BarometerBoard, log: ServiceLog, isStopped: @escaping @Sendable () -> Bool
    ) {
        let world = BarometerWorld.machine(clock, isStopped: isStopped)
        self.init(bus: bus, rate: rate, tuning: tuning, world: world, board: board, log: log)
    }

    /// A source in a world that may be a model.
    package init(
        bus: String?, rate: Double, tuning: @escaping BarometerTuning = { _ in nil }, world: BarometerWorld,
        board: BarometerBoard, log: ServiceLog
    ) {
        search = BarometerSearch(bus: bus, tuning: tuning, world: world)
        report = BarometerReport(board: board, log: log)
        stage = .searching(at: world.now())
        intake = SampleIntake(hertz: rate)
    }

    /// Waits up to `limit` for the next mean.
    package mutating func next(limit: Duration) -> Delivery<PressureSample> {
        let end = search.world.now() + limit
        while true {
            let wait = min(stage.due, end) - search.world.now()
            if wait > .zero { search.world.wait(wait) }
            guard stage.due <= search.world.now() else { return absence }
            if let sample = advance() { return .reading(sample) }
            guard search.world.now() < end else { return absence }
        }
    }

    private var absence: Delivery<PressureSample> {
        if case .searching = stage { return .disconnected }
        return .nothing
    }

    private mutating func advance() -> PressureSample? {
        switch stage {
        case .searching:
            find()
            return nil
        case .starting(let instrument, _):
            start(instrument)
            return nil
        case .reading(let instrument, _):
            return read(instrument)
        }
    }

    private mutating func find() {
        report.searching()
        let (instrument, findings) = search.find()
        let now = search.world.now()
        guard let instrument else {
            if case .search(let at) = ladder.missed(at: now) { stage = .searching(at: at) }
            return report.missed(findings, next: stage.due, at: now)
        }
        report.found(instrument, findings)
        isNew = true
        stage = .starting(instrument, at: now)
    }

    private mutating func start(_ found: any Instrument) {
        var instrument = found
        do throws(ChipFault) {
            try instrument.start()
            let now = search.world.now()
            ladder.started()
            let settling = isNew ? instrument.settling : .zero
            intake.begin(discarding: instrument.discarded, settling: settling, at: now)
            isNew = false
            stage = .reading(instrument, at: now + instrument.pause(afterSample: true))
        } catch {
            let now = search.world.now()
            follow(ladder.failStart(error, at: now), error, instrument, at: now)
        }
    }

    private mutating func read(_ started: any Instrument) -> PressureSample? {
        var instrument = started
        let report = report
        let began = search.world.now()
        do throws(ChipFault) {
            let sample = try instrument.read()
            let now = search.world.now()
            stage = .reading(instrument, at: began + instrument.pause(afterSample: sample != nil))
            let outcome = try intake.take(sample, from: instrument, at: now) { report.droppedOne() }
            if outcome.isGood { ladder.good(at: now) }
            guard let mean = outcome.mean else { return nil }
            report.delivered(mean, celsius: sample?.celsius, from: instrument, at: now)
            return PressureSample(hectopascals: mean, time: now)
        } catch {
            let now = search.world.now()
            follow(ladder.fail(error, at: now), error, instrument, at: now)
            return nil
        }
    }

    private mutating func follow(
        _ step: BarometerLadder.Step, _ fault: ChipFault, _ instrument: any Instrument, at now: Instant
    ) {
        report.failed(instrument, fault, step, at: now)
        switch step {
        case .drop:
            stage = .reading(instrument, at: now + instrument.pause(afterSample: false))
            guard intake.isStalled(instrument, at: now) else { return }
            follow(ladder.fail(.stalled, at: now), .stalled, instrument, at: now)
        case .retry(let at):
            if case .starting = stage {
                stage = .starting(instrument, at: at)
            } else {
                stage = .reading(instrument, at: at)
            }
        case .restart:
            stage = .starting(instrument, at: now)
        case .search(let at):
            stage = .searching(at: at)
        }
    }
}
