import Foundation
import Readings
import Simulation
import Testing

struct PressureModelTests {
    private static func model(_ weather: String, walk: String = "[{ at: [0, 0] }]") throws -> PressureModel {
        PressureModel(
            try Scenes.scenario(
                "{ duration: 4000, walk: \(walk), weather: { \(weather) }, barometer: { noise: 0, mountHeight: 0 } }"))
    }

    @Test(arguments: [(0.0, 1013.25), (3.2, 1012.8656), (100, 1001.295), (-50, 1019.271), (1000, 898.746)])
    func `the pressure of a known height is the standard atmosphere's`(metres: Double, hectopascals: Double) {
        let pressure = PressureModel.pressure(atMetres: metres, ground: 1013.25)
        #expect(abs(pressure - hectopascals) < 0.001)
        #expect(abs(pressure - 1013.25 * pow(1 - metres / 44330.77, 1 / 0.190263)) < 1e-9)
        let back = 44330.77 * (1 - pow(pressure / 1013.25, 0.190263))
        #expect(abs(back - metres) < 1e-6)
    }

    @Test func `stairs of 3.2 m are 3.2 m in the pressure`() throws {
        let model = try Self.model(
            "pressure: 1000", walk: "[{ at: [0, 0], pause: 10 }, { at: [4, 0, 3.2], t: 25, by: 'stairs' }]")
        let before = model.truth(at: Instant(seconds: 5))
        let after = model.truth(at: Instant(seconds: 30))
        #expect(before == 1000)
        #expect(abs(44330.77 * (1 - pow(after / before, 0.190263)) - 3.2) < 1e-6)
    }

    @Test func `the weather drifts by so much an hour`() throws {
        let model = try Self.model("pressure: 1000, drift: -3")
        #expect(abs(model.truth(at: Instant(seconds: 3600)) - 997) < 1e-9)
    }

    @Test(
        arguments: [
            ("slam: 0.6, duration: 2", [(9.9, 0.0), (10, 0), (11, 0.6), (11.5, 0.45), (12, 0), (50, 0)]),
            ("gust: -0.6, duration: 2", [(9.9, 0), (10, -0.6), (11.9, -0.6), (12, 0)]),
            ("step: 0.3", [(9.9, 0), (10.15, 0.15), (10.3, 0.3), (3000, 0.3)]),
            ("step: 0.3, duration: 0", [(9.999, 0), (10, 0.3)]),
        ])
    func `doors push the pressure, and a pressurised door keeps it`(
        door: String, expected: [(seconds: Double, rise: Double)]
    ) throws {
        let model = try Self.model("pressure: 1000, doors: [{ t: 10, \(door) }]")
        for row in expected {
            let rise = model.truth(at: Instant(seconds: row.seconds)) - 1000
            #expect(abs(rise - row.rise) < 1e-6, "at \(row.seconds) s")
        }
    }

    @Test func `the noise of air and sensor add up as their squares, around the truth`() throws {
        let scenario = try Scenes.scenario(
            "{ duration: 10, walk: [{ at: [0, 0] }], weather: { noise: 0.03 }, barometer: { noise: 0.04 } }")
        let model = PressureModel(scenario)
        let truth = model.truth(at: .start)
        let errors = (0..<20_000 as Range<UInt64>).map { model.reading(at: .start, index: $0) - truth }
        let mean = errors.reduce(0, +) / 20_000
        let deviation = (errors.reduce(0) { $0 + $1 * $1 } / 20_000).squareRoot()
        #expect(abs(mean) < 0.0015)
        #expect(abs(deviation - 0.05) < 0.0015)
        #expect(model.reading(at: .start, index: 5) == PressureModel(scenario).reading(at: .start, index: 5))
    }
}
