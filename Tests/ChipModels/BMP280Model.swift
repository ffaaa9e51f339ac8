/// A BMP280 or BME280, by the whole-number formulas of its sheet.
package final class BMP280Model: ModelChip {
    private let identity: UInt8
    private let trimming: [Int]
    private var rhythm: Rhythm?
    private var readyAt: Int64 = 0

    /// Powers a chip with the sheet's trimming, or with T1 to T3 and P1 to P9 of others.
    package init(
        _ air: Air, identity: UInt8 = 0x58,
        trimming: [Int] = [27504, 26435, -1000, 36477, -10685, 3024, 2855, 140, -7, 15500, -14600, 6000]
    ) {
        self.identity = identity
        self.trimming = trimming
        super.init(air)
    }

    override package func powerUp(at time: Int64) {
        super.powerUp(at: time)
        registers[0xD0] = identity
        for (index, word) in trimming.enumerated() { put(little: word, 0x88 + 2 * index, 2) }
        rhythm = nil
        readyAt = time + 2_000_000
    }

    override package func didWrite(_ register: UInt8, _ value: UInt8, at time: Int64) {
        if register == 0xE0, value == 0xB6 { return reset(at: time) }
        guard register == 0xF4 else { return }
        guard value & 3 == 3 else { return rhythm = nil }
        let samples = (1 << Int(value >> 5 & 7)) / 2 + (1 << Int(value >> 2 & 7)) / 2
        let standby = [500, 62500, 125_000, 250_000, 500_000, 1_000_000, 2_000_000, 4_000_000]
        let microseconds = 1500 + 2000 * samples + standby[Int(registers[0xF5] >> 5)]
        rhythm = Rhythm(begin: time, period: Int64(microseconds) * 1000)
    }

    override package func willRead(_ first: UInt8, at time: Int64) {
        registers[0xF3] = time < readyAt ? 1 : 0
        var (pressure, temperature) = (0x80000, 0x80000)
        if let rhythm, rhythm.finished(time) > 0 {
            let last = rhythm.last(time)
            temperature = inverse(air.celsius * 100, in: 0...0xFFFFF) {
                Double((Self.fine($0, trimming) * 5 + 128) >> 8)
            }
            let fine = Self.fine(temperature, trimming)
            pressure = inverse(self.pressure(at: last), in: 0...0xFFFFE) { Self.pascals256($0, fine, trimming) / 256 }
        }
        put(big: pressure << 4, 0xF7, 3)
        put(big: temperature << 4, 0xFA, 3)
    }

    override package func isMeasurement(_ first: UInt8) -> Bool { first == 0xF7 }

    /// The fine temperature, in 32-bit arithmetic.
    package static func fine(_ raw: Int, _ trimming: [Int]) -> Int {
        let (t1, t2, t3) = (trimming[0], trimming[1], trimming[2])
        let first = (((raw >> 3) - (t1 << 1)) * t2) >> 11
        let second = (((((raw >> 4) - t1) * ((raw >> 4) - t1)) >> 12) * t3) >> 14
        return first + second
    }

    /// The pressure in 1/256 Pa, in 64-bit arithmetic; 0 where the trimming would divide by zero.
    package static func pascals256(_ raw: Int, _ fine: Int, _ trimming: [Int]) -> Double {
        let p = Array(trimming[3...])
        var first = fine - 128_000
        var second = first * first * p[5]
        second += (first * p[4]) << 17
        second += p[3] << 35
        first = ((first * first * p[2]) >> 8) + ((first * p[1]) << 12)
        first = (((1 << 47) + first) * p[0]) >> 33
        guard first != 0 else { return 0 }
        var value = 1_048_576 - raw
        value = ((value << 31) - second) * 3125 / first
        let square = (p[8] * (value >> 13) * (value >> 13)) >> 25
        let linear = (p[7] * value) >> 19
        return Double(((value + square + linear) >> 8) + (p[6] << 4))
    }
}
