import Readings

/// How a barometer chip measures, in the terms that all of them share.
///
/// A chip that does not have a number given here refuses it (`ChipFault.settings`).
package struct BarometerSettings: Equatable, Sendable {
    /// How many times pressure is sampled for one measurement; 256 to 4096 for an MS5611, which counts otherwise.
    package var pressureOversampling: Int
    /// How many times temperature is sampled for one measurement.
    package var temperatureOversampling: Int
    /// The coefficient of the chip's low-pass filter, 0 for none; for an LPS22 its divisor of the rate, 9 or 20.
    package var filter: Int
    /// How many measurements a second.
    package var hertz: Double
    /// Temperature is measured once with this many pressures, where the chip measures it apart.
    package var temperatureEvery: Int
    /// How long measurements are thrown away after the chip was found: they run in when it has just been powered.
    package var settling: Duration
    /// The pressures that are measurements, in pascals; others are errors.
    package var pascals = Self.air
    /// The temperatures of the chip at which its measurements count, in degrees Celsius.
    package var celsius = -40.0...85.0

    /// The pressures that air has where people are, in pascals, by the sheets of most chips.
    package static let air = 30_000.0...110_000.0

    /// Makes settings.
    package init(
        pressureOversampling: Int, temperatureOversampling: Int, filter: Int, hertz: Double, temperatureEvery: Int = 1,
        settling: Duration = .seconds(1)
    ) {
        self.pressureOversampling = pressureOversampling
        self.temperatureOversampling = temperatureOversampling
        self.filter = filter
        self.hertz = hertz
        self.temperatureEvery = temperatureEvery
        self.settling = settling
    }

    /// The power of two that a count of samples is, up to `most`; nil where it is none.
    static func power(_ count: Int, most: Int) -> UInt8? {
        guard count > 0, count & (count - 1) == 0, count <= most else { return nil }
        return UInt8(count.trailingZeroBitCount)
    }

    /// The place of a value in a list of what a chip offers; nil where it is not there.
    static func place<Value: Equatable>(of value: Value, in offered: [Value]) -> UInt8? {
        offered.firstIndex(of: value).map(UInt8.init)
    }
}

/// The settings to use for a chip, by its name in small letters such as “bmp390”; nil means the standard ones.
///
/// What the bus cannot tell apart goes by one name: an MS5607 is asked for as “ms5611”, an SPL06 as “dps310”.
package typealias BarometerTuning = @Sendable (_ chip: String) -> BarometerSettings?
