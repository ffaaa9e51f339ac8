/// One reading of a barometer.
public struct PressureSample: Equatable, Sendable {
    /// Air pressure in hectopascals; not yet judged plausible, and NaN where the sensor gave nothing.
    public var hectopascals: Double
    /// The pressure, in hectopascals, of a second barometer that does not move, where one is heard.
    public var referenceHectopascals: Double?
    /// When the sample was taken, on the host's monotonic clock.
    public var time: Instant

    /// Makes a sample.
    public init(hectopascals: Double, referenceHectopascals: Double? = nil, time: Instant) {
        self.hectopascals = hectopascals
        self.referenceHectopascals = referenceHectopascals
        self.time = time
    }
}
