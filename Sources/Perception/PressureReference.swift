import Readings

/// Takes out of a robot's pressure what a second barometer, which does not move, feels as well.
///
/// With p the pressure, r that of the reference and g a factor, p × g is what the altitude comes from, and g follows
/// 1/r from one fresh reference to the next: then it is the ratio p/r that counts. Where the reference comes or goes, g
/// stays as it is, so there is no step.
struct PressureReference {
    /// A reference older than this is lost.
    static let limit: Int64 = 10_000_000_000

    private var factor = 1.0
    private var last: (hectopascals: Double, time: Int64)?

    /// The pressure of `sample` in hectopascals, less what the reference felt since it was first heard.
    mutating func corrected(_ sample: PressureSample) -> Double {
        if let heard = sample.referenceHectopascals, Altitude.isPlausible(hectopascals: heard) {
            if let last, sample.time.nanoseconds - last.time <= Self.limit { factor *= last.hectopascals / heard }
            last = (heard, sample.time.nanoseconds)
        }
        return sample.hectopascals * factor
    }
}
