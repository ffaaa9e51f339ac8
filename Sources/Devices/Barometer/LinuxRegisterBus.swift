import CBarometerBus
import Glibc
import Platform
import Readings

/// A bus of the kernel's i2c-dev, open as long as this value lives.
package final class LinuxRegisterBus: RegisterBus {
    private let node: Descriptor

    /// Opens a node such as `/dev/i2c-1`.
    ///
    /// Throws `.absent`, `.denied`, or `.unsuited` where the adapter knows no combined transfers.
    package init(_ path: String) throws(BusError) {
        var number: Int32 = -1
        let result = barometer_bus_open(path, &number)
        guard result == 0 else { throw BusError(result) }
        node = Descriptor(owning: number)
    }

    /// Asks the kernel for an address; nothing is sent.
    package func claim(_ address: UInt8) throws(BusError) {
        let result = barometer_bus_claim(node.number, address)
        guard result == 0 else { throw BusError(result) }
    }

    /// One transfer of two messages, joined by a repeated start.
    package func read(_ address: UInt8, _ first: UInt8, count: Int) throws(BusError) -> [UInt8] {
        var bytes = [UInt8](repeating: 0, count: count)
        let result = barometer_bus_read(node.number, address, first, &bytes, count)
        guard result == 0 else { throw BusError(transfer: result) }
        return bytes
    }

    /// One transfer of one message.
    package func write(_ address: UInt8, _ bytes: [UInt8]) throws(BusError) {
        let result = barometer_bus_write(node.number, address, bytes, bytes.count)
        guard result == 0 else { throw BusError(transfer: result) }
    }

    /// Sleeps; a signal does not shorten it.
    package func pause(_ span: Duration) { Sleep.span(min(span, .milliseconds(100))) }
}
