/// Depth limits in whole units of a camera, taken inwards, by exact decimal arithmetic.
///
/// 0.1 m is 100 units of 0.001 m and 334 of 0.0003 m. Binary division would decide some of these by its rounding
/// (5.0 / 0.0001 need not be 50,000), so limit and unit are taken as the decimal numbers that a person wrote: the
/// shortest decimal that gives the same `Double`. A unit that is exactly a single-precision number, as several cameras
/// report it, means its shortest single-precision decimal: 0.0010000000474974513 is 0.001.
struct DepthUnits: Equatable {
    /// The lowest usable sample, at least 1: a sample of 0 is a hole whatever the settings say.
    let low: UInt16
    /// The highest usable sample; below `low` where no sample is usable.
    let high: UInt16

    /// The limits `minimum` and `maximum` in metres, in units of `unit` metres, which must be positive and finite.
    init(minimum: Double, maximum: Double, unit: Double) {
        let unitDecimal = Decimal10(unit: unit)
        let least = max(1, Self.quotient(minimum, unitDecimal, roundedUp: true))
        let most = Self.quotient(maximum, unitDecimal, roundedUp: false)
        guard least <= 65_535, most >= least else {
            low = 1
            high = 0
            return
        }
        low = UInt16(least)
        high = UInt16(min(most, 65_535))
    }

    /// Whether there is a sample that may be usable.
    var isEmpty: Bool { high < low }

    /// `metres / unit` in whole units, held to 0 … 65,536; 0 for what is no positive number.
    private static func quotient(_ metres: Double, _ unit: Decimal10, roundedUp: Bool) -> Int {
        guard metres > 0 else { return 0 }
        guard metres.isFinite else { return 65_536 }
        let length = Decimal10(metres)
        let exponent = length.exponent - unit.exponent
        guard let numerator = length.digits(raisedBy: max(0, exponent)) else { return 65_536 }
        guard let denominator = unit.digits(raisedBy: max(0, -exponent)) else { return roundedUp ? 1 : 0 }
        let (whole, rest) = numerator.quotientAndRemainder(dividingBy: denominator)
        return whole >= 65_536 ? 65_536 : Int(whole) + (roundedUp && rest > 0 ? 1 : 0)
    }
}

/// A positive decimal number, `significand × 10^exponent`.
private struct Decimal10 {
    let significand: UInt128
    let exponent: Int

    /// The shortest decimal that gives `value`, which must be positive and finite.
    init(_ value: Double) {
        self.init(text: value.description)
    }

    /// As above, but the shortest single-precision decimal where the value is a single-precision number.
    init(unit: Double) {
        let single = Float(unit)
        self.init(text: Double(single) == unit ? single.description : unit.description)
    }

    private init(text: String) {
        var significand: UInt128 = 0
        var fraction = 0
        var exponent = 0
        var isFraction = false
        let parts = text.utf8.split(separator: UInt8(ascii: "e"))
        for byte in parts.first ?? Substring().utf8 {
            if byte == UInt8(ascii: ".") { isFraction = true }
            guard (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) else { continue }
            significand = significand * 10 + UInt128(byte - UInt8(ascii: "0"))
            fraction += isFraction ? 1 : 0
        }
        if parts.count > 1 { exponent = Int(String(decoding: parts[1], as: UTF8.self)) ?? 0 }
        self.significand = significand
        self.exponent = exponent - fraction
    }

    /// `significand × 10^power`; nil where it does not fit, which is above 10³⁸.
    func digits(raisedBy power: Int) -> UInt128? {
        var result = significand
        for _ in 0..<min(power, 400) {
            let (next, overflow) = result.multipliedReportingOverflow(by: 10)
            if overflow { return nil }
            result = next
        }
        return result
    }
}

/// Depth as it is reported: metres on the decimal micrometre grid.
enum DepthMetres {
    /// `sample × unit` in metres, rounded to the nearest micrometre as a decimal, halves to even.
    ///
    /// The product is the `Double` product; it is rounded exactly, so 1234 × 0.001 is the `Double` 1.234 and prints so.
    static func metres(sample: UInt16, unit: Double) -> Double {
        let product = Double(sample) * unit
        guard product > 0, product < 1_000_000_000 else { return product }
        // product = significand × 2^-shift, both whole; its millionfold fits in 73 bits.
        let shift = 52 - Int(product.exponent)
        guard shift > 0 else { return product }
        guard shift < 100 else { return 0 }
        let significand = UInt128(product.significandBitPattern | 1 << 52)
        let millionfold = significand * 1_000_000
        var whole = millionfold >> UInt128(shift)
        let rest = millionfold & ((1 << UInt128(shift)) - 1)
        let half: UInt128 = 1 << UInt128(shift - 1)
        if rest > half || (rest == half && whole & 1 == 1) { whole += 1 }
        return Double(UInt64(whole)) / 1_000_000
    }
}
