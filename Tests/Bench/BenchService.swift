import Deciding
import Platform
import Readings
import Service
import Speech
import Synchronization

/// The service's own loop with all its threads, on a camera and a barometer of bytes; only what is printed is missing.
struct BenchService {
    /// How often the camera gives a frame, in nanoseconds.
    static let framePeriod: Int64 = 33_333_333

    /// A camera that is paced as a real one, and near in the frames that `isNear` names.
    private struct Camera: DepthSource {
        var camera: BenchCamera
        let clock: MonotonicClock
        let period: Int64
        let isNear: @Sendable (Int) -> Bool
        let completed: @Sendable (Int, Instant) -> Void
        var number = 0
        var due: Instant?

        mutating func next(into frame: inout DepthFrame, limit: Duration) -> Delivery<Void> {
            let next = (due ?? clock.now()) + .nanoseconds(period)
            due = next
            var nothing = PollSet()
            nothing.wait(limit: min(max(next - clock.now(), .zero), limit))
            number += 1
            let clock = clock
            guard camera.next(isNear: isNear(number), into: &frame, arrival: { clock.now() }) else { return .nothing }
            completed(number, frame.arrival)
            return .reading(())
        }
    }

    /// A barometer of 25 samples a second.
    private struct Barometer: PressureSource {
        let clock: MonotonicClock
        var number = 0

        mutating func next(limit: Duration) -> Delivery<PressureSample> {
            var nothing = PollSet()
            nothing.wait(limit: .milliseconds(40))
            number += 1
            return .reading(PressureSample(hectopascals: 1000 + Double(number % 5) / 100, time: clock.now()))
        }
    }

    let clock = MonotonicClock()
    var period = Self.framePeriod
    /// Which frames show something near.
    var isNear: @Sendable (Int) -> Bool = { _ in false }
    /// Told of each frame when its last byte has come.
    var completed: @Sendable (Int, Instant) -> Void = { _, _ in }
    /// The voice.
    var hook: [String] = ["/bin/cat"]

    /// Runs for some time; throws where the process has no descriptor or thread left.
    func run(for span: Duration) throws {
        guard let camera = BenchCamera(width: 848, height: 480) else { return }
        let (clock, period, isNear, completed) = (clock, period, isNear, completed)
        var input = ServiceInput()
        input.depth = { _ in
            Camera(camera: camera, clock: clock, period: period, isNear: isNear, completed: completed)
        }
        input.pressure = { _ in Barometer(clock: clock) }
        (input.hasBarometer, input.ends) = (true, false)
        let core = DecisionCore(
            world: World(), configuration: .init(settings: Settings(), ending: .reported, isBarometerConfigured: true))
        let ender = try WakeUp()
        var parts = ServiceLoop.Parts(
            clock: clock, log: ServiceLog(hasPriorities: false) { _ in true }, input: input, core: core,
            observer: { _ in }
        ) { _ in nil }
        parts.ender = ender
        var loop = try ServiceLoop(parts)
        let timer = try WorkerThread(name: "end") {
            var nothing = PollSet()
            let end = clock.now() + span
            while clock.now() < end { nothing.wait(limit: end - clock.now()) }
            ender.raise()
        }
        _ = try loop.run(speech: SpeechSettings(hooks: [hook]))
        timer.join(limit: .seconds(1))
    }
}
