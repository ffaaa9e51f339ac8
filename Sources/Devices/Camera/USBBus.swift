import CDepthCamera
import Platform
import Readings

/// A device on the USB, as it describes itself without being opened.
struct USBDevice: Equatable, Sendable {
    /// Its place in the list it came with.
    let index: Int32
    let vendor: UInt16
    let product: UInt16
    let bus: UInt8
    let address: UInt8
    let speed: USBSpeed?
    /// The way from the root of the bus, port by port.
    let ports: [UInt8]
    /// The bytes of its configuration; empty where it tells none.
    let configuration: [UInt8]

    /// Bus and ports as the kernel writes them: `2-1.4`.
    var port: String { "\(bus)-" + ports.map { String($0) }.joined(separator: ".") }

    /// The file that must be opened to use it.
    var node: String { "/dev/bus/usb/\(Self.padded(bus))/\(Self.padded(address))" }

    /// What the kernel read from the device when it came: `serial`, `product`, `manufacturer`; nil where it told none.
    func text(_ name: String) -> String? {
        do throws(SystemError) {
            let bytes = try ReadFile.whole("/sys/bus/usb/devices/\(port)/\(name)", limit: Self.textLimit)
            let kept = bytes.filter { $0 >= 0x20 && $0 != 0x7F }
            return kept.isEmpty ? nil : String(decoding: kept, as: UTF8.self)
        } catch { return nil }
    }

    private static let textLimit = 4096

    private static func padded(_ number: UInt8) -> String {
        let text = String(number)
        return String(repeating: "0", count: 3 - text.count) + text
    }
}

/// The USB as one thread sees it: what is on it, and that something came or went.
final class USBBus {
    let pointer: OpaquePointer

    /// Begins to watch.
    init() throws(SystemError) {
        var made: OpaquePointer?
        let result = usb_bus_open(&made)
        guard result == 0, let made else { throw SystemError(result, "look at the USB") }
        pointer = made
    }

    deinit { usb_bus_close(pointer) }

    /// The devices that are there now.
    func devices() throws(SystemError) -> [USBDevice] {
        let count = usb_bus_list(pointer)
        guard count >= 0 else { throw SystemError(count, "list the devices of the USB") }
        return (0..<count).compactMap { device($0) }
    }

    /// Waits; true as soon as a device came or went since this was last said.
    func wait(limit: Duration) -> Bool { usb_bus_wait(pointer, limit.milliseconds) > 0 }

    private func device(_ index: Int32) -> USBDevice? {
        var facts = usb_device_facts()
        guard usb_bus_facts(pointer, index, &facts) == 0 else { return nil }
        let ports = withUnsafeBytes(of: facts.ports) { Array($0.prefix(Int(facts.port_count))) }
        return USBDevice(
            index: index, vendor: facts.vendor, product: facts.product, bus: facts.bus, address: facts.address,
            speed: Self.speed(facts.speed), ports: ports, configuration: configuration(index))
    }

    /// A configuration says its own length in 16 bits.
    private func configuration(_ index: Int32) -> [UInt8] {
        var bytes = [UInt8](repeating: 0, count: 65_536)
        let count = usb_bus_configuration(pointer, index, &bytes, bytes.count)
        return count > 0 ? Array(bytes[..<Int(count)]) : []
    }

    private static func speed(_ number: UInt8) -> USBSpeed? {
        switch usb_speed(rawValue: UInt32(number)) {
        case usb_speed_low: .low
        case usb_speed_full: .full
        case usb_speed_high: .high
        case usb_speed_super: .superSpeed
        case usb_speed_super_plus: .superSpeedPlus
        default: nil
        }
    }
}

extension Duration {
    /// Whole milliseconds, rounded up, within what a C call takes.
    var milliseconds: Int32 {
        Int32(clamping: (max(self, .zero).wholeNanoseconds + 999_999) / 1_000_000)
    }
}
