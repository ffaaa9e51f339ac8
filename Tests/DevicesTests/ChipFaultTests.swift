import ChipModels
import Devices
import Readings
import Testing

/// Each chip from reset to altitude, and what it does when something is wrong.
@Suite struct ChipFaultTests {
    private func start(_ chip: TestedChip, _ bus: ModelledBus) throws -> any ChipReader {
        let found = try chip.found()
        return try chip.table.start(
            ChipPort(bus, chip.address), found.model, found.identity, chip.table.standard)
    }

    /// Reads until there is a sample, a second at the most.
    private func sample(_ reader: inout any ChipReader, _ bus: ModelledBus, _ address: UInt8) throws -> ChipSample? {
        for _ in 0..<200 {
            bus.pause(.milliseconds(5))
            do {
                if let sample = try reader.read(ChipPort(bus, address)) { return sample }
            } catch ChipFault.sentinel { continue }
        }
        return nil
    }

    /// A chip's steps between its raw values, in pascals, plus its modelled noise.
    private static let tolerancePascals = 4.0

    @Test(arguments: TestedChip.all) func `each chip gives the pressure of its altitude and its temperature`(
        chip: TestedChip
    ) throws {
        for (metres, celsius) in [(0.0, 21.5), (70, 30), (-100, 5), (2500, -10), (600, -20)] {
            let air = Air(celsius: celsius)
            air.follow(base: 101_325) { _ in metres }
            let bus = ModelledBus([chip.address: chip.make(air)])
            var reader = try start(chip, bus)
            let sample = try #require(try sample(&reader, bus, chip.address))
            let expected = Air.pascals(metres: metres, above: 101_325)
            #expect((sample.pascals - expected).magnitude < Self.tolerancePascals, "\(metres) m")
            #expect((sample.celsius - celsius).magnitude < 0.1, "\(celsius) °C")
        }
    }

