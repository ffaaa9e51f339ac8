import CEmulatedDevices
import ChipModels
import Glibc
import Synchronization

/// The modelled buses behind the emulated nodes, in the time of the machine; all under one lock.
final class EmulatedBuses: Sendable {
    private struct State {
        var buses: [Int: ModelBus] = [:]
        var names: [Int: String] = [:]
        var air = Air()
    }

    private let state: Mutex<State>

    /// The kinds of chips, by their names in commands.
    static let kinds: [String: @Sendable (Air) -> ModelChip] = [
        "bmp280": { BMP280Model($0) }, "bme280": { BMP280Model($0, identity: 0x60) },
        "bmp388": { BMP388Model($0, identity: 0x50) }, "bmp390": { BMP388Model($0) }, "bmp581": { BMP580Model($0) },
        "lps22hb": { LPS22Model($0, identity: 0xB1) }, "lps22hh": { LPS22Model($0) }, "ms5611": { MS5611Model($0) },
        "ms5607": { MS5611Model($0, isSmall: true) }, "dps310": { DPS310Model($0) },
        "other": { BMP280Model($0, identity: 0x99) },
    ]

    init() { state = Mutex(State()) }

    private static func now() -> Int64 {
        var time = timespec()
        clock_gettime(CLOCK_MONOTONIC, &time)
        return Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
    }

    // What the buses are.

    func plug(_ bus: Int, name: String) -> Bool {
        let isNew = state.withLock { state in
            guard state.buses[bus] == nil else { return false }
            state.buses[bus] = ModelBus()
            state.names[bus] = name
            return true
        }
        return isNew && plugNode(bus, name)
    }

    func plugAgain(_ bus: Int) -> Bool {
        let name = state.withLock { state in
            let now = Self.now()
            state.buses[bus]?.chips.values.forEach { $0.powerUp(at: now) }
            return state.names[bus]
        }
        return name.map { plugNode(bus, $0) } ?? false
    }

    func unplug(_ bus: Int) -> Bool { emulated_bus_unplug(Int32(bus)) == 0 }

    func close() {
        for bus in state.withLock({ Array($0.buses.keys) }) { _ = unplug(bus) }
    }

    private func plugNode(_ bus: Int, _ name: String) -> Bool {
        var answers = emulated_bus_answers(
            context: Unmanaged.passUnretained(self).toOpaque(),
            transfer: { context, bus, address, written, writtenCount, read, readCount in
                guard let context else { return -EFAULT }
                let buses = Unmanaged<EmulatedBuses>.fromOpaque(context).takeUnretainedValue()
                let bytes = Array(UnsafeBufferPointer(start: written, count: writtenCount))
                return buses.transfer(
                    Int(bus), address, bytes, UnsafeMutableBufferPointer(start: read, count: readCount))
            },
            is_busy: { context, bus, address in
                guard let context else { return 0 }
                let buses = Unmanaged<EmulatedBuses>.fromOpaque(context).takeUnretainedValue()
                return buses.isBusy(Int(bus), address) ? 1 : 0
            })
        return emulated_bus_plug(Int32(bus), name, &answers) == 0
    }

    // What happens on them.

    private func isBusy(_ bus: Int, _ address: UInt8) -> Bool {
        state.withLock { $0.buses[bus]?.busy.contains(address) ?? false }
    }

    private func transfer(
        _ number: Int, _ address: UInt8, _ written: [UInt8], _ read: UnsafeMutableBufferPointer<UInt8>
    ) -> Int32 {
        let result = state.withLock { state -> Int32 in
            guard let bus = state.buses[number] else { return -ENODEV }
            bus.time = Self.now()
            do throws(ModelBusFault) {
                if read.isEmpty {
                    try bus.write(address, written)
                } else {
                    guard let first = written.first, written.count == 1 else { return -EOPNOTSUPP }
                    let bytes = try bus.read(address, first, count: read.count)
                    for (index, byte) in bytes.enumerated() { read[index] = byte }
                }
                return 0
            } catch { return -error.number }
        }
        if result == -ETIMEDOUT { usleep(UInt32(emulated_bus_timeout(Int32(number))) * 1000) }
        return result
    }

    // What is changed from outside.

    func change(_ number: Int, _ change: (ModelBus) -> Void) -> Bool {
        state.withLock { state in
            guard let bus = state.buses[number] else { return false }
            change(bus)
            return true
        }
    }

    func put(_ kind: String, on number: Int, at address: UInt8) -> Bool {
        state.withLock { state in
            guard let make = Self.kinds[kind], let bus = state.buses[number] else { return false }
            let chip = make(state.air)
            chip.powerUp(at: Self.now())
            bus.chips[address] = chip
            return true
        }
    }

    func setPressure(_ pascals: Double) -> Bool {
        state.withLock { $0.air.pascals = { _ in pascals } }
        return true
    }

    func ramp(_ metres: Double, _ rate: Double) -> Bool {
        state.withLock { state in
            let begin = Self.now()
            let base = state.air.pascals(begin)
            state.air.pascals = { time in
                let risen = min(max(Double(time - begin) / 1e9, 0) * rate, metres.magnitude)
                return Air.pascals(metres: metres < 0 ? -risen : risen, above: base)
            }
        }
        return true
    }

    func fail(_ number: Int, _ fault: ModelBusFault?, after count: Int = 0) -> Bool {
        change(number) { bus in
            let begin = bus.count + count
            bus.fault = fault.map { fault in { number, _ in number >= begin ? fault : nil } }
        }
    }

    func flip(_ number: Int, every: Int, bit: Int) -> Bool {
        guard every > 0, bit >= 0 else { return false }
        return change(number) { bus in
            for chip in bus.chips.values {
                chip.spoil = { reading, bytes in
                    guard reading % every == every - 1, bit / 8 < bytes.count else { return }
                    bytes[bit / 8] ^= 1 << UInt8(bit % 8)
                }
            }
        }
    }

    func counts(_ number: Int) -> String? {
        state.withLock { state in
            guard let bus = state.buses[number] else { return "error: no such bus" }
            let resets = bus.chips.values.reduce(0) { $0 + $1.resets }
            return #"{"transfers":\#(bus.count),"resets":\#(resets),"timeout":\#(emulated_bus_timeout(Int32(number)))}"#
        }
    }
}
