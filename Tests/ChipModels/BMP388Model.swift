/// A BMP388 or BMP390, by its sheet's formula step by step.
package final class BMP388Model: ModelChip {
    private let identity: UInt8
    private let trimming: [UInt8]
    private let reportedFault: UInt8
    private var rhythm: Rhythm?
    private var readyAt: Int64 = 0

    /// Trimming bytes that were made up, and for which the maker's own code has been run.
    package static let sampleTrimming: [UInt8] = [
        0x36, 0x6b, 0xd4, 0x4a, 0xf6, 0xf8, 0x02, 0x0a, 0xfc, 0x23, 0x00, 0x8a, 0x62, 0x95, 0x77, 0xf3, 0xf6, 0x24,
        0x40, 0x1c, 0xc4,
    ]

    /// Powers a chip; `reportedFault` stands in its register of errors from the first.
    package init(
        _ air: Air, identity: UInt8 = 0x60, trimming: [UInt8] = sampleTrimming, reportedFault: UInt8 = 0
    ) {
        self.reportedFault = reportedFault
        self.identity = identity
        self.trimming = trimming
        super.init(air)
    }

    override package func powerUp(at time: Int64) {
        super.powerUp(at: time)
        registers[0x00] = identity
        registers[0x02] = reportedFault
        registers[0x10] = 1
        put(little: 0x800000, 0x04, 3)
        put(little: 0x800000, 0x07, 3)
        for (index, byte) in trimming.enumerated() { registers[0x31 + index] = byte }
        rhythm = nil
        readyAt = time + 2_000_000
    }

    override package func didWrite(_ register: UInt8, _ value: UInt8, at time: Int64) {
        if register == 0x7E, value == 0xB6 { return reset(at: time) }
        guard register == 0x1B, value & 0x33 == 0x33 else { return }
        let samples = (1 << Int(registers[0x1C] & 7)) + (1 << Int(registers[0x1C] >> 3 & 7))
        let period = 5000 << Int(registers[0x1D] & 0x1F)
        guard 789 + 2020 * samples < period else { return registers[0x02] = 4 }
        rhythm = Rhythm(begin: time, period: Int64(period) * 1000)
    }

    override package func willRead(_ first: UInt8, at time: Int64) {
        registers[0x03] = time < readyAt ? 0 : 0x10
        guard let rhythm, rhythm.finished(time) > 0 else { return }
        if rhythm.finished(time) > rhythm.taken { registers[0x03] |= 0x60 }
        let temperature = inverse(air.celsius, in: 0...0xFFFFFF) { celsius($0) }
        let pressure = inverse(self.pressure(at: rhythm.last(time)), in: 0...0xFFFFFF) {
            pascals($0, celsius(temperature))
        }
        put(little: pressure, 0x04, 3)
        put(little: temperature, 0x07, 3)
        if first <= 0x04 { self.rhythm?.taken = rhythm.finished(time) }
    }

    override package func didRead(_ first: UInt8, count: Int) {
        if (Int(first)..<Int(first) + count).contains(0x10) { registers[0x10] = 0 }
    }

    override package func isMeasurement(_ first: UInt8) -> Bool { first == 0x03 && rhythm != nil }

    private func word(_ at: Int) -> Double { Double(UInt16(trimming[at]) | UInt16(trimming[at + 1]) << 8) }
    private func signedWord(_ at: Int) -> Double {
        Double(Int16(bitPattern: UInt16(trimming[at]) | UInt16(trimming[at + 1]) << 8))
    }
    private func signed(_ at: Int) -> Double { Double(Int8(bitPattern: trimming[at])) }

    /// The temperature of a raw one.
    package func celsius(_ raw: Int) -> Double {
        let first = Double(raw) - word(0) * 256
        return first * (word(2) / 1_073_741_824) + first * first * (signed(4) / 281_474_976_710_656)
    }

    /// The pressure of a raw one, summed in the order of the sheet (8.6).
    package func pascals(_ raw: Int, _ t: Double) -> Double {
        let p = Double(raw)
        var first = word(13) / 64 * t
        first += signed(15) / 256 * t * t
        first += signed(16) / 32768 * t * t * t
        first += word(11) * 8
        var second = (signedWord(7) - 16384) / 536_870_912 * t
        second += signed(9) / 4_294_967_296 * t * t
        second += signed(10) / 137_438_953_472 * t * t * t
        second += (signedWord(5) - 16384) / 1_048_576
        var third = p * p * (signedWord(17) / 281_474_976_710_656 + signed(19) / 281_474_976_710_656 * t)
        third += p * p * p * (signed(20) / 36_893_488_147_419_103_232)
        return first + p * second + third
    }
}