    @Test(arguments: TestedChip.all) func `a chip that is another one by now is refused`(chip: TestedChip) throws {
        guard chip.table.family != "MS5611" else { return }
        let bus = ModelledBus([chip.address: chip.make(Air())])
        let found = try chip.found()
        #expect(throws: ChipFault.self) {
            try chip.table.start(
                ChipPort(bus, chip.address), found.model, found.identity ^ 0xFF, chip.table.standard)
        }
    }

    @Test(arguments: TestedChip.all) func `NACK at each step: a start fails with just that and says so`(
        chip: TestedChip
    ) throws {
        let whole = ModelledBus([chip.address: chip.make(Air())])
        _ = try start(chip, whole)
        let steps = whole.model.count
        #expect(steps >= 5)
        for step in 0..<steps {
            for fault in [ModelBusFault.notAcknowledged, .noAnswer, .timedOut, .broken, .gone] {
                let bus = ModelledBus([chip.address: chip.make(Air())])
                bus.model.fault = { number, _ in number == step ? fault : nil }
                #expect(throws: ChipFault.bus(BusError(fault.number)), "step \(step)") { try start(chip, bus) }
                #expect(bus.model.count == step + 1, "nothing is sent after step \(step)")
                bus.model.fault = nil
                var reader = try start(chip, bus)
                #expect(try sample(&reader, bus, chip.address) != nil, "after step \(step)")
            }
        }
    }

    @Test(arguments: TestedChip.all) func `NACK at each step of a reading is told, and the next reading is good`(
        chip: TestedChip
    ) throws {
        let bus = ModelledBus([chip.address: chip.make(Air())])
        var reader = try start(chip, bus)
        _ = try sample(&reader, bus, chip.address)
        for step in 0..<2 {
            bus.pause(.milliseconds(60))
            bus.model.forget()
            bus.model.fault = { number, _ in number == step ? .notAcknowledged : nil }
            var told: ChipFault?
            do { _ = try reader.read(ChipPort(bus, chip.address)) } catch { told = error }
            let didFail = bus.model.count > step
            #expect(told == (didFail ? .bus(.noAnswer) : nil))
            bus.model.fault = nil
            let next = try #require(try sample(&reader, bus, chip.address))
            #expect((next.pascals - 100_000).magnitude < Self.tolerancePascals)
        }
    }

    @Test(arguments: TestedChip.all) func `zeros are a fault and no value`(chip: TestedChip) throws {
        let bus = ModelledBus([chip.address: chip.make(Air())])
        var reader = try start(chip, bus)
        _ = try sample(&reader, bus, chip.address)
        bus.model.chips[chip.address]?.givesZeros = true
        bus.pause(.milliseconds(60))
        // A BMP581 that gives zeros says in its status that it has nothing new.
        if chip.table.family == "BMP580" {
            #expect(try reader.read(ChipPort(bus, chip.address)) == nil)
        } else {
            #expect(throws: ChipFault.zeros) { try reader.read(ChipPort(bus, chip.address)) }
        }
    }

    @Test(arguments: TestedChip.all) func `nothing but zeros at a start is a fault of the trimming or the identity`(
        chip: TestedChip
    ) throws {
        let bus = ModelledBus([chip.address: chip.make(Air())])
        bus.model.chips[chip.address]?.givesZeros = true
        #expect(throws: ChipFault.self) { try start(chip, bus) }
    }

    static let sentinels: [(chip: String, bytes: [UInt8])] = [
        ("BMP280", [0x80, 0, 0, 0x80, 0, 0]), ("BMP280", [0x80, 0, 0, 0x7E, 0xED, 0]),
        ("BMP280", [0x65, 0x5A, 0xC0, 0x80, 0, 0]), ("BMP390", [0x70, 0, 0, 0x80, 0x00, 0x20, 0x80]),
        ("BMP581", [0x7F, 0x7F, 0x7F, 0x7F, 0x7F, 0x7F]), ("DPS310", [0x80, 0, 0, 0x80, 0, 0]),
        ("MS5611", [0xFF, 0xFF, 0xFF]),
    ]

    @Test(arguments: sentinels) func `a raw value that stands for no measurement is a fault`(
        row: (chip: String, bytes: [UInt8])
    ) throws {
        let chip = try #require(TestedChip.all.first { $0.name == row.chip })
        let bus = ModelledBus([chip.address: chip.make(Air())])
        var reader = try start(chip, bus)
        _ = try sample(&reader, bus, chip.address)
        bus.model.chips[chip.address]?.spoil = { _, bytes in bytes = row.bytes }
        bus.pause(.milliseconds(60))
        #expect(throws: ChipFault.sentinel) { try reader.read(ChipPort(bus, chip.address)) }
    }

    @Test func `the first reading of a BMP280, before it has measured, is a fault`() throws {
        let bus = ModelledBus([0x76: BMP280Model(Air())])
        var reader = try start(TestedChip.all[0], bus)
        #expect(throws: ChipFault.sentinel) { try reader.read(ChipPort(bus, 0x76)) }
    }

    @Test func `an MS5611 that is asked too early gives zero, which is a fault`() throws {
        let bus = ModelledBus([0x77: MS5611Model(Air())])
        var reader = try ChipTable.ms5611.start(
            ChipPort(bus, 0x77), ChipModel("MS5611"), 0, ChipTable.ms5611.standard)
        bus.model.chips[0x77]?.spoil = { _, bytes in bytes = [0, 0, 0] }
        #expect(throws: ChipFault.zeros) { try reader.read(ChipPort(bus, 0x77)) }
    }

    @Test func `a wrong check sum of an MS5611 is no chip`() throws {
        var memory = MS5611Model.sampleMemory
        memory[7] ^= 1
        let bus = ModelledBus([0x77: MS5611Model(Air(), memory: memory)])
        #expect(ChipDetection(on: bus).found.isEmpty)
        #expect(throws: ChipFault.trimming) {
            try ChipTable.ms5611.start(ChipPort(bus, 0x77), ChipModel("MS5611"), 0, ChipTable.ms5611.standard)
        }
    }

    @Test func `the two chips of a family are told apart by plausibility`() throws {
        for (isSmall, name) in [(false, "MS5611"), (true, "MS5607")] {
            let bus = ModelledBus([0x76: MS5611Model(Air(pascals: 95_000), isSmall: isSmall)])
            var reader = try ChipTable.ms5611.start(
                ChipPort(bus, 0x76), ChipModel("MS5611"), 0, ChipTable.ms5611.standard)
            #expect(reader.name == name)
            let sample = try #require(try reader.read(ChipPort(bus, 0x76)))
            #expect((sample.pascals - 95_000).magnitude < Self.tolerancePascals)
        }
    }

    @Test func `a fault that the chip itself reports is told`() throws {
        let bus = ModelledBus([0x77: BMP388Model(Air(), reportedFault: 1)])
        #expect(throws: ChipFault.chip) { try start(TestedChip.all[3], bus) }
        let slow = ModelledBus([0x46: BMP580Model(Air())])
        var settings = ChipTable.bmp580.standard
        settings.pressureOversampling = 128
        #expect(throws: ChipFault.settings) {
            try ChipTable.bmp580.start(ChipPort(slow, 0x46), ChipModel("BMP581"), 0x50, settings)
        }
    }

    @Test func `a chip that restarts by itself is noticed where it tells`() throws {
        for chip in TestedChip.all where ["BMP581", "DPS310"].contains(chip.name) {
            let bus = ModelledBus([chip.address: chip.make(Air())])
            var reader = try start(chip, bus)
            _ = try sample(&reader, bus, chip.address)
            bus.model.chips[chip.address]?.powerUp(at: bus.model.time)
            bus.pause(.milliseconds(60))
            #expect(throws: ChipFault.restarted) { try reader.read(ChipPort(bus, chip.address)) }
        }
    }
}
