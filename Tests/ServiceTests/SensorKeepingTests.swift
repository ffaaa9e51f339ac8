import Deciding
import Evidence
import Foundation
import Platform
import Readings
import Service
import Speech
import Synchronization
import Testing

/// A camera whose calls do not return, until the test lets go of them.
private final class HangingCamera: Sendable {
    private let gate = Mutex(false)
    private let made = Mutex(0)
    private let returned = Mutex(0)

    var timesMade: Int { made.withLock { $0 } }
    var callsReturned: Int { returned.withLock { $0 } }
    func letGo() { gate.withLock { $0 = true } }

    /// A source of which the first `hanging` makes hang and later ones give frames.
    func source(hanging: Int, clock: MonotonicClock) -> any DepthSource {
        let number = made.withLock { count in
            count += 1
            return count
        }
        return Source(camera: number <= hanging ? self : nil, clock: clock)
    }

    fileprivate func hang() {
        let end = ContinuousClock().now + .seconds(20)
        while !gate.withLock({ $0 }), ContinuousClock().now < end { usleep(2000) }
        returned.withLock { $0 += 1 }
    }

    private struct Source: DepthSource {
        let camera: HangingCamera?
        let clock: MonotonicClock
        var number: UInt64 = 0

        mutating func next(into frame: inout DepthFrame, limit: Duration) -> Delivery<Void> {
            camera?.hang()
            usleep(20_000)
            number += 1
            frame = DepthFrame(
                width: 8, height: 8, samples: [UInt16](repeating: 2000 + UInt16(number % 7), count: 64),
                sequence: number, arrival: clock.now())
            return .reading(())
        }
    }
}

@Suite struct SensorPatienceTests {
    @Test func `Exactly the limit is alive, and just over it is not`() {
        var patience = SensorPatience(limit: .seconds(4))
        #expect(patience.judge(age: .seconds(4)) == .alive)
        #expect(patience.judge(age: .seconds(4) + .nanoseconds(1)) == .replace)
        #expect(patience.leftBehind == 1)
    }

    @Test func `The third thread that hangs asks for a new process`() {
        var patience = SensorPatience(limit: .seconds(1))
        #expect(patience.judge(age: .seconds(2)) == .replace)
        #expect(patience.judge(age: .zero) == .alive)
        #expect(patience.judge(age: .seconds(2)) == .replace)
        #expect(patience.judge(age: .seconds(2)) == .giveUp)
    }

    @Test func `The third device that was abandoned asks for a new process, as a third hung call does`() {
        var patience = SensorPatience(limit: .seconds(4))
        #expect(patience.judge(age: .zero, abandoned: 0) == .alive)
        #expect(patience.judge(age: .zero, abandoned: 2) == .alive)
        #expect(patience.judge(age: .zero, abandoned: 3) == .giveUp)
        #expect(patience.leftBehind == 0, "no thread was left behind")
    }

    @Test func `Threads and devices that were left behind count together`() {
        var patience = SensorPatience(limit: .seconds(4))
        #expect(patience.judge(age: .seconds(5), abandoned: 1) == .replace)
        #expect(patience.judge(age: .zero, abandoned: 1) == .alive)
        #expect(patience.judge(age: .zero, abandoned: 2) == .giveUp)
    }

    @Test func `A sign of life from the future has no age`() {
        let life = SignOfLife(at: .start + .seconds(3))
        #expect(life.age(at: .start) == .zero)
        life.show(at: .start + .seconds(5))
        #expect(life.age(at: .start + .seconds(7)) == .seconds(2))
    }
}

@Suite(.serialized, .ownThreads) struct SensorKeepingTests {
    /// Runs a loop over a camera of which the first makes hang; ends when the deadline of the script comes.
    private func run(
        hanging: Int, for span: Duration
    ) throws -> (ending: ServiceLoop.Ending, effects: [TimedEffect], log: [String], camera: HangingCamera) {
        let clock = MonotonicClock()
        let lines = Mutex<[String]>([])
        let camera = HangingCamera()
        defer { camera.letGo() }
        var input = ServiceInput()
        input.depth = { _ in camera.source(hanging: hanging, clock: clock) }
        input.ends = false
        var effects: [TimedEffect] = []
        let log = ServiceLog(hasPriorities: false) { line in
            lines.withLock { $0.append(line) }
            return true
        }
        var parts = ServiceLoop.Parts(
            clock: clock, log: log, input: input,
            core: DecisionCore(
                world: World(),
                configuration: .init(settings: Settings(), ending: .reported, isBarometerConfigured: false)),
            observer: { effects.append($0) },
            reload: { _ in nil })
        parts.patience = SensorPatience(limit: .milliseconds(600))
        let ender = try WakeUp()
        parts.ender = ender
        let thread = try WorkerThread(name: "ender") {
            if (try? WakeUp())?.wait(limit: span) == false { ender.raise() }
        }
        defer { thread.join(limit: .seconds(1)) }
        var loop = try ServiceLoop(parts)
        let ending = try loop.run(speech: SpeechSettings(hooks: []))
        return (ending, effects, lines.withLock { $0 }, camera)
    }

    @Test func `realsenseai/librealsense#9184: a call that never returns is left behind and the camera read afresh`()
        throws
    {
        let (ending, effects, log, camera) = try run(hanging: 1, for: .seconds(4))
        #expect(ending == .done && camera.timesMade == 2)
        #expect(log.contains { $0.contains("A call into the camera does not return") }, "\(log)")
        let states = effects.compactMap { if case .state(let state) = $0.effect { "\(state)" } else { nil } }
        #expect(states.contains { $0.contains("ok") }, "\(states)")
    }

    @Test
    func `realsenseai/librealsense#7288: a device that hangs for ever leaves three threads, then wants a restart`()
        throws
    {
        let (ending, _, log, camera) = try run(hanging: .max, for: .seconds(30))
        #expect(ending == .needsRestart && camera.timesMade == SensorPatience.most)
        #expect(log.contains { $0.contains("only a restart can free it") }, "\(log)")
    }
}
