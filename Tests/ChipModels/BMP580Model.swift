/// A BMP581.
package final class BMP580Model: ModelChip {
    private let identity: UInt8
    private var rhythm: Rhythm?

    /// Powers a chip.
    package init(_ air: Air, identity: UInt8 = 0x50) {
        self.identity = identity
        super.init(air)
    }

    override package func powerUp(at time: Int64) {
        super.powerUp(at: time)
        registers[0x01] = identity
        registers[0x28] = 2
        registers[0x27] = 0x10
        registers[0x30] = 0x03
        for register in 0x1D...0x22 { registers[register] = 0x7F }
        rhythm = nil
    }

    override package func didWrite(_ register: UInt8, _ value: UInt8, at time: Int64) {
        if register == 0x7E, value == 0xB6 { return reset(at: time) }
        guard register == 0x37 else { return }
        guard value & 3 == 1, registers[0x36] & 0x40 != 0 else { return rhythm = nil }
        let periods: [UInt8: Int64] = [
            0: 4_166_667, 0x0A: 10_000_000, 0x0F: 20_000_000, 0x14: 40_000_000, 0x15: 50_000_000, 0x17: 100_000_000,
            0x1C: 1_000_000_000,
        ]
        guard let period = periods[value >> 2 & 0x1F] else { return }
        let mostRate: [Int64] = [498, 374, 255, 155, 87, 46, 24, 12]
        let isFastEnough = 1_000_000_000 / period <= mostRate[Int(registers[0x36] >> 3 & 7)]
        registers[0x38] = isFastEnough ? 0x80 : 0
        rhythm = Rhythm(begin: time, period: period)
    }

    override package func willRead(_ first: UInt8, at time: Int64) {
        guard let rhythm, rhythm.finished(time) > 0 else { return }
        if rhythm.finished(time) > rhythm.taken, registers[0x15] & 1 != 0 { registers[0x27] |= 1 }
        put(little: Int((air.celsius * 65536).rounded()), 0x1D, 3)
        put(little: Int((pressure(at: rhythm.last(time), noise: 0.2) * 64).rounded()), 0x20, 3)
        if first == 0x27 { self.rhythm?.taken = rhythm.finished(time) }
    }

    override package func didRead(_ first: UInt8, count: Int) {
        if (Int(first)..<Int(first) + count).contains(0x27) { registers[0x27] = 0 }
    }

    override package func isMeasurement(_ first: UInt8) -> Bool { first == 0x1D }
}
