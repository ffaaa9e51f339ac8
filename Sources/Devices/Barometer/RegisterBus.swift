import Readings

/// The seam inside the barometer's room: an I2C bus on which chips have registers or take commands.
///
/// A bus belongs to one thread. It also keeps the time that chips ask for, so that a modelled bus can let it pass at
/// once.
package protocol RegisterBus: AnyObject {
    /// Asks for a 7-bit address; nothing is sent. Throws `.busy` where a driver of the kernel has it.
    func claim(_ address: UInt8) throws(BusError)
    /// Writes `first`, the register or command, and reads `count` bytes (1 to 32) after a repeated start.
    func read(_ address: UInt8, _ first: UInt8, count: Int) throws(BusError) -> [UInt8]
    /// Writes 1 to 32 bytes in one transfer.
    func write(_ address: UInt8, _ bytes: [UInt8]) throws(BusError)
    /// Lets a chip work for a span, 100 ms at the most.
    func pause(_ span: Duration)
}

/// One chip's address on a bus, whose failures are faults of that chip.
package struct ChipPort {
    /// The bus.
    package let bus: any RegisterBus
    /// The 7-bit address.
    package let address: UInt8

    /// Names an address of a bus.
    package init(_ bus: any RegisterBus, _ address: UInt8) {
        self.bus = bus
        self.address = address
    }

    /// Reads `count` bytes from a register on, in one transfer.
    package func read(_ register: UInt8, count: Int) throws(ChipFault) -> [UInt8] {
        do throws(BusError) { return try bus.read(address, register, count: count) } catch { throw .bus(error) }
    }

    /// Reads one register.
    package func read(_ register: UInt8) throws(ChipFault) -> UInt8 { try read(register, count: 1)[0] }

    /// Writes one register.
    package func write(_ register: UInt8, _ value: UInt8) throws(ChipFault) { try send([register, value]) }

    /// Sends a command of one byte.
    package func command(_ value: UInt8) throws(ChipFault) { try send([value]) }

    private func send(_ bytes: [UInt8]) throws(ChipFault) {
        do throws(BusError) { try bus.write(address, bytes) } catch { throw .bus(error) }
    }

    /// Reads a register again and again, `pause` apart and `times` at most, until it is as wanted.
    ///
    /// Throws `.notReady` where it never was.
    package func await(
        _ register: UInt8, every pause: Duration, times: Int, until isReady: (UInt8) -> Bool
    ) throws(ChipFault) {
        for _ in 0..<times {
            if isReady(try read(register)) { return }
            bus.pause(pause)
        }
        throw .notReady
    }

    /// Checks that a register still holds the identity by which the chip was found.
    package func check(_ register: UInt8, holds identity: UInt8) throws(ChipFault) {
        let found = try read(register)
        guard found == identity else { throw .identity(found) }
    }
}
