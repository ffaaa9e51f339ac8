import Documents

/// What stands between the robot and its barometer, or limits it: the words are those of `doctor`.
package enum BarometerFinding: Hashable, Sendable {
    /// The machine has no I2C bus at all.
    case noBus
    /// There are buses, and none on which chips may be looked for.
    case noOpenBus
    /// The kernel's i2c-dev is not there, so that buses have no nodes.
    case moduleMissing
    /// The bus that the settings name is not there.
    case busMissing(path: String)
    /// The node of a bus may not be opened by this user.
    case denied(path: String)
    /// The adapter knows no combined transfers.
    case unsuited(path: String)
    /// A driver of the kernel has the address, and shows no pressure.
    case busyWithoutPressure(path: String, address: UInt8)
    /// A driver of the kernel has the chip, and its values are used.
    case usesKernel(name: String)
    /// The same, and they are whole pascals only; `giveBack` is the command by which the driver lets go of the chip,
    /// nil where it is on no I2C bus.
    case coarse(name: String, giveBack: String?)
    /// The same, and this program does not know the chip.
    case coarseForGood(name: String)
    /// A line of the bus is held low.
    case hangs(path: String)
    /// The bus works, and no barometer answers on it.
    case noAnswer(path: String)
    /// Something answers where barometers are, and is none that is known.
    case unknownChip(path: String)
    /// The chip that was found fails.
    case failing(name: String, fault: ChipFault)
    /// The bus failed with another error.
    case failed(path: String, number: Int32)

    /// A word for machines.
    package var code: String {
        switch self {
        case .noBus: "barometerNoBus"
        case .noOpenBus: "barometerNoOpenBus"
        case .moduleMissing: "barometerModuleMissing"
        case .busMissing: "barometerBusMissing"
        case .denied: "barometerDenied"
        case .unsuited: "barometerBusUnsuited"
        case .busyWithoutPressure: "barometerAddressBusy"
        case .usesKernel: "barometerThroughKernel"
        case .coarse, .coarseForGood: "barometerCoarse"
        case .hangs: "barometerBusHangs"
        case .noAnswer: "barometerNoAnswer"
        case .unknownChip: "barometerUnknownChip"
        case .failing: "barometerFailing"
        case .failed: "barometerBusFailed"
        }
    }

    /// Whether floor changes can be noticed nevertheless.
    package var isHarmless: Bool {
        switch self {
        case .usesKernel, .coarse, .coarseForGood: true
        default: false
        }
    }

    /// What is so, in one sentence.
    package var message: String {
        switch self {
        case .noBus: "This machine has no I2C bus, so there can be no barometer."
        case .noOpenBus:
            "The only I2C buses here belong to the board or its displays, and no barometer is looked for on them."
        case .moduleMissing: "The kernel's module i2c-dev is not loaded, so the I2C buses cannot be opened."
        case .busMissing(let path): "The barometer's bus \(path) is not there."
        case .denied(let path): "This user may not open the I2C bus \(path)."
        case .unsuited(let path): "The adapter of \(path) cannot join a write and a read, which barometers need."
        case .busyWithoutPressure(let path, let address):
            "A driver of the kernel holds \(Self.hex(address)) on \(path), but gives no pressure."
        case .usesKernel(let name): "The kernel drives the barometer \(name) itself, and its values are used."
        case .coarse(let name, _), .coarseForGood(let name):
            "The kernel drives the \(name) itself and gives whole pascals only, which is 8 cm of height."
        case .hangs(let path): "The I2C bus \(path) hangs: a line is held low, and no chip on it can be reached."
        case .noAnswer(let path): "The I2C bus \(path) works, but no barometer answers on it."
        case .unknownChip(let path): "Something answers on \(path) where barometers are, but it is none that is known."
        case .failing(let name, let fault): "The barometer \(name) \(fault.words.prefix { $0 != ";" })."
        case .failed(let path, let number): "The I2C bus \(path) failed with error \(number)."
        }
    }

    /// What to do, with the command where there is one.
    package var remedy: String {
        switch self {
        case .noBus: "Plug in a USB-to-I2C adapter, or set barometer.enabled to false."
        case .noOpenBus: "Name the bus of the barometer as barometer.bus, if it really is on one of these."
        case .moduleMissing:
            "sudo modprobe i2c-dev; to have it at every boot: echo i2c-dev | sudo tee /etc/modules-load.d/i2c-dev.conf"
        case .busMissing: "List the buses with i2cdetect -l and set barometer.bus, or remove it to have them searched."
        case .denied:
            "sudo usermod -aG i2c \"$USER\", then log in again; for the service: sudo usermod -aG i2c companion"
        case .unsuited: "Connect the barometer to another I2C bus."
        case .busyWithoutPressure(let path, let address):
            "Find the driver with ls -l /sys/bus/i2c/devices/\(Self.client(path, address))/driver and unbind it."
        case .usesKernel: "Nothing has to be done."
        case .coarse(_, let command?):
            "For finer steps, until the next boot: \(command); Companion then reads it by itself."
        case .coarse(_, nil): "For finer steps connect the chip to an I2C bus without a driver of the kernel."
        case .coarseForGood(let name):
            "Companion cannot read a \(name) by itself; README.md lists the chips that it reads in finer steps."
        case .hangs:
            "Switch the power off and on (a restart is not enough); if it stays, look for a short on SDA and SCL."
        case .noAnswer(let path): "Look at the wires and the supply, then at i2cdetect -y \(Self.number(path))."
        case .unknownChip(let path):
            "See which chip it is with i2cdetect -y \(Self.number(path)); README.md lists those that are known."
        case .failing(_, let fault):
            fault.words.parted(at: "; ").after.map { "Please \($0.parted(at: "; ").before)." }
                ?? "Look at the wires and the supply; if it stays, replace the chip."
        case .failed: "Look at journalctl -k -b for what the adapter's driver says."
        }
    }

    private static func hex(_ address: UInt8) -> String { "address 0x" + String(address, radix: 16) }

    private static func number(_ path: String) -> Substring { path.split(separator: "-").last ?? "0" }

    private static func client(_ path: String, _ address: UInt8) -> String {
        "\(number(path))-00\(String(address, radix: 16))"
    }
}
