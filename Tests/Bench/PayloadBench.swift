import Deciding
import Perception
import Readings

/// From the payloads of the USB to what is decided, on one core, without a pause.
struct PayloadBench {
    private static let sizes = [(424, 240), (848, 480), (1_280, 720)]
    private static let frames = 400
    /// The time that a frame may take, in microseconds: 1,500 frames a second.
    private static let goal = 1e6 / 1_500

    func run(into table: inout BenchTable) {
        for (width, height) in Self.sizes {
            guard var camera = BenchCamera(width: width, height: height) else { return }
            var perception = FramePerception()
            var frame = DepthFrame(width: 1, height: 1, samples: [0])
            var core = DecisionCore(
                world: World(),
                configuration: .init(settings: Settings(), ending: .estimated, isBarometerConfigured: false))
            var (time, said) = (Instant.start, 0)
            let times = (0..<Stopwatch.repetitions).map { _ in
                Stopwatch.once {
                    for number in 0..<Self.frames {
                        time = time + .nanoseconds(11_111_111)
                        // An approach every hundred frames, as decisions are part of it.
                        guard camera.next(isNear: number % 100 >= 90, into: &frame, arrival: { time }),
                            let observation = perception.observe(frame)
                        else { continue }
                        for timed in core.handle(.depth(observation), at: time) where timed.effect.type == "say" {
                            said += 1
                        }
                    }
                } / Double(Self.frames)
            }
            if said == 0 { print("nothing was decided") }
            table.add(
                BenchRow(
                    what: "a payload to its decision", size: "\(width)×\(height)", ours: Stopwatch.median(times),
                    against: "1,500 frames a second", theirs: Self.goal, goal: width == 848 ? .atMost(1) : .none))
        }
    }
}
