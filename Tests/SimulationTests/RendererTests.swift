import Evidence
import Readings
import Simulation
import Testing

struct RendererTests {
    /// A hundred boxes of random sizes around a camera that looks somewhere, none of them around the camera.
    private static func boxes(_ random: inout SplitMix, eye: SIMD3<Double>) -> [Box] {
        var boxes: [Box] = []
        while boxes.count < 100 {
            let centre = SIMD3(random.unit() * 16 - 8, random.unit() * 16 - 8, random.unit() * 6 - 2)
            let half = SIMD3(random.unit(), random.unit(), random.unit()) * 0.7 + 0.02
            let box = Box(centre - half, centre + half)
            if (0..<3).allSatisfy({ box.low[$0] < eye[$0] + 0.05 && eye[$0] - 0.05 < box.high[$0] }) { continue }
            boxes.append(box)
        }
        return boxes
    }

    @Test(arguments: [(0.0, 0.0, 1), (37.0, 0.0, 2), (-120.0, 11.0, 3), (90.0, -20.0, 4), (180.0, 35.0, 5)])
    func `every sample of a noise-free frame of a hundred boxes is its ray's distance, to one unit`(
        heading: Double, pitch: Double, seed: UInt64
    ) throws {
        var scenario = try Scenes.scenario(
            """
            { duration: 1, walk: [{ at: [0.3, -0.2], heading: \(heading) }],
              camera: { disparityNoise: 0, holes: 0, flying: 0, pitch: \(pitch), minimum: 0.05 } }
            """)
        let camera = try #require(scenario.camera)
        var random = SplitMix(seed: seed)
        let eye = SIMD3(0.3, -0.2, camera.mountHeight)
        let boxes = Self.boxes(&random, eye: eye)
        scenario.solids = boxes.map { Solid($0) }
        let frame = Scenes.render(scenario)
        let caster = RayCaster(camera: camera, eye: eye, yaw: heading * .pi / 180, pitch: pitch * .pi / 180)
        var disagreements = 0
        var met = 0
        for row in 0..<camera.height {
            for column in stride(from: row % 3, to: camera.width, by: 3) {
                let sample = Int(frame.samples[row * camera.width + column])
                let depth = caster.depth(column: column, row: row, boxes: boxes) ?? 0
                let isBeyond = depth < camera.minimum || depth > camera.maximum
                if !isBeyond { met += 1 }
                if abs(sample - (isBeyond ? 0 : Int((depth * 1000).rounded()))) > 1 { disagreements += 1 }
            }
        }
        #expect(met > 20_000)
        #expect(disagreements == 0)
    }

    @Test func `the same scenario and seed give the same bytes, whatever was drawn before`() throws {
        let scenario = try Scenes.scenario(String(decoding: Scenario.bundled, as: UTF8.self))
        var used = Renderer(scenario)
        var frame = Scenes.frame
        for index in 0..<20 as Range<UInt64> {
            used.render(at: Instant(seconds: Double(index) * 5), index: index, into: &frame)
        }
        used.render(at: Instant(seconds: 12), index: 180, into: &frame)
        let fresh = Scenes.render(scenario, at: 12, index: 180)
        #expect(frame.samples == fresh.samples)
        #expect(frame.confidence == fresh.confidence)
    }

    @Test func `another seed, or another frame of the same scene, has other noise`() throws {
        var scenario = try Scenes.scenario(Scenes.wall(metres: 2, camera: "camera: {}"))
        let first = Scenes.render(scenario)
        #expect(first.samples != Scenes.render(scenario, index: 1).samples)
        scenario.seed += 1
        #expect(first.samples != Scenes.render(scenario).samples)
    }

    @Test(arguments: [1.0, 2.5, 0.5])
    func `moving a box in the scenario moves the distances`(metres: Double) throws {
        let near = Scenes.render(try Scenes.scenario(Scenes.wall(metres: metres)))
        let far = Scenes.render(try Scenes.scenario(Scenes.wall(metres: metres + 0.25)))
        #expect(near.samples.allSatisfy { $0 == UInt16(metres * 1000) })
        #expect(far.samples.allSatisfy { $0 == UInt16(metres * 1000 + 250) })
    }

    @Test func `a box is there from its first second up to, not at, its last, and moves on its path`() throws {
        let scenario = try Scenes.scenario(
            """
            { duration: 30, walk: [{ at: [0, 0] }], \(Scenes.exact), boxes: [
              { low: [4, -50, -50], high: [5, 50, 50] },
              { low: [2, -50, -50], high: [2.5, 50, 50], from: 10, until: 20,
                path: [{ t: 12, by: [0, 0, 0] }, { t: 14, by: [1, 0, 0] }] } ] }
            """)
        let rows: [(Double, UInt16)] = [
            (0, 4000), (9.999, 4000), (10, 2000), (12, 2000), (13, 2500), (14, 3000), (19.999, 3000), (20, 4000),
        ]
        for (seconds, depth) in rows {
            #expect(Scenes.render(scenario, at: seconds).samples[100_000] == depth, "at \(seconds) s")
        }
    }

    @Test(arguments: [(0.2, UInt16(200)), (0.199, 0), (10.0, 10_000), (10.001, 0)])
    func `what is nearer or farther than the camera can measure is a hole of low confidence`(
        metres: Double, sample: UInt16
    ) throws {
        let frame = Scenes.render(try Scenes.scenario(Scenes.wall(metres: metres)))
        #expect(frame.samples[153_000] == sample)
        #expect(frame.confidence?[153_000] == (sample == 0 ? 0 : 2))
    }

    @Test(arguments: [(1.0, UInt8(2)), (2.6, 2), (2.7, 1), (5.3, 1), (5.4, 0)])
    func `confidence falls as the noise grows against the distance`(metres: Double, level: UInt8) throws {
        let camera = "camera: { disparityNoise: 0.12, focal: [384, 384], baseline: 0.05, holes: 0, flying: 0 }"
        let frame = Scenes.render(try Scenes.scenario(Scenes.wall(metres: metres, camera: camera)))
        #expect(frame.confidence?.allSatisfy { $0 == level } == true)
    }

    @Test func `a camera without confidence gives frames without it, and other sizes and units are kept to`() throws {
        let text = Scenes.wall(
            metres: 1.5,
            camera: """
                camera: { width: 333, height: 71, depthUnit: 0.0005, confidence: false, disparityNoise: 0, holes: 0,
                          flying: 0 }
                """)
        let frame = Scenes.render(try Scenes.scenario(text))
        try frame.validate()
        #expect(frame.confidence == nil)
        #expect(frame.width == 333)
        #expect(frame.depthUnit == 0.0005)
        #expect(frame.samples.allSatisfy { $0 == 3000 })
    }

    @Test func `the time of a frame of the bundled scenario is printed, not judged`() throws {
        var world = SimulatedWorld(try Scenes.scenario(String(decoding: Scenario.bundled, as: UTF8.self)))
        var frame = Scenes.frame
        var frames = 0
        let clock = ContinuousClock()
        let span = clock.measure {
            while frames < 300, let item = world.next(into: &frame) {
                if case .frame = item { frames += 1 }
            }
        }
        print("simulation: \(span / frames) a frame of \(frame.width)×\(frame.height)")
        #expect(frames == 300)
    }
}
