/// Elementary functions made of additions, multiplications and square roots alone.
///
/// IEEE 754 fixes those to the last bit, while a system's own `sin` or `pow` may differ from the next system's; what is
/// decided must be the same everywhere. Errors are below 10⁻¹⁴ in the ranges used here.
public enum PlainMath {
    private static let halfPi = (high: 1.5707963267341256, low: 6.077100506506192e-11)

    /// The sine and cosine of an angle in radians, within ±10⁶: of π/6, 0.5 and 0.8660254.
    public static func sineAndCosine(_ angle: Double) -> (sine: Double, cosine: Double) {
        let quarter = (angle / (Double.pi / 2)).rounded()
        let rest = (angle - quarter * halfPi.high) - quarter * halfPi.low
        let (sine, cosine) = reduced(rest)
        switch Int(quarter) & 3 {
        case 0: return (sine, cosine)
        case 1: return (cosine, -sine)
        case 2: return (-sine, -cosine)
        default: return (-cosine, sine)
        }
    }

    private static func reduced(_ angle: Double) -> (Double, Double) {
        let square = angle * angle
        var sine = 1.0
        var cosine = 1.0
        for step in stride(from: 18.0, to: 0, by: -2) {
            sine = 1 - square / (step * (step + 1)) * sine
            cosine = 1 - square / (step * (step - 1)) * cosine
        }
        return (angle * sine, cosine)
    }

    /// The direction of (x, y) in radians from +x, counter-clockwise, in −π to π; 0 for no direction.
    public static func direction(x: Double, y: Double) -> Double {
        guard x != 0 || y != 0 else { return 0 }
        if abs(y) > abs(x) {
            return (y > 0 ? 1 : -1) * Double.pi / 2 - arctangent(x / y)
        }
        if x > 0 { return arctangent(y / x) }
        return arctangent(y / x) + (y < 0 ? -1 : 1) * Double.pi
    }

    /// The angle in radians, within ±π/2, of which this is the sine.
    ///
    /// Values outside ±1 count as ±1. Of 0.5, π/6.
    public static func arcsine(_ sine: Double) -> Double {
        let held = min(max(sine, -1), 1)
        return direction(x: (1 - held * held).squareRoot(), y: held)
    }

    /// The angle in radians, from 0 to π, of which this is the cosine.
    ///
    /// Values outside ±1 count as ±1. Of 0.5, π/3.
    public static func arccosine(_ cosine: Double) -> Double {
        let held = min(max(cosine, -1), 1)
        return direction(x: held, y: (1 - held * held).squareRoot())
    }

    /// The arctangent for arguments within ±1, by two halvings of the angle and a series.
    private static func arctangent(_ ratio: Double) -> Double {
        var value = ratio
        for _ in 0..<2 { value /= 1 + (1 + value * value).squareRoot() }
        let square = value * value
        var sum = 0.0
        for step in stride(from: 23.0, through: 1, by: -2) { sum = 1 / step - square * sum }
        return 4 * value * sum
    }

    /// `base` to the power of `exponent`, for a positive base: 0.9 to the power of 5.2559 is 0.57479.
    public static func power(_ base: Double, _ exponent: Double) -> Double { exponential(exponent * logarithm(base)) }

    private static func logarithm(_ value: Double) -> Double {
        precondition(value > 0 && value.isFinite)
        var exponent = Double(value.exponent)
        var significand = value.significand
        if significand > 1.4142135623730951 {
            significand /= 2
            exponent += 1
        }
        let ratio = (significand - 1) / (significand + 1)
        let square = ratio * ratio
        var sum = 0.0
        for step in stride(from: 21.0, through: 1, by: -2) { sum = 1 / step + square * sum }
        return 2 * ratio * sum + exponent * 0.6931471805599453
    }

    private static func exponential(_ value: Double) -> Double {
        let doublings = (value / 0.6931471805599453).rounded()
        let rest = value - doublings * 0.6931471805599453
        var sum = 1.0
        for step in stride(from: 16.0, through: 1, by: -1) { sum = 1 + rest / step * sum }
        return Double(sign: .plus, exponent: Int(doublings), significand: sum)
    }
}
