import Readings

/// Pressure to altitude, by the International Standard Atmosphere.
///
/// The power is computed from the four basic operations alone, which IEEE 754 defines to the last bit, so that the
/// same pressures give the same metres on every machine and with every C library.
public enum Altitude {
    /// Pressures that a barometer on the ground can show, in hectopascals; anything else is a dropped sample.
    public static let plausibleHectopascals = 300.0...1100.0

    /// The scale of the standard atmosphere in metres: 288.15 K over a lapse rate of 6.5 K/km.
    static let scaleMetres = 44330.77
    /// The exponent of the pressure ratio.
    static let exponent = 0.190263
    /// The pressure that the internal frame counts from; any other would do, see ``relative(_:to:)``.
    static let frameHectopascals = 1013.25

    /// Whether a pressure in hectopascals is one that a working barometer can show; NaN is not.
    public static func isPlausible(hectopascals: Double) -> Bool { plausibleHectopascals.contains(hectopascals) }

    /// The altitude in metres of `hectopascals` above the level where the pressure is `baseline` hectopascals.
    ///
    /// `h = 44330.77 × (1 − (p/p0)^0.190263)`; both pressures must be plausible. Worked: 1000 over 1013.25 hPa is
    /// 110.9 m.
    public static func metres(hectopascals: Double, above baseline: Double) -> Double {
        scaleMetres * (1 - AltitudePower.power(hectopascals / baseline, exponent))
    }

    /// The pressure in hectopascals at `metres` above the level where it is `baseline` hectopascals.
    ///
    /// The inverse of ``metres(hectopascals:above:)``; `metres` must be below 44 km. Worked: 3 m above 1013.25 hPa is
    /// 1012.890 hPa.
    public static func hectopascals(metres: Double, above baseline: Double) -> Double {
        baseline * AltitudePower.power(1 - metres / scaleMetres, 1 / exponent)
    }

    /// The altitude in the internal frame, which counts from the standard pressure.
    static func inFrame(hectopascals: Double) -> Double { metres(hectopascals: hectopascals, above: frameHectopascals) }

    /// What lies `altitude` above `baseline`, both in the internal frame, as the formula gives it from the two
    /// pressures.
    ///
    /// With `u = 1 − x/44330.77` the frame cancels exactly: `(p/p0)^k = u/u0`. So samples are converted once and the
    /// baseline may move freely.
    static func relative(_ altitude: Double, to baseline: Double) -> Double {
        scaleMetres * (altitude - baseline) / (scaleMetres - baseline)
    }
}
