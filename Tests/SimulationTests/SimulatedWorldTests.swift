import Documents
import Readings
import Simulation
import Testing

struct SimulatedWorldTests {
    /// A small camera in front of a wall, so that a frame costs nothing.
    private static func scenario(_ more: String, camera: String = "") throws -> Scenario {
        try Scenes.scenario(
            """
            { duration: 4, seed: 3, walk: [{ at: [0, 0] }], boxes: [{ low: [2, -50, -50], high: [3, 50, 50] }],
              camera: { width: 32, height: 24, rate: 10 \(camera) }, barometer: { rate: 5 }, \(more) }
            """)
    }

    private static func run(_ scenario: Scenario) -> [(item: SimulatedItem, frame: DepthFrame)] {
        var world = SimulatedWorld(scenario)
        var frame = Scenes.frame
        var all: [(SimulatedItem, DepthFrame)] = []
        while let item = world.next(into: &frame) { all.append((item, frame)) }
        #expect(world.next(into: &frame) == nil)
        return all
    }

    private static func time(_ item: SimulatedItem) -> Instant {
        switch item {
        case .frame(let time), .sensor(_, _, let time), .scripted(let time, _), .end(let time): time
        case .pressure(let sample): sample.time
        }
    }

    private static func frames(_ scenario: Scenario) -> [DepthFrame] {
        run(scenario).compactMap { if case .frame = $0.item { $0.frame } else { nil } }
    }

    @Test func `all comes in the order of time, and the end last and once`() throws {
        let all = Self.run(try Self.scenario("events: [{ t: 4, type: 'stop' }, { t: 0, type: 'place', id: 'g' }]"))
        let times = all.map { Self.time($0.item) }
        #expect(times == times.sorted())
        #expect(all.count { if case .frame = $0.item { true } else { false } } == 41)
        #expect(all.count { if case .pressure = $0.item { true } else { false } } == 21)
        #expect(all.last?.item == .end(at: Instant(seconds: 4)))
        #expect(all.count { if case .end = $0.item { true } else { false } } == 1)
    }

    @Test func `at one moment the script comes first, then sensors, pressure, and the frame`() throws {
        let all = Self.run(
            try Self.scenario(
                "faults: [{ camera: 'disconnected', from: 1, until: 2 }], events: [{ t: 2, type: 'stop' }]"))
        let kinds = all.filter { Self.time($0.item) == Instant(seconds: 2) }.map { item -> String in
            switch item.item {
            case .scripted: "script"
            case .sensor(let name, let connected, _): "\(name) \(connected)"
            case .pressure: "pressure"
            case .frame: "frame"
            case .end: "end"
            }
        }
        #expect(kinds == ["script", "depth true", "pressure", "frame"])
    }

    @Test func `two runs of one scenario give the same items and the same frames`() throws {
        let text = try Self.scenario("faults: [{ camera: 'frozen', from: 1, until: 2 }]")
        let first = Self.run(text)
        let second = Self.run(text)
        #expect(first.map(\.item) == second.map(\.item))
        #expect(first.map(\.frame.samples) == second.map(\.frame.samples))
    }

    @Test(arguments: [("stopped", false), ("disconnected", true)])
    func `a camera that is stopped or gone delivers nothing from its first moment up to its last`(
        kind: String, isTold: Bool
    ) throws {
        let scenario = try Self.scenario("faults: [{ camera: '\(kind)', from: 1, until: 2.5 }]")
        let times = Self.frames(scenario).map(\.arrival)
        #expect(times.count == 41 - 15)
        #expect(!times.contains { Instant(seconds: 1) <= $0 && $0 < Instant(seconds: 2.5) })
        #expect(times.contains(Instant(seconds: 2.5)))
        let told = Self.run(scenario).compactMap { item -> String? in
            if case .sensor(let name, let connected, let time) = item.item {
                "\(name) \(connected) \(time.seconds)"
            } else {
                nil
            }
        }
        #expect(told == (isTold ? ["depth false 1.0", "depth true 2.5"] : []))
    }

    @Test(arguments: [false, true])
    func `a frozen camera repeats its last frame, its number going on only where it advances`(advances: Bool) throws {
        let frames = Self.frames(
            try Self.scenario("faults: [{ camera: 'frozen', from: 1, until: 2, advances: \(advances) }]"))
        #expect(frames[8].samples != frames[9].samples)
        for index in 10..<20 {
            #expect(frames[index].samples == frames[9].samples)
            #expect(frames[index].sequence == UInt64(advances ? index + 1 : 10))
            #expect(frames[index].cameraTime == .milliseconds(advances ? index * 100 : 900))
            #expect(frames[index].arrival == Instant(seconds: Double(index) / 10))
        }
        #expect(frames[20].samples != frames[9].samples)
        #expect(frames[20].sequence == 21)
    }

    @Test func `an all-zero camera gives frames of holes that still count up`() throws {
        let frames = Self.frames(try Self.scenario("faults: [{ camera: 'zeros', from: 1, until: 1.2 }]"))
        for (index, frame) in frames.enumerated() {
            #expect(frame.samples.allSatisfy { $0 == 0 } == (index == 10 || index == 11))
            #expect(frame.sequence == UInt64(index + 1))
        }
        #expect(frames[10].confidence?.allSatisfy { $0 == 0 } == true)
    }

    @Test func `a barometer freezes, stops and jumps as it is told`() throws {
        let samples = Self.run(
            try Self.scenario(
                """
                faults: [{ barometer: 'frozen', from: 0.4, until: 1 }, { barometer: 'stopped', from: 1.6, until: 2 },
                         { barometer: 'jumps', from: 3, until: 3.2, hPa: 400 }]
                """)
        ).compactMap { item -> PressureSample? in
            if case .pressure(let sample) = item.item { sample } else { nil }
        }
        let values = Dictionary(uniqueKeysWithValues: samples.map { ($0.time.seconds, $0.hectopascals) })
        #expect(values[0] != values[0.2])
        #expect(values[0.4] == values[0.2] && values[0.8] == values[0.2] && values[1] != values[0.2])
        #expect(values[1.6] == nil && values[1.8] == nil && values[2] != nil)
        #expect(abs((values[3] ?? 0) - 1413.2) < 0.2)
        #expect(abs((values[3.2] ?? 0) - 1013.2) < 0.2)
    }

    @Test func `disconnections that overlap are one, and one without an end never returns`() throws {
        let all = Self.run(
            try Self.scenario(
                """
                faults: [{ camera: 'disconnected', from: 1, until: 2 }, { camera: 'disconnected', from: 1.5, until: 3 },
                         { barometer: 'disconnected', from: 2 }]
                """))
        let told = all.map(\.item).filter { if case .sensor = $0 { true } else { false } }
        #expect(
            told == [
                .sensor(name: "depth", connected: false, at: Instant(seconds: 1)),
                .sensor(name: "barometer", connected: false, at: Instant(seconds: 2)),
                .sensor(name: "depth", connected: true, at: Instant(seconds: 3)),
            ])
    }

    @Test func `a walker without sensors has only its script and the end`() throws {
        let all = Self.run(
            try Scenes.scenario(
                "{ duration: 9, walk: [{ at: [0, 0] }], camera: false, barometer: false, events: [{ t: 1, type: 'stop' }] }"
            ))
        #expect(all.map { Self.time($0.item) } == [Instant(seconds: 1), Instant(seconds: 9)])
    }
}
