/// Powers from the four basic operations, the same to the last bit on every machine.
enum AltitudePower {
    /// `base` to the power of `exponent`; `base` positive and finite, `|exponent × ln base|` up to 700.
    ///
    /// Within 4 units in the last place for altitudes. Worked: `0.9⁰·¹⁹⁰²⁶³` is 0.980154….
    static func power(_ base: Double, _ exponent: Double) -> Double { exponential(exponent * logarithm(base)) }

    private static let lnTwo = 0.693147180559945309417

    /// The natural logarithm, by the series of the area tangent on a mantissa within √½ … √2.
    static func logarithm(_ value: Double) -> Double {
        var mantissa = value.significand
        var power = Double(value.exponent)
        if mantissa > 1.4142135623730951 {
            mantissa /= 2
            power += 1
        }
        let ratio = (mantissa - 1) / (mantissa + 1)
        let square = ratio * ratio
        // |ratio| ≤ 0.172: the term after 21 is below 2⁻⁵⁵.
        var sum = 0.0
        var divisor = 21.0
        while divisor >= 1 {
            sum = sum * square + 1 / divisor
            divisor -= 2
        }
        return 2 * ratio * sum + power * lnTwo
    }

    /// The exponential, by its own series on a remainder within ±½ ln 2.
    static func exponential(_ value: Double) -> Double {
        let twos = (value / lnTwo).rounded()
        let rest = value - twos * lnTwo
        // |rest| ≤ 0.347: the term after 14 is below 2⁻⁵⁵.
        var sum = 1.0
        var divisor = 14.0
        while divisor >= 1 {
            sum = 1 + rest / divisor * sum
            divisor -= 1
        }
        return Double(sign: .plus, exponent: Int(twos), significand: sum)
    }
}
