import ChipModels
import Devices
import Readings
import Testing

/// Exactly what each chip is asked and told, transfer by transfer.
@Suite struct ChipRegisterOrderTests {
    private struct Order {
        let chip: String
        let start: [String]
        let read: [String]
    }

    private static let bmp280 = [
        "w E0 B6", "r D0 1", "r F3 1", "r 88 24", "w F5 08", "w F4 57",
    ]
    private static let bmp388 = [
        "r 03 1", "w 7E B6", "r 00 1", "r 02 1", "r 10 1", "r 31 21", "w 1C 03", "w 1D 02", "w 1F 04", "w 1B 33",
        "r 02 1",
    ]
    private static let bmp580 = [
        "w 7E B6", "r 01 1", "r 28 1", "r 27 1", "w 37 80", "r 30 1", "w 30 2B", "w 31 12", "w 36 60", "w 15 01",
        "w 37 BD", "r 38 1",
    ]
    private static let ms5611 = ["w 1E"] + (0..<8).map { "r A\(String(2 * $0, radix: 16, uppercase: true)) 2" }
    private static let orders = [
        Order(chip: "BMP280", start: bmp280, read: ["r F7 6"]),
        Order(chip: "BME280", start: bmp280[..<4] + ["w F2 00"] + bmp280[4...], read: ["r F7 6"]),
        Order(chip: "BMP388", start: bmp388, read: ["r 03 7"]),
        Order(chip: "BMP390", start: bmp388, read: ["r 03 7"]),
        Order(chip: "BMP581", start: bmp580, read: ["r 27 1", "r 1D 6"]),
        Order(chip: "BMP580", start: bmp580, read: ["r 27 1", "r 1D 6"]),
        Order(chip: "LPS22HB", start: ["w 11 14", "r 11 1", "r 11 1", "r 0F 1", "w 10 4E"], read: ["r 27 6"]),
        Order(
            chip: "LPS22HH", start: ["w 11 14", "r 11 1", "r 11 1", "r 0F 1", "w 11 12", "w 10 4E"], read: ["r 27 6"]),
        Order(chip: "MS5611", start: ms5611 + ["w 58", "r 00 3", "w 48", "r 00 3"], read: ["w 48", "r 00 3"]),
        Order(chip: "MS5607", start: ms5611 + ["w 58", "r 00 3", "w 48", "r 00 3"], read: ["w 48", "r 00 3"]),
        Order(
            chip: "DPS310",
            start: [
                "w 0C 09", "r 0D 1", "r 08 1", "r 10 18", "r 28 1", "r 32 1", "w 0E A5", "w 0F 96", "w 62 02",
                "w 0E 00",
                "w 0F 00", "w 08 00", "w 06 54", "w 07 A0", "w 09 04", "w 08 07",
            ], read: ["r 08 1", "r 00 6"]),
    ]

    @Test(arguments: TestedChip.all) func `the transfers of a start and of a reading are these and no others`(
        chip: TestedChip
    ) throws {
        let order = try #require(Self.orders.first { $0.chip == chip.name })
        let bus = ModelledBus([chip.address: chip.make(Air())])
        let port = ChipPort(bus, chip.address)
        let found = try chip.found()
        bus.pause(.milliseconds(10))
        var reader = try chip.table.start(port, found.model, found.identity, chip.table.standard)
        #expect(bus.model.transfers.map { $0.description.dropFirst(3) } == order.start.map { Substring($0) })
        bus.pause(.milliseconds(60))
        bus.model.forget()
        #expect(try reader.read(port) != nil)
        #expect(bus.model.transfers.map { $0.description.dropFirst(3) } == order.read.map { Substring($0) })
        #expect(reader.name == chip.name)
    }

    @Test func `an MS5611's temperature is converted with every tenth pressure`() throws {
        let bus = ModelledBus([0x77: MS5611Model(Air())])
        let port = ChipPort(bus, 0x77)
        var reader = try ChipTable.ms5611.start(port, ChipModel("MS5611"), 0, ChipTable.ms5611.standard)
        bus.model.forget()
        for _ in 0..<39 { _ = try reader.read(port) }
        let commands = bus.model.transfers.compactMap { transfer in
            if case .write(_, let bytes) = transfer { bytes[0] } else { nil }
        }
        #expect(commands.count { $0 == 0x48 } == 39)
        #expect(commands.count { $0 == 0x58 } == 3)
        #expect(commands.firstIndex(of: 0x58) == 9)
    }

    @Test func `a DPS310 that sums over 8 samples or fewer is given no shift, and bit 2 is that of pressure`() throws {
        let bus = ModelledBus([0x77: DPS310Model(Air())])
        let few = BarometerSettings(
            pressureOversampling: 8, temperatureOversampling: 16, filter: 0, hertz: 32, temperatureEvery: 32)
        _ = try ChipTable.dps310.start(ChipPort(bus, 0x77), ChipModel("DPS310"), 0x10, few)
        #expect(bus.model.transfers.map(\.description).contains("77 w 09 08"))
    }

    @Test(arguments: TestedChip.all) func `settings that a chip does not have are refused before anything is sent`(
        chip: TestedChip
    ) throws {
        let found = try chip.found()
        for change in 0..<4 {
            var settings = chip.table.standard
            switch change {
            case 0: settings.pressureOversampling = 3
            case 1: settings.temperatureOversampling = 0
            case 2: settings.filter = 5
            default: settings.hertz = -1
            }
            let bus = ModelledBus([chip.address: chip.make(Air())])
            #expect(throws: ChipFault.settings) {
                try chip.table.start(ChipPort(bus, chip.address), found.model, found.identity, settings)
            }
            #expect(bus.model.transfers.isEmpty)
            #expect(chip.table.period(settings) == nil)
        }
    }

    @Test func `a rate that is too fast for the oversampling is refused`() {
        var settings = ChipTable.bmp388.standard
        settings.pressureOversampling = 32
        #expect(ChipTable.bmp388.period(settings) == nil)
        settings.hertz = 12.5
        #expect(ChipTable.bmp388.period(settings) == .milliseconds(80))
        var slow = ChipTable.dps310.standard
        slow.pressureOversampling = 32
        #expect(ChipTable.dps310.period(slow) == nil)
    }

    @Test func `the standard settings are those for about 10 cm`() {
        #expect(ChipTable.bmp280.period(ChipTable.bmp280.standard) == .milliseconds(38))
        #expect(ChipTable.bmp388.period(ChipTable.bmp388.standard) == .milliseconds(20))
        #expect(ChipTable.bmp580.period(ChipTable.bmp580.standard) == .milliseconds(20))
        #expect(ChipTable.lps22.period(ChipTable.lps22.standard) == .milliseconds(20))
        #expect(ChipTable.dps310.period(ChipTable.dps310.standard) == .microseconds(31250))
        #expect(ChipTable.ms5611.period(ChipTable.ms5611.standard) == .microseconds(11111))
    }
}
