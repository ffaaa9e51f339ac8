import ChipModels
import Devices
import Readings
import Testing

/// Which chip is found where, and what is sent on the way.
@Suite struct ChipDetectionTests {
    @Test(arguments: TestedChip.all) func `each chip is found at its address, by its name`(chip: TestedChip) throws {
        let detection = ChipDetection(on: ModelledBus([chip.address: chip.make(Air())]))
        let found = try #require(detection.found.first)
        #expect(found.address == chip.address)
        #expect(found.table.family == chip.table.family)
        #expect(found.model.name == chip.name || chip.name == "MS5607")
        #expect(detection.failure == nil && detection.busy.isEmpty)
    }

    @Test func `on an empty bus every register is asked before the one command, which comes last`() {
        let bus = ModelledBus([:])
        let detection = ChipDetection(on: bus)
        #expect(detection.found.isEmpty && !detection.hasAnswer)
        #expect(
            bus.model.transfers.map(\.description) == [
                "46 r 01 1", "47 r 01 1", "5C r 0F 1", "5D r 0F 1", "76 r D0 1", "77 r D0 1", "76 r 00 1",
                "77 r 00 1", "77 r 0D 1", "76 r 0D 1", "77 w 1E", "76 w 1E",
            ])
    }

    @Test(arguments: TestedChip.all.filter { $0.table.family != "MS5611" })
    func `no command is sent where a register told a chip, wherever it is`(chip: TestedChip) {
        for isThorough in [false, true] {
            let bus = ModelledBus([chip.address: chip.make(Air())])
            _ = ChipDetection(on: bus, stopsAtFirst: !isThorough)
            let writes = bus.model.transfers.filter { if case .write = $0 { true } else { false } }
            #expect(writes.isEmpty)
        }
    }

    @Test func `the order of the tables does not matter for that`() {
        let bus = ModelledBus([0x76: BMP280Model(Air())])
        let detection = ChipDetection(on: bus, tables: ChipTable.all.reversed())
        #expect(detection.found.map(\.model.name) == ["BMP280"])
        #expect(bus.model.transfers.allSatisfy { if case .read = $0 { true } else { false } })
    }

    @Test func `an address that the kernel holds is sent nothing, and the others are asked`() {
        let bus = ModelledBus([0x76: BMP280Model(Air()), 0x77: BMP388Model(Air())])
        bus.model.busy = [0x76]
        let detection = ChipDetection(on: bus)
        #expect(detection.busy == [0x76])
        #expect(detection.found.map(\.address) == [0x77])
        #expect(!bus.model.transfers.contains { $0.description.hasPrefix("76") })
    }

    @Test func `a bus that hangs ends the search after one transfer`() {
        let bus = ModelledBus([0x76: BMP280Model(Air())])
        bus.model.fault = { _, _ in .timedOut }
        let detection = ChipDetection(on: bus)
        #expect(detection.failure == .hangs)
        #expect(bus.model.count == 1)
    }

    @Test func `an adapter that goes in the middle of a search ends it`() {
        let bus = ModelledBus([0x76: BMP280Model(Air())])
        bus.model.fault = { number, _ in number == 2 ? .gone : nil }
        #expect(ChipDetection(on: bus).failure == .gone)
        #expect(bus.model.count == 3)
    }

    @Test func `a broken transfer is no answer at that address, and the search goes on`() {
        let bus = ModelledBus([0x76: BMP280Model(Air())])
        bus.model.fault = { number, _ in number < 4 ? .broken : nil }
        #expect(ChipDetection(on: bus).found.map(\.model.name) == ["BMP280"])
    }

    @Test func `two chips on one bus are both listed, the first ends a search for use`() {
        let chips: [UInt8: ModelChip] = [0x47: BMP580Model(Air()), 0x76: DPS310Model(Air())]
        #expect(ChipDetection(on: ModelledBus(chips), stopsAtFirst: false).found.map(\.address) == [0x47, 0x76])
        #expect(ChipDetection(on: ModelledBus(chips)).found.map(\.address) == [0x47])
    }

    @Test(arguments: [UInt8(0), 0x55, 0xFF]) func `a chip with an identity of its own is an answer and no find`(
        identity: UInt8
    ) {
        let detection = ChipDetection(on: ModelledBus([0x77: BMP280Model(Air(), identity: identity)]))
        #expect(detection.found.isEmpty)
        #expect(detection.hasAnswer)
    }
}
