import CEmulatedDevices
import ChipModels

/// The commands for I2C buses and the chips on them.
///
/// - `bus N [NAME]`: plugs in a bus
/// - `chip N ADDRESS KIND`: puts a chip on it, such as `chip 1 0x77 bmp390`; see ``EmulatedBuses/kinds``
/// - `take N ADDRESS`: takes a chip off it
/// - `busy N ADDRESS`: lets a driver of the kernel hold an address
/// - `plain N`: takes combined transfers away from a bus
/// - `vanish N`, `return N`: pulls the bus out, and plugs it in again with its chips as after power-up
/// - `pressure HPA`: what the air is everywhere from now on
/// - `ramp METRES RATE`: lets everything rise or sink by so many metres, at so many metres a second
/// - `nak N on|off`: nothing on the bus answers; `nak N after COUNT`: once that many more transfers have passed
/// - `timeout N on|off`: the bus hangs, each transfer takes as long as the client allows
/// - `broken N on|off`: transfers break
/// - `freeze N on|off`, `zeros N on|off`: the chips go on giving what they gave, or zeros
/// - `flip N EVERY BIT`: one bit of every so many measurements is wrong
/// - `counts N`: how many transfers there were and how many resets, as one object
struct BusCommands: Department {
    private let buses = EmulatedBuses()

    /// Does what a line says and gives the answer; nil where its first word is not known here.
    func perform(_ words: [String]) -> String? {
        guard let word = words.first else { return nil }
        switch word {
        case "pressure", "ramp": return answer(setAir(words))
        case "bus", "chip", "take", "busy", "plain", "vanish", "return": return answer(arrange(words))
        case "nak", "timeout", "broken", "freeze", "zeros", "flip": return answer(disturb(words))
        case "counts": return words.count == 2 ? Int(words[1]).flatMap(buses.counts) : "error: counts N"
        default: return nil
        }
    }

    /// Unplugs everything.
    func close() { buses.close() }

    private func answer(_ isDone: Bool) -> String { isDone ? "ok" : "error: it cannot be so" }

    private func setAir(_ words: [String]) -> Bool {
        let numbers = words.dropFirst().compactMap { Double($0) }
        if words[0] == "pressure", numbers.count == 1 { return buses.setPressure(numbers[0] * 100) }
        if words[0] == "ramp", numbers.count == 2, numbers[1] > 0 { return buses.ramp(numbers[0], numbers[1]) }
        return false
    }

    private func arrange(_ words: [String]) -> Bool {
        guard words.count >= 2, let bus = Int(words[1]) else { return false }
        let address = words.count > 2 ? Self.address(words[2]) : nil
        switch (words[0], address) {
        case ("bus", _): return buses.plug(bus, name: words.count > 2 ? words[2...].joined(separator: " ") : "emulated")
        case ("vanish", _): return buses.unplug(bus)
        case ("return", _): return buses.plugAgain(bus)
        case ("plain", _): return emulated_bus_set_combined(Int32(bus), 0) == 0
        case ("chip", let address?): return words.count == 4 && buses.put(words[3], on: bus, at: address)
        case ("take", let address?): return buses.change(bus) { $0.chips[address] = nil }
        case ("busy", let address?): return buses.change(bus) { $0.busy.insert(address) }
        default: return false
        }
    }

    private func disturb(_ words: [String]) -> Bool {
        guard words.count >= 3, let bus = Int(words[1]) else { return false }
        let isOn = words[2] == "on"
        let number = words.count > 3 ? Int(words[3]) : nil
        switch words[0] {
        case "nak":
            guard words[2] == "after" else { return buses.fail(bus, isOn ? .notAcknowledged : nil) }
            return number.map { buses.fail(bus, .notAcknowledged, after: $0) } ?? false
        case "timeout": return buses.fail(bus, isOn ? .timedOut : nil)
        case "broken": return buses.fail(bus, isOn ? .broken : nil)
        case "freeze": return buses.change(bus) { for chip in $0.chips.values { chip.isFrozen = isOn } }
        case "zeros": return buses.change(bus) { for chip in $0.chips.values { chip.givesZeros = isOn } }
        case "flip":
            return Int(words[2]).flatMap { every in number.map { buses.flip(bus, every: every, bit: $0) } } ?? false
        default: return false
        }
    }

    private static func address(_ text: String) -> UInt8? {
        text.hasPrefix("0x") ? UInt8(text.dropFirst(2), radix: 16) : UInt8(text)
    }
}
