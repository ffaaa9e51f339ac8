/// A modelled chip: it sees what is written to it and answers reads, at moments in nanoseconds.
///
/// Made anew it has been powered and not been touched.
package class ModelChip {
    /// Its registers.
    package var registers = [UInt8](repeating: 0, count: 256)
    /// What surrounds it.
    package let air: Air
    /// Whether it goes on giving what it gave last.
    package var isFrozen = false
    /// Whether every read gives zeros.
    package var givesZeros = false
    /// Changes the bytes of a read of measurements, by its number: a bit error, say.
    package var spoil: ((_ reading: Int, _ bytes: inout [UInt8]) -> Void)?
    /// How many resets it has had.
    package private(set) var resets = 0
    /// Readings of measurements so far.
    package private(set) var readings = 0
    /// The moment of the frozen measurement.
    private var frozenAt: Int64?

    /// Powers a chip.
    package init(_ air: Air) {
        self.air = air
        powerUp(at: 0)
    }

    /// Puts every register to what it is after power-up.
    package func powerUp(at time: Int64) { registers = [UInt8](repeating: 0, count: 256) }

    /// Takes a write.
    package func write(_ bytes: [UInt8], at time: Int64) {
        guard bytes.count == 2 else { return }
        registers[Int(bytes[0])] = bytes[1]
        didWrite(bytes[0], bytes[1], at: time)
    }

    /// Answers a read of registers.
    package final func read(_ first: UInt8, count: Int, at time: Int64) -> [UInt8] {
        if givesZeros { return [UInt8](repeating: 0, count: count) }
        var bytes = answer(first, count: count, at: time)
        if isMeasurement(first) {
            spoil?(readings, &bytes)
            readings += 1
        }
        return bytes
    }

    /// The bytes of registers, before anything is spoiled.
    package func answer(_ first: UInt8, count: Int, at time: Int64) -> [UInt8] {
        willRead(first, at: time)
        let bytes = (0..<count).map { registers[(Int(first) + $0) & 0xFF] }
        didRead(first, count: count)
        return bytes
    }

    /// Reacts to a register that has been written.
    package func didWrite(_ register: UInt8, _ value: UInt8, at time: Int64) {}
    /// Puts the registers to what they hold at a moment.
    package func willRead(_ first: UInt8, at time: Int64) {}
    /// Clears what reading clears.
    package func didRead(_ first: UInt8, count: Int) {}
    /// Whether a read from there is one of measurements.
    package func isMeasurement(_ first: UInt8) -> Bool { false }

    /// Notes a reset, and puts the registers back.
    package final func reset(at time: Int64) {
        resets += 1
        powerUp(at: time)
    }

    /// The moment whose air is measured: that of the freezing while it is frozen.
    package final func moment(_ time: Int64) -> Int64 {
        guard isFrozen else {
            frozenAt = nil
            return time
        }
        if frozenAt == nil { frozenAt = time }
        return frozenAt ?? time
    }

    /// The air's pressure with the chip's noise of `noise` pascals.
    package final func pressure(at time: Int64, noise: Double = 0.5) -> Double {
        let at = moment(time)
        return air.pascals(at) + noise * ripple(at)
    }

    /// Puts the bytes of a number into registers, the least significant first.
    package final func put(little value: Int, _ start: Int, _ count: Int) {
        for byte in 0..<count { registers[start + byte] = UInt8(truncatingIfNeeded: value >> (8 * byte)) }
    }

    /// The same, the most significant first.
    package final func put(big value: Int, _ start: Int, _ count: Int) {
        for byte in 0..<count { registers[start + byte] = UInt8(truncatingIfNeeded: value >> (8 * (count - 1 - byte))) }
    }
}

/// A rhythm of measurements that began at a moment, in nanoseconds.
package struct Rhythm {
    /// When it began.
    package var begin: Int64
    /// From one to the next.
    package var period: Int64
    /// The number of the last one that was read.
    package var taken: Int64 = 0

    /// Begins a rhythm.
    package init(begin: Int64, period: Int64) {
        self.begin = begin
        self.period = period
    }

    /// How many have been finished by a moment.
    package func finished(_ time: Int64) -> Int64 { max(0, (time - begin) / period) }
    /// When the last one was finished.
    package func last(_ time: Int64) -> Int64 { begin + finished(time) * period }
}
