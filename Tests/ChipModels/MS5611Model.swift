/// An MS5611 or MS5607, by the whole-number formulas of its sheet.
package final class MS5611Model: ModelChip {
    /// The eight words of its memory.
    package var memory: [Int]
    private let isSmall: Bool
    private var command: UInt8 = 0
    private var since: Int64 = 0
    private var isReady = false
    private var temperatureRaw = 0

    /// C1 to C6 of the sheet, with a serial number and their check sum.
    package static let sampleMemory = withCheck([0x3132, 40127, 36924, 23317, 23282, 33464, 28312, 0])
    /// Words such as an MS5607 has.
    package static let smallMemory = withCheck([0x3132, 46372, 43981, 29059, 27842, 31553, 28165, 0])

    /// Powers a chip; `isSmall` makes it an MS5607.
    package init(_ air: Air, isSmall: Bool = false, memory: [Int]? = nil) {
        self.isSmall = isSmall
        self.memory = memory ?? (isSmall ? Self.smallMemory : Self.sampleMemory)
        super.init(air)
    }

    /// The words with the check sum put into the last four bits (long division, bit by bit).
    package static func withCheck(_ words: [Int]) -> [Int] {
        var bits: [Int] = []
        for (index, word) in words.enumerated() {
            let value = index == 7 ? word & 0xFF00 : word
            bits += (0..<16).reversed().map { value >> $0 & 1 }
        }
        // Each byte enters at the low end of a 16-bit remainder and is pushed through it, so 8 zero bits follow.
        var remainder = 0
        for start in stride(from: 0, to: bits.count, by: 8) {
            remainder ^= bits[start..<start + 8].reduce(0) { $0 << 1 | $1 }
            for _ in 0..<8 {
                let carries = remainder & 0x8000 != 0
                remainder = (remainder << 1) & 0xFFFF
                if carries { remainder ^= 0x3000 }
            }
        }
        return words.dropLast() + [words[7] & 0xFF00 | remainder >> 12]
    }

    override package func write(_ bytes: [UInt8], at time: Int64) {
        guard let first = bytes.first else { return }
        if first == 0x1E {
            reset(at: time)
            isReady = true
        }
        command = first
        since = time
    }

    override package func powerUp(at time: Int64) {
        super.powerUp(at: time)
        command = 0
    }

    override package func answer(_ first: UInt8, count: Int, at time: Int64) -> [UInt8] {
        if (0xA0...0xAE).contains(first), isReady, time - since >= 2_800_000 || command != 0x1E {
            let word = memory[Int(first - 0xA0) / 2]
            return Array([UInt8(word >> 8), UInt8(word & 0xFF)].prefix(count))
        }
        guard first == 0x00 else { return [UInt8](repeating: 0, count: count) }
        let value = result(at: time)
        command = 0
        return (0..<count).map { UInt8(truncatingIfNeeded: value >> (8 * (2 - $0))) }
    }

    /// The finished conversion, or 0 where it was asked too early.
    private func result(at time: Int64) -> Int {
        let times: [Int64] = [600_000, 1_170_000, 2_280_000, 4_540_000, 9_040_000]
        let order = Int(command & 0x0F) / 2
        guard command & 0xE0 == 0x40, order < times.count, time - since >= times[order] else { return 0 }
        let centidegrees = inverse(air.celsius * 100, in: 1...0xFFFFFE) { Double(temperature($0)) }
        guard command & 0x10 == 0 else { return centidegrees }
        return inverse(pressure(at: time, noise: 1.2), in: 1...0xFFFFFE) { Double(pascals($0, centidegrees)) }
    }

    override package func isMeasurement(_ first: UInt8) -> Bool { first == 0x00 }

    /// The temperature in 1/100 °C of a raw one, in whole numbers.
    package func temperature(_ raw: Int) -> Int {
        let difference = raw - memory[5] << 8
        let first = 2000 + (difference * memory[6]) >> 23
        return first < 2000 ? first - (difference * difference) >> 31 : first
    }

    /// The pressure in pascals of a raw one, in whole numbers.
    package func pascals(_ raw: Int, _ temperatureRaw: Int) -> Int {
        let difference = temperatureRaw - memory[5] << 8
        let degrees = 2000 + (difference * memory[6]) >> 23
        var offset =
            isSmall
            ? memory[2] << 17 + (memory[4] * difference) >> 6 : memory[2] << 16 + (memory[4] * difference) >> 7
        var sensitivity =
            isSmall
            ? memory[1] << 16 + (memory[3] * difference) >> 7 : memory[1] << 15 + (memory[3] * difference) >> 8
        if degrees < 2000 {
            let below = (degrees - 2000) * (degrees - 2000)
            offset -= isSmall ? (61 * below) >> 4 : (5 * below) >> 1
            sensitivity -= isSmall ? 2 * below : (5 * below) >> 2
            if degrees < -1500 {
                let far = (degrees + 1500) * (degrees + 1500)
                offset -= isSmall ? 15 * far : 7 * far
                sensitivity -= isSmall ? 8 * far : (11 * far) >> 1
            }
        }
        return ((raw * sensitivity) >> 21 - offset) >> 15
    }
}
