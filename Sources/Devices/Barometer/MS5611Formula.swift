/// The calibration words of an MS5611 or MS5607 and what is computed with them (TE MS5611-01BA03, MS5607-02BA03).
package struct MS5611Formula: Equatable, Sendable {
    /// What tells the two chips apart: the same words mean other scales in each.
    package struct Scales: Equatable, Sendable {
        var name: String
        /// What C1 and C2 are multiplied by.
        var sensitivity: Double
        var offset: Double
        /// What dT·C3 and dT·C4 are divided by.
        var sensitivitySlope: Double
        var offsetSlope: Double
        /// The factors of (TEMP − 2000)² below 20 °C, and of (TEMP + 1500)² below −15 °C.
        var cold: (offset: Double, sensitivity: Double)
        var veryCold: (offset: Double, sensitivity: Double)

        /// The scales of an MS5611.
        package static let ms5611 = Scales(
            name: "MS5611", sensitivity: 32768, offset: 65536, sensitivitySlope: 256, offsetSlope: 128,
            cold: (2.5, 1.25), veryCold: (7, 5.5))
        /// The scales of an MS5607.
        package static let ms5607 = Scales(
            name: "MS5607", sensitivity: 65536, offset: 131_072, sensitivitySlope: 128, offsetSlope: 64,
            cold: (61.0 / 16, 2), veryCold: (15, 8))

        /// Whether two are the same chip's.
        package static func == (left: Scales, right: Scales) -> Bool { left.name == right.name }
    }

    /// What the sheet's worked example prints on its way.
    package struct Working: Equatable, Sendable {
        /// The difference from the reference temperature.
        package var difference: Double
        /// The temperature in 1/100 °C, second order included.
        package var temperature: Double
        /// The offset at this temperature, second order included.
        package var offset: Double
        /// The sensitivity at this temperature, second order included.
        package var sensitivity: Double
        /// The pressure in pascals.
        package var pascals: Double
    }

    /// C1 to C6.
    package let words: [Double]
    /// Which of the two chips this is.
    package var scales: Scales

    /// Takes the eight words of the memory.
    ///
    /// Throws `.trimming` where the check sum is wrong, a calibration word is missing, or all are alike.
    package init(memory: [UInt16], scales: Scales) throws(ChipFault) {
        guard memory.count == 8, memory[1...6].allSatisfy({ $0 != 0 && $0 != 0xFFFF }),
            Self.check(memory) == UInt8(memory[7] & 0xF)
        else { throw .trimming }
        words = memory[1...6].map(Double.init)
        self.scales = scales
    }

    /// The four-bit check sum of the memory (TE AN520).
    ///
    /// Worked: 3132 3334 3536 3738 3940 4142 4344 450B gives 0xB.
    package static func check(_ memory: [UInt16]) -> UInt8 {
        var remainder: UInt16 = 0
        for (index, word) in memory.enumerated() {
            let value = index == 7 ? word & 0xFF00 : word
            for byte in [value >> 8, value & 0xFF] {
                remainder ^= byte
                for _ in 0..<8 {
                    remainder = remainder & 0x8000 != 0 ? (remainder << 1) ^ 0x3000 : remainder << 1
                }
            }
        }
        return UInt8(remainder >> 12 & 0xF)
    }

    /// Pressure and temperature of raw D1 and D2, the pressure with its fraction.
    ///
    /// Worked (MS5611-01BA03): with C1 to C6 of 40127, 36924, 23317, 23282, 33464, 28312, D1 9085466 and D2 8569150
    /// are 20.07 °C and 100009 Pa.
    package func working(pressure: Double, temperature: Double) -> Working {
        let difference = temperature - words[4] * 256
        // Whole hundredths of a degree, as the sheet's second order is fitted to; the pressure keeps its fraction.
        var centidegrees = (2000 + difference * words[5] / 8_388_608).rounded(.down)
        var offset = words[1] * scales.offset + words[3] * difference / scales.offsetSlope
        var sensitivity = words[0] * scales.sensitivity + words[2] * difference / scales.sensitivitySlope
        if centidegrees < 2000 {
            let below = (centidegrees - 2000) * (centidegrees - 2000)
            offset -= scales.cold.offset * below
            sensitivity -= scales.cold.sensitivity * below
            if centidegrees < -1500 {
                let far = (centidegrees + 1500) * (centidegrees + 1500)
                offset -= scales.veryCold.offset * far
                sensitivity -= scales.veryCold.sensitivity * far
            }
            centidegrees -= difference * difference / 2_147_483_648
        }
        return Working(
            difference: difference, temperature: centidegrees, offset: offset, sensitivity: sensitivity,
            pascals: (pressure * sensitivity / 2_097_152 - offset) / 32768)
    }
}
