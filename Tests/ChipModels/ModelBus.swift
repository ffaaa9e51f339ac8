/// A failed transfer on a modelled bus, with the kernel's error number.
package struct ModelBusFault: Error, Equatable {
    /// A positive error number.
    package var number: Int32

    /// Names a failure.
    package init(_ number: Int32) { self.number = number }

    /// `ENXIO`: nothing acknowledges the address.
    package static let noAnswer = ModelBusFault(6)
    /// `EREMOTEIO`: a byte was not acknowledged.
    package static let notAcknowledged = ModelBusFault(121)
    /// `ETIMEDOUT`.
    package static let timedOut = ModelBusFault(110)
    /// `EIO`.
    package static let broken = ModelBusFault(5)
    /// `ENODEV`.
    package static let gone = ModelBusFault(19)
    /// `EBUSY`.
    package static let busy = ModelBusFault(16)
}

/// A modelled I2C bus with chips on it, its own time in nanoseconds, and an account of everything that passed.
package final class ModelBus {
    /// One transfer.
    package enum Transfer: Hashable, CustomStringConvertible {
        /// A register number or command, and how many bytes were read after it.
        case read(UInt8, UInt8, Int)
        /// Bytes written.
        case write(UInt8, [UInt8])

        /// As `76 r D0 1` and `76 w E0 B6`.
        package var description: String {
            switch self {
            case .read(let address, let first, let count): "\(hex(address)) r \(hex(first)) \(count)"
            case .write(let address, let bytes): "\(hex(address)) w " + bytes.map(hex).joined(separator: " ")
            }
        }
    }

    /// The chips by their 7-bit addresses.
    package var chips: [UInt8: ModelChip]
    /// Addresses that a driver of the kernel has.
    package var busy: Set<UInt8> = []
    /// The time in nanoseconds.
    package var time: Int64 = 0
    /// What a transfer takes, in nanoseconds.
    package var transferTime: Int64 = 200_000
    /// What a transfer that times out takes.
    package var timeoutTime: Int64 = 50_000_000
    /// Everything that passed, whether it failed or not.
    package private(set) var transfers: [Transfer] = []
    /// How many transfers have passed since the account was begun.
    package private(set) var count = 0
    /// Makes a transfer fail, by its number and what it is.
    package var fault: ((Int, Transfer) -> ModelBusFault?)?
    /// How many transfers are kept in the account; older ones are forgotten.
    package var kept = 4000

    /// Makes a bus.
    package init(_ chips: [UInt8: ModelChip] = [:]) { self.chips = chips }

    /// Begins the account anew.
    package func forget() { (transfers, count) = ([], 0) }

    /// Asks for an address.
    package func claim(_ address: UInt8) throws(ModelBusFault) {
        if busy.contains(address) { throw .busy }
    }

    /// Writes a byte and reads after a repeated start.
    package func read(_ address: UInt8, _ first: UInt8, count: Int) throws(ModelBusFault) -> [UInt8] {
        let chip = try pass(.read(address, first, count), address)
        return chip.read(first, count: count, at: time)
    }

    /// Writes bytes.
    package func write(_ address: UInt8, _ bytes: [UInt8]) throws(ModelBusFault) {
        try pass(.write(address, bytes), address).write(bytes, at: time)
    }

    /// Lets time pass.
    package func pause(nanoseconds: Int64) { time += max(0, nanoseconds) }

    private func pass(_ transfer: Transfer, _ address: UInt8) throws(ModelBusFault) -> ModelChip {
        if transfers.count >= kept { transfers.removeFirst(kept / 2) }
        transfers.append(transfer)
        defer { count += 1 }
        if let fault = fault?(count, transfer) {
            time += fault == .timedOut ? timeoutTime : transferTime
            throw fault
        }
        time += transferTime
        guard let chip = chips[address] else { throw .noAnswer }
        return chip
    }
}

private func hex(_ byte: UInt8) -> String {
    let text = String(byte, radix: 16, uppercase: true)
    return text.count < 2 ? "0" + text : text
}
