/// A DPS310 or SPL06-001.
package final class DPS310Model: ModelChip {
    private let identity: UInt8
    private let coefficients: [UInt8]
    private var pressureRhythm: Rhythm?
    private var temperatureRhythm: Rhythm?
    private var resetAt: Int64 = 0
    /// Whether it reads far too warm until its hidden registers are written.
    package var hasErratum = true

    /// Coefficient bytes that were made up.
    package static let sampleCoefficients: [UInt8] = [
        0x0c, 0xfe, 0xff, 0x13, 0x81, 0x4f, 0x2f, 0x32, 0xf5, 0x00, 0x05, 0x1c, 0xda, 0x74, 0x00, 0x5e, 0xfa, 0x92,
    ]
    private static let scale = [524_288, 1_572_864, 3_670_016, 7_864_320, 253_952, 516_096, 1_040_384, 2_088_960]

    /// Powers a chip.
    package init(_ air: Air, identity: UInt8 = 0x10, coefficients: [UInt8] = sampleCoefficients) {
        self.identity = identity
        self.coefficients = coefficients
        super.init(air)
    }

    override package func powerUp(at time: Int64) {
        super.powerUp(at: time)
        registers[0x0D] = identity
        registers[0x28] = 0x80
        put(big: 0x800000, 0x00, 3)
        put(big: 0x800000, 0x03, 3)
        for (index, byte) in coefficients.enumerated() { registers[0x10 + index] = byte }
        (pressureRhythm, temperatureRhythm) = (nil, nil)
        resetAt = time
    }

    override package func didWrite(_ register: UInt8, _ value: UInt8, at time: Int64) {
        if register == 0x0C, value & 0x0F == 0x09 { return reset(at: time) }
        if register == 0x62, value == 2, registers[0x0E] == 0xA5, registers[0x0F] == 0x96 { hasErratum = false }
        guard register == 0x08 else { return }
        guard value & 7 == 7 else { return (pressureRhythm, temperatureRhythm) = (nil, nil) }
        pressureRhythm = Rhythm(begin: time, period: 1_000_000_000 >> Int64(registers[0x06] >> 4 & 7))
        temperatureRhythm = Rhythm(begin: time - 240_000_000, period: 1_000_000_000 >> Int64(registers[0x07] >> 4 & 7))
    }

    override package func willRead(_ first: UInt8, at time: Int64) {
        if first == 0x08 {
            var status: UInt8 = time - resetAt >= 40_000_000 ? 0xC0 : 0
            if pressureRhythm != nil { status |= 7 }
            if let rhythm = pressureRhythm, rhythm.finished(time) > rhythm.taken { status |= 0x10 }
            if let rhythm = temperatureRhythm, rhythm.finished(time) > rhythm.taken { status |= 0x20 }
            registers[0x08] = status
        }
        guard first == 0, let pressureRhythm, let temperatureRhythm else { return }
        let (pressureScale, temperatureScale) = (scale(0x06, shift: 0x04), scale(0x07, shift: 0x08))
        let celsius = air.celsius + (hasErratum ? 40 : 0)
        let scaled = (celsius - Double(number(0, 12)) / 2) / Double(number(12, 12))
        let temperature = Int((scaled * temperatureScale).rounded())
        let t = Double(temperature) / temperatureScale
        let wanted: Double = pressure(at: pressureRhythm.last(time), noise: 0.35)
        let raw: Int = inverse(wanted, in: -8_388_606...8_388_606) { (raw: Int) -> Double in
            self.pascals(Double(raw) / pressureScale, t)
        }
        put(big: raw, 0x00, 3)
        put(big: temperature, 0x03, 3)
        self.pressureRhythm?.taken = pressureRhythm.finished(time)
        self.temperatureRhythm?.taken = temperatureRhythm.finished(time)
    }

    /// What raw values count by; without its shift bit a chip that sums over 8 samples overflows its registers.
    private func scale(_ register: Int, shift: UInt8) -> Double {
        let code = Int(registers[register] & 7)
        return Double(Self.scale[code]) * (code > 3 && registers[0x09] & shift == 0 ? 16 : 1)
    }

    override package func isMeasurement(_ first: UInt8) -> Bool { first == 0x00 }

    /// A signed number of `count` bits at a place in the coefficient bits.
    private func number(_ start: Int, _ count: Int) -> Int {
        var value = 0
        for bit in start..<start + count {
            let byte = Int(coefficients[bit / 8])
            value = value << 1 | (byte >> (7 - bit % 8)) & 1
        }
        return value >= 1 << (count - 1) ? value - 1 << count : value
    }

    /// The pressure of scaled values, each power written out.
    package func pascals(_ p: Double, _ t: Double) -> Double {
        func c(_ start: Int, _ count: Int) -> Double { Double(number(start, count)) }
        let alone = c(24, 20) + c(44, 20) * p + c(96, 16) * p * p + c(128, 16) * p * p * p
        let warm = c(64, 16) * t + c(80, 16) * t * p + c(112, 16) * t * p * p
        return alone + warm
    }
}
