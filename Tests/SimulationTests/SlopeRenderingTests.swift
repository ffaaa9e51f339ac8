import Foundation
import Readings
import Simulation
import Testing

/// Ramps, glass and leaning cameras as they are drawn.
struct SlopeRenderingTests {
    private static let exact = "disparityNoise: 0, holes: 0, flying: 0"

    @Test(arguments: [0.0, 7.0, -12.0])
    func `a ramp's samples lie on its slope, to one unit`(roll: Double) throws {
        let scenario = try Scenes.scenario(
            """
            { duration: 1, ramps: [{ start: [1, 0], end: [7, 0], rise: 0.5, width: 20 }], walk: [{ at: [0, 0] }],
              camera: { \(Self.exact), mountHeight: 0.8, pitch: 25, roll: \(roll) } }
            """)
        let camera = try #require(scenario.camera)
        let frame = Scenes.render(scenario)
        let (pitch, lean) = (25 * Double.pi / 180, roll * Double.pi / 180)
        var onSlope = 0
        for row in stride(from: 5, to: camera.height, by: 37) {
            for column in stride(from: 5, to: camera.width, by: 41) {
                let depth = Double(frame.samples[row * camera.width + column]) / 1000
                guard depth > 0 else { continue }
                let across = (Double(column) - camera.centreX) / camera.focalX
                let down = (Double(row) - camera.centreY) / camera.focalY
                // The picture turned back by the lean, then the ray in the world.
                let right = across * cos(lean) - down * sin(lean)
                let below = across * sin(lean) + down * cos(lean)
                let ahead = depth * (cos(pitch) - below * sin(pitch))
                let height = 0.8 - depth * (sin(pitch) + below * cos(pitch))
                guard ahead > 1.05, ahead < 6.95, abs(depth * right) < 9.9 else { continue }
                onSlope += 1
                #expect(abs(height - (ahead - 1) / 12) < 0.002, "row \(row), column \(column)")
            }
        }
        #expect(onSlope > 50)
    }

    @Test func `a walker who goes by ramp leans with it, so that the ramp looks as the floor did`() throws {
        let scenario = try Scenes.scenario(
            """
            { floors: [{ height: 0, low: [-9, -9], high: [0, 9] }],
              ramps: [{ start: [0, 0], end: [120, 0], rise: 10, width: 18 }],
              walk: [{ at: [0, 0] }, { at: [60, 0, 5], by: "ramp" }], camera: { \(Self.exact), pitch: 30 } }
            """)
        let level = try Scenes.scenario(
            "{ duration: 1, floors: [{ height: 0 }], walk: [{ at: [0, 0] }], camera: { \(Self.exact), pitch: 30 } }")
        let (onRamp, onFloor) = (Scenes.render(scenario, at: 20), Scenes.render(level))
        let middle = 300 * 640 + 320
        // The camera stands upright over the ramp's point: a third of a percent lower than square to it.
        #expect(abs(Int(onRamp.samples[middle]) - Int(onFloor.samples[middle])) <= 6)
    }

    @Test func `of a pane of glass its shares are seen and lost, and the wall behind it otherwise`() throws {
        let scenario = try Scenes.scenario(
            """
            { duration: 1, floors: [{ name: "pit", height: -4, low: [80, 80], high: [81, 81] }], glass: [{ start: [1, -9], end: [1, 9], height: 9, floor: "pit", seen: 0.2, lost: 0.3 }],
              boxes: [{ low: [3, -9, -9], high: [4, 9, 9] }], walk: [{ at: [0, 0] }], camera: { \(Self.exact) } }
            """)
        let frame = Scenes.render(scenario)
        let total = Double(frame.samples.count)
        let pane = Double(frame.samples.count { $0 < 1010 && $0 > 0 }) / total
        let lost = Double(frame.samples.count { $0 == 0 }) / total
        let wall = Double(frame.samples.count { $0 == 3000 }) / total
        // 4800 patches: three deviations of a share of 0.3 are 0.02.
        #expect(abs(pane - 0.2) < 0.02 && abs(lost - 0.3) < 0.02 && abs(wall - 0.5) < 0.03)
        #expect(frame.samples != Scenes.render(scenario, index: 1).samples)
    }

    @Test(arguments: [
        ("ramps: [{ start: [0, 0], end: [1, 1], rise: 1 }]", "contradiction"),
        ("ramps: [{ start: [0, 0], end: [1, 0], rise: 0 }]", "outOfRange"),
        ("ramps: [{ start: [0, 0], end: [1, 0] }]", "missingKey"),
        ("glass: [{ start: [0, 0], end: [1, 0], seen: 0.6, lost: 0.6 }]", "contradiction"),
        ("glass: [{ start: [0, 0], end: [1, 0], thick: 2 }]", "unknownKey"),
        ("camera: { roll: 50 }", "outOfRange"), ("camera: { calibrated: 1 }", "wrongType"),
    ])
    func `what makes no ramp, pane or camera is a finding`(text: String, code: String) {
        let (scenario, findings) = Scenario.read(Array("{ duration: 1, walk: [{ at: [0, 0] }], \(text) }".utf8))
        #expect(scenario == nil)
        #expect(findings.map(\.code) == [code])
    }
}
