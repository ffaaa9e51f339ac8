import Readings

/// The pressure that the barometer of a scenario reads.
///
/// The International Standard Atmosphere, with height 0 at the scenario's own pressure:
/// p = p₀·(1 − h/44330.77)^(1/0.190263). At 1013.25 hPa, 3.2 m up is 1012.866 hPa.
package struct PressureModel: Sendable {
    private let weather: Weather
    private let walk: Walk
    private let mountHeight: Double
    private let deviation: Double
    private let chance: Chance

    /// Makes the model; where the scenario has no barometer it reads as the default one.
    package init(_ scenario: Scenario) {
        let barometer = scenario.barometer ?? BarometerModel()
        weather = scenario.weather
        walk = scenario.walk
        mountHeight = barometer.mountHeight
        let noise = (barometer: barometer.noise, air: scenario.weather.noise)
        deviation = (noise.barometer * noise.barometer + noise.air * noise.air).squareRoot()
        chance = Chance(seed: scenario.seed, stream: .pressure)
    }

    /// The pressure at a height in metres over the scenario's 0, for a pressure there in hPa; heights above −5000 m
    /// and below 44 km.
    package static func pressure(atMetres height: Double, ground: Double) -> Double {
        ground * PlainMath.power(1 - height / 44330.77, 1 / 0.190263)
    }

    /// The true pressure at the barometer, hPa, without noise: height, drift and doors.
    package func truth(at instant: Instant) -> Double {
        let seconds = instant.seconds
        let height = walk.pose(at: seconds).position.z + mountHeight
        var ground = weather.pressure + weather.drift * seconds / 3600
        for door in weather.doors { ground += door.pressure(at: seconds) }
        return Self.pressure(atMetres: height, ground: ground)
    }

    /// What sample `index` reads, hPa.
    package func reading(at instant: Instant, index: UInt64) -> Double {
        deviation > 0 ? truth(at: instant) + deviation * chance.bell(index) : truth(at: instant)
    }
}
