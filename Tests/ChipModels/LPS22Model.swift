/// An LPS22HB or LPS22HH.
package final class LPS22Model: ModelChip {
    private let identity: UInt8
    private var rhythm: Rhythm?
    private var resetUntil: Int64 = 0

    /// Powers a chip.
    package init(_ air: Air, identity: UInt8 = 0xB3) {
        self.identity = identity
        super.init(air)
    }

    override package func powerUp(at time: Int64) {
        super.powerUp(at: time)
        registers[0x0F] = identity
        registers[0x11] = 0x10
        rhythm = nil
    }

    override package func didWrite(_ register: UInt8, _ value: UInt8, at time: Int64) {
        if register == 0x11, value & 4 != 0 {
            reset(at: time)
            resetUntil = time + 500_000
            return
        }
        guard register == 0x10 else { return }
        let rates: [Int64] = [0, 1, 10, 25, 50, 75, 100, 200]
        let rate = rates[Int(value >> 4 & 7)]
        rhythm = rate == 0 ? nil : Rhythm(begin: time, period: 1_000_000_000 / rate)
    }

    override package func willRead(_ first: UInt8, at time: Int64) {
        registers[0x11] = registers[0x11] & ~4 | (time < resetUntil ? 4 : 0)
        guard let rhythm, rhythm.finished(time) > 0 else { return }
        registers[0x27] = rhythm.finished(time) > rhythm.taken ? 3 : 0
        put(little: Int((pressure(at: rhythm.last(time), noise: 0.3) * 40.96).rounded()), 0x28, 3)
        put(little: Int((air.celsius * 100).rounded()), 0x2B, 2)
        if first <= 0x28 { self.rhythm?.taken = rhythm.finished(time) }
    }

    override package func isMeasurement(_ first: UInt8) -> Bool { first == 0x27 }
}
