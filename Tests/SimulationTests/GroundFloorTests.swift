import Perception
import Readings
import Simulation
import Testing

/// Floors and ramps with nothing on them.
struct GroundFloorTests {
    private static let farthest = DepthRules(maximumMetres: 4.0)

    @Test(arguments: [0.3, 0.6, 1.0], [0.0, 15, 30, 40])
    func `a floor alone is never a surface and never a drop-off, whatever the camera's height and pitch`(
        height: Double, pitch: Double
    ) throws {
        let seen = try GroundScenes.walk(
            """
            { seed: 11, floors: [{ height: 0 }], walk: [{ at: [0, 0] }, { at: [3, 0] }],
              \(GroundScenes.camera(height: height, pitch: pitch)) }
            """)
        #expect(seen.frames > 40)
        #expect(seen.nearest == .infinity)
        #expect(seen.nearestStrip == .infinity)
        #expect(seen.dropOffs.isEmpty)
    }

    /// A ramp of 1:12 over six metres between two floors, walked over with the camera leaning as the robot does.
    private static func ramp(up: Bool, height: Double, pitch: Double) -> String {
        let rise = 0.5
        let (low, high) =
            up
            ? ("-9, -9], high: [4, 9]", "10, -9], high: [60, 9]") : ("10, -9], high: [60, 9]", "-9, -9], high: [4, 9]")
        let base = up ? 0 : -rise
        let (start, end) = up ? (4, 10) : (10, 4)
        let beyond = up ? rise : -rise
        return """
            { seed: 12, floors: [{ name: "low", height: \(base), low: [\(low) }, { height: \(base + rise), low: [\(high) }],
              ramps: [{ floor: "low", start: [\(start), 0], end: [\(end), 0], rise: \(rise), width: 18 }],
              walk: [{ at: [0, 0, 0] }, { at: [4, 0, 0] }, { at: [10, 0, \(beyond)], by: "ramp" }, { at: [12, 0, \(beyond)] }],
              \(GroundScenes.camera(height: height, pitch: pitch)) }
            """
    }

    @Test(arguments: [0.3, 0.6, 1.0], [0.0, 20, 40])
    func `ramps of 1 to 12, up and down, from their foot over their crest, never alert`(
        height: Double, pitch: Double
    ) throws {
        for up in [true, false] {
            let seen = try GroundScenes.walk(Self.ramp(up: up, height: height, pitch: pitch))
            #expect(seen.frames > 150)
            #expect(seen.nearest == .infinity, "\(up ? "up" : "down")")
            #expect(seen.nearestStrip == .infinity, "\(up ? "up" : "down")")
            #expect(seen.dropOffs.isEmpty, "\(up ? "up" : "down")")
            #expect(seen.state == .on)
        }
    }

    @Test func `the same ramp without ground awareness is a surface, so the test above can fail`() throws {
        var scenario = try Scenes.scenario(Self.ramp(up: true, height: 0.3, pitch: 20))
        scenario.duration = .seconds(4)
        var world = SimulatedWorld(scenario)
        var perception = FramePerception()
        var frame = Scenes.frame
        var nearest = Double.infinity
        while let item = world.next(into: &frame) {
            if case .frame = item, case .surface(let metres)? = perception.observe(frame)?.reading {
                nearest = min(nearest, metres)
            }
        }
        #expect(nearest < 1)
    }

    @Test func `a carpet of 2 cm and its edge are floor`() throws {
        let seen = try GroundScenes.walk(
            """
            { seed: 13, floors: [{ height: 0 }], boxes: [{ low: [2, -3, 0], high: [5, 3, 0.02] }],
              walk: [{ at: [0, 0] }, { at: [7, 0] }], \(GroundScenes.camera(height: 0.5, pitch: 20)) }
            """)
        #expect(seen.nearest == .infinity)
        #expect(seen.dropOffs.isEmpty)
    }

    @Test
    func `ros-planning/navigation#942: a floor under 2 cm of noise, with the pitch 3 degrees off, gives no alert`()
        throws
    {
        // A deviation of 2 cm at the metre and a half where the floor is nearest.
        let text = """
            { seed: 14, floors: [{ height: 0 }], walk: [{ at: [0, 0] }, { at: [6, 0] }],
              \(GroundScenes.camera(height: 0.5, pitch: 15, more: "disparityNoise: 0.17, ")) }
            """
        var mounting = try #require(try Scenes.scenario(text).camera).mounting
        mounting.pitchDegrees -= 3
        let seen = try GroundScenes.walk(text, mounting: mounting)
        #expect(seen.nearest > 1)
        #expect(seen.nearestStrip > 1)
        #expect(seen.dropOffs.isEmpty)
    }

    @Test func `ros-planning/navigation#942: a step up of 10 cm is a surface`() throws {
        let seen = try GroundScenes.walk(
            """
            { seed: 15, floors: [{ height: 0 }], boxes: [{ low: [3, -3, 0], high: [9, 3, 0.1] }],
              walk: [{ at: [0, 0] }, { at: [2.4, 0] }], \(GroundScenes.camera(height: 0.3, pitch: 3)) }
            """)
        #expect(seen.nearest <= 1)
    }
}
