/// A barometer that the kernel drives itself, as its industrial I/O shows it in `/sys`.
package struct KernelBarometer: Equatable, Sendable {
    /// The folder of the device.
    package var path: String
    /// What its driver calls the chip, such as “bmp280”.
    package var name: String
    /// The I2C bus and address where it is on one, such as 1 and 0x76.
    package var bus: Int?
    /// The 7-bit address on that bus.
    package var address: UInt8?
    /// The driver that has it, such as “bmp280”; nil where that is not shown.
    package var driver: String?
    /// Where its pressure is read.
    package var form: Form

    /// The two forms of a pressure.
    package enum Form: Equatable, Sendable {
        /// `in_pressure_input`, in kilopascals.
        case processed
        /// `(in_pressure_raw + in_pressure_offset) × in_pressure_scale`, in kilopascals.
        case raw
    }

    /// The device's folder name, such as “iio:device0”.
    package var node: Substring { path.split(separator: "/").last ?? "" }

    /// Whether the driver gives whole pascals only, 8 cm of height, though the chip can do better.
    package var isCoarse: Bool { ["ms5611", "ms5607", "dps310", "hp206c"].contains(name) }

    /// What its being driven by the kernel means.
    package var finding: BarometerFinding {
        guard isCoarse else { return .usesKernel(name: name) }
        guard ChipTable.knows(name) else { return .coarseForGood(name: name) }
        return .coarse(name: name, giveBack: giveBack)
    }

    /// The command by which its driver lets go of it; nil where it is on no I2C bus.
    private var giveBack: String? {
        guard let bus, let address else { return nil }
        let device = "\(bus)-" + String(repeating: "0", count: address < 16 ? 3 : 2) + String(address, radix: 16)
        return "echo \(device) | sudo tee /sys/bus/i2c/drivers/\(driver ?? name)/unbind"
    }

    /// The barometers on the bus that is named by its node, or all where none is.
    static func all(on bus: String?, root: String) -> [KernelBarometer] {
        let all = all(root: root)
        guard let bus else { return all }
        return all.filter { $0.bus.map { bus == "/dev/i2c-\($0)" } ?? false }
    }

    /// All barometers that the kernel drives; nothing is sent to any of them.
    ///
    /// `root` stands before `/sys`.
    package static func all(root: String = "") -> [KernelBarometer] {
        let devices = SysfsFolder(path: "\(root)/sys/bus/iio/devices")
        return devices.names.compactMap { name in
            name.hasPrefix("iio:device") ? KernelBarometer(devices[name]) : nil
        }
    }

    private init?(_ folder: SysfsFolder) {
        if folder.has("in_pressure_input") {
            form = .processed
        } else if folder.has("in_pressure_raw"), folder.has("in_pressure_scale") {
            form = .raw
        } else {
            return nil
        }
        path = folder.path
        name = (folder.text("name") ?? "barometer").lowercased()
        let parts = folder.followed.split(separator: "/")
        for (index, part) in parts.enumerated() {
            let numbers = part.split(separator: "-")
            guard numbers.count == 2, let bus = Int(numbers[0]), numbers[1].utf8.count == 4,
                let address = UInt8(numbers[1], radix: 16)
            else { continue }
            self.bus = bus
            self.address = address
            let device = SysfsFolder(path: "/" + parts[...index].joined(separator: "/"))
            driver = device.has("driver") ? device["driver"].followed.split(separator: "/").last.map(String.init) : nil
        }
    }

    /// Kilopascals to pascals.
    static let pascalsPerKilopascal = 1000.0

    /// The pressure in pascals that the attributes' texts mean; nil where they are no numbers.
    ///
    /// Worked: “100.653253906” of `in_pressure_input` is 100653.253906 Pa; raw 4150272 times scale 0.0000244140625 is
    /// 101325 Pa.
    package static func pascals(processed text: [UInt8]) -> Double? {
        AttributeText.number(text).map { $0 * pascalsPerKilopascal }
    }

    /// The same of the raw form; a missing offset is 0.
    package static func pascals(raw: [UInt8], offset: [UInt8]?, scale: [UInt8]) -> Double? {
        guard let raw = AttributeText.number(raw), let scale = AttributeText.number(scale) else { return nil }
        guard let offset else { return raw * scale * pascalsPerKilopascal }
        return AttributeText.number(offset).map { (raw + $0) * scale * pascalsPerKilopascal }
    }
}
