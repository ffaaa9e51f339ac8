import ChipModels
import Devices
import Readings
import Testing

/// The whole source on modelled buses, in the time of the model.
@Suite struct BarometerSourceTests {
    /// How far the chips' noise and steps may take a mean from the air's pressure, in hectopascals.
    private static let tolerance = 0.04

    private func machine(_ chip: TestedChip, _ air: Air = Air()) -> ModelWorld {
        ModelWorld(chip.make(air), at: chip.address)
    }

    @Test(arguments: TestedChip.all) func `each chip rides an elevator, from reset to altitude`(chip: TestedChip) {
        let air = Air()
        air.follow { seconds in min(max(seconds - 5, 0) * 2.5, 70) }
        let machine = machine(chip, air)
        var source = machine.source()
        let run = machine.run(&source, seconds: 45)
        #expect(run.disconnected == 0 && run.ended == 0)
        #expect(run.samples.count > 1000)
        for sample in run.samples {
            let metres = min(max(sample.time.seconds - 5, 0) * 2.5, 70)
            // While it rises, a mean is as old as half its span and the chip's own measurement: 0.1 s of 0.3 hPa/s.
            let allowed = Self.tolerance + (metres > 0 && metres < 70 ? 0.04 : 0)
            #expect((sample.hectopascals - Air.pascals(metres: metres, above: 100_000) / 100).magnitude < allowed)
        }
        #expect(zip(run.samples, run.samples.dropFirst()).allSatisfy { $0.time < $1.time })
        #expect(
            machine.board.status.description
                == "\(chip.name) at /dev/i2c-1, address 0x\(String(chip.address, radix: 16))")
        #expect(machine.board.status.state == .reading)
        #expect(machine.board.status.delivered == run.samples.count)
        #expect(machine.log.lines.count == 1 && machine.log.lines[0].contains("reads \(chip.name)"))
    }

    @Test(arguments: TestedChip.all, [1.0, 5, 10, 25, 50]) func `values come at the rate asked for, or the chip's`(
        chip: TestedChip, rate: Double
    ) {
        let machine = machine(chip)
        var source = machine.source(rate: rate)
        let run = machine.run(&source, seconds: 20)
        let slowest: Double = chip.table.family == "BMP280" ? 25 : chip.table.family == "DPS310" ? 30 : 46
        let expected = 18.7 * min(rate, slowest)
        #expect(Double(run.samples.count) >= expected * 0.93 && Double(run.samples.count) <= 20 * rate + 1)
        #expect(run.longest <= .milliseconds(300))
    }

    @Test(arguments: TestedChip.all) func `one failed transfer, whichever it is, loses no more than a moment`(
        chip: TestedChip
    ) {
        for failing in 0..<45 {
            let machine = machine(chip)
            machine.bus.fault = { number, _ in number == failing ? .notAcknowledged : nil }
            var source = machine.source()
            let run = machine.run(&source, seconds: 2.5)
            #expect(run.samples.count > 15, "transfer \(failing)")
            #expect(run.values.allSatisfy { ($0 - 1000).magnitude < Self.tolerance }, "transfer \(failing)")
            #expect(machine.board.status.restarts == 0, "transfer \(failing)")
        }
    }

    @Test(arguments: TestedChip.all) func `pressures and temperatures outside a chip's own limits are no measurements`(
        chip: TestedChip
    ) {
        func samples(_ change: @escaping @Sendable (inout BarometerSettings) -> Void) -> Int {
            let machine = machine(chip)
            var source = machine.source { name in
                guard var settings = ChipTable.standard(of: name) else { return nil }
                change(&settings)
                return settings
            }
            return machine.run(&source, seconds: 4).samples.count
        }
        #expect(samples { $0.pascals = 99_000...101_000 } > 20)
        #expect(samples { $0.pascals = 30_000...99_000 } == 0)
        #expect(samples { $0.celsius = 80...85 } == 0)
    }

    /// Chips whose memory is damaged: a check sum that does not fit, or numbers that no such chip has.
    static let damaged: [TestedChip] = [
        .init(name: "MS5611", address: 0x77, table: .ms5611) { air in
            var memory = MS5611Model.sampleMemory
            memory[3] ^= 1
            return MS5611Model(air, memory: memory)
        },
        .init(name: "BMP280", address: 0x76, table: .bmp280) {
            BMP280Model($0, trimming: [Int](repeating: 0, count: 12))
        },
        .init(name: "BMP390", address: 0x77, table: .bmp388) {
            BMP388Model($0, trimming: [UInt8](repeating: 0xFF, count: 21))
        },
    ]

    @Test(arguments: damaged) func `a chip with damaged calibration data never gives a value, and is named`(
        chip: TestedChip
    ) {
        let machine = machine(chip)
        var source = machine.source()
        let run = machine.run(&source, seconds: 12)
        #expect(run.samples.isEmpty && run.disconnected > 0)
        #expect(machine.board.status.state != .reading)
        // An MS5611 has no identity but its check sum: without that it is no chip that is known.
        let finding = chip.name == "MS5611" ? "it is none that is known" : "calibration data that cannot be right"
        let words = [machine.board.status.lastFault ?? ""] + machine.board.status.findings.map(\.message)
        #expect(words.contains { $0.contains(finding) }, "\(words)")
        // The sound chip in its place is taken, without a new source.
        let sound = TestedChip.all.first { $0.name == chip.name }
        machine.bus.chips[chip.address] = sound?.make(Air())
        #expect(machine.run(&source, seconds: 20).samples.count > 20)
    }

    @Test(arguments: TestedChip.all) func `a bus that is busy for a moment is asked again, and no driver is blamed`(
        chip: TestedChip
    ) {
        let machine = machine(chip)
        var source = machine.source()
        _ = machine.run(&source, seconds: 3)
        let begun = machine.bus.count
        machine.bus.fault = { number, _ in number < begun + 3 ? .busy : nil }
        let run = machine.run(&source, seconds: 1)
        #expect(run.disconnected == 0 && run.samples.count > 10)
        #expect(machine.board.status.restarts == 0 && machine.board.status.state == .reading)
        machine.bus.fault = { _, _ in .busy }
        #expect(machine.run(&source, seconds: 3).disconnected > 0)
        #expect(machine.board.status.restarts == 1)
        #expect(machine.log.lines.contains { $0.contains("hangs") })
        #expect(!machine.log.lines.contains { $0.contains("driver of the kernel") })
        machine.bus.fault = nil
        #expect(machine.run(&source, seconds: 9).samples.count > 10)
    }

    @Test(arguments: TestedChip.all) func `a chip that stops answering at any transfer is disconnected and taken back`(
        chip: TestedChip
    ) {
        for failing in stride(from: 0, to: 45, by: 9) {
            let machine = machine(chip)
            machine.bus.fault = { number, _ in number >= failing ? .noAnswer : nil }
            var source = machine.source()
            let away = machine.run(&source, seconds: 4)
            #expect(away.disconnected > 0, "transfer \(failing)")
            #expect(machine.board.status.state == .disconnected || machine.board.status.state == .searching)
            machine.bus.fault = nil
            let back = machine.run(&source, seconds: 9)
            #expect(back.samples.count > 20, "transfer \(failing)")
            #expect(back.values.allSatisfy { ($0 - 1000).magnitude < Self.tolerance })
        }
    }

    @Test func `a lost chip's bus is closed before it is opened again`() {
        let machine = machine(TestedChip.all[0])
        var source = machine.source()
        _ = machine.run(&source, seconds: 2.5)
        #expect(machine.opened == 1)
        machine.bus.fault = { _, _ in .gone }
        _ = machine.run(&source, seconds: 0.2)
        #expect(machine.board.status.state == .disconnected)
        machine.bus.fault = nil
        _ = machine.run(&source, seconds: 2.5)
        #expect(machine.opened == 2)
        #expect(machine.board.status.reconnects == 1)
    }

    @Test func `the retries of a failed reading are three, 10 ms apart`() {
        let machine = machine(TestedChip.all[0])
        var source = machine.source()
        _ = machine.run(&source, seconds: 2)
        machine.bus.forget()
        var moments: [Int64] = []
        machine.bus.fault = { [unowned bus = machine.bus] _, transfer in
            guard transfer == .read(0x76, 0xF7, 6) else { return nil }
            moments.append(bus.time)
            return moments.count <= 4 ? .notAcknowledged : nil
        }
        _ = machine.run(&source, seconds: 1)
        let pauses = zip(moments.prefix(4), moments.prefix(4).dropFirst()).map { ($1 - $0) / 1_000_000 }
        #expect(pauses.allSatisfy { (10...11).contains($0) } && pauses.count == 3)
        #expect(machine.board.status.retries == 3)
        #expect(machine.board.status.restarts == 1)
        #expect(machine.bus.transfers.contains(.write(0x76, [0xE0, 0xB6])))
        #expect(machine.board.status.state == .reading)
    }

    @Test func `nothing there is disconnected at once, and looked for after 0.5, 1, 2, 4, 8, 8 s`() {
        let machine = ModelWorld()
        machine.adapter(1, "bcm2835 (i2c@7e804000)")
        machine.buses["/dev/i2c-1"] = ModelBus()
        var source = machine.source()
        var opened: [Double] = []
        for tick in 0..<200 {
            let before = machine.opened
            let run = machine.run(&source, seconds: 0.15)
            #expect(run.samples.isEmpty && run.nothing == 0)
            if machine.opened > before { opened.append(Double(tick) * 0.2) }
        }
        let pauses = zip(opened, opened.dropFirst()).map { $1 - $0 }
        #expect(zip(pauses, [0.5, 1, 2, 4, 8, 8]).allSatisfy { ($0 - $1).magnitude <= 0.21 } && pauses.count >= 6)
        #expect(machine.board.status.findings == [.noAnswer(path: "/dev/i2c-1")])
    }

    @Test func `a chip that is plugged in later is taken up`() {
        let machine = ModelWorld()
        machine.adapter(1, "bcm2835 (i2c@7e804000)")
        machine.buses["/dev/i2c-1"] = ModelBus()
        var source = machine.source()
        #expect(machine.run(&source, seconds: 5).samples.isEmpty)
        machine.bus.chips[0x77] = BMP388Model(Air())
        #expect(machine.run(&source, seconds: 9).samples.count > 20)
        #expect(machine.board.status.reconnects == 0)
        #expect(machine.board.status.nextSearch == nil && machine.board.status.findings.isEmpty)
    }

    @Test func `a named bus is used as it is, others are not opened`() {
        let machine = ModelWorld()
        machine.adapter(0, "SMBus I801 adapter at efa0")
        machine.adapter(1, "bcm2835 (i2c@7e804000)")
        machine.buses["/dev/i2c-0"] = ModelBus([0x76: BMP280Model(Air())])
        machine.buses["/dev/i2c-1"] = ModelBus([0x77: BMP388Model(Air())])
        var named = machine.source(bus: "/dev/i2c-0")
        #expect(machine.run(&named, seconds: 2).samples.count > 10)
        #expect(machine.buses["/dev/i2c-1"]?.count == 0)
        machine.buses["/dev/i2c-0"]?.forget()
        var unnamed = machine.source()
        #expect(machine.run(&unnamed, seconds: 2).samples.count > 10)
        #expect(machine.buses["/dev/i2c-0"]?.count == 0)
        #expect(machine.board.status.description?.hasPrefix("BMP390") == true)
    }

    @Test func `settings of a profile are used, and impossible ones are a finding`() {
        let machine = machine(TestedChip.all[3])
        let slow = BarometerSettings(pressureOversampling: 16, temperatureOversampling: 2, filter: 7, hertz: 25)
        var source = machine.source(tuning: { $0 == "bmp390" ? slow : nil })
        #expect(machine.run(&source, seconds: 2).samples.count > 10)
        let written = machine.bus.transfers.map(\.description)
        #expect(written.contains("77 w 1C 0C") && written.contains("77 w 1D 03") && written.contains("77 w 1F 06"))
        let impossible = BarometerSettings(pressureOversampling: 3, temperatureOversampling: 2, filter: 7, hertz: 25)
        var refused = machine.source(tuning: { _ in impossible })
        #expect(machine.run(&refused, seconds: 2).samples.isEmpty)
        #expect(machine.board.status.findings == [.failing(name: "BMP390", fault: .settings)])
    }

    static let refusals: [(BusError, BarometerFinding)] = [
        (.denied, .denied(path: "/dev/i2c-1")), (.unsuited, .unsuited(path: "/dev/i2c-1")),
        (.other(24), .failed(path: "/dev/i2c-1", number: 24)), (.absent, .busMissing(path: "/dev/i2c-1")),
    ]

    @Test(arguments: refusals) func `a bus that cannot be opened is a state and a finding`(
        row: (refusal: BusError, finding: BarometerFinding)
    ) {
        let machine = machine(TestedChip.all[0])
        machine.refusals["/dev/i2c-1"] = row.refusal
        var source = machine.source()
        #expect(machine.run(&source, seconds: 1).disconnected > 3)
        #expect(machine.board.status.findings == [row.finding])
        #expect(machine.log.lines.count == 1)
    }

    @Test func `buses without nodes mean that i2c-dev is missing`() {
        let machine = machine(TestedChip.all[0])
        machine.buses = [:]
        machine.remove("class")
        var source = machine.source()
        _ = machine.run(&source, seconds: 1)
        #expect(machine.board.status.findings == [.moduleMissing])
    }

    @Test func `a source that is to stop does not wait`() {
        let machine = ModelWorld()
        var world = machine.world
        world.wait = { _ in }
        var source = BarometerSource(
            bus: nil, rate: 25, world: world, board: machine.board,
            log: .init(hasPriorities: false) { _ in true })
        _ = source.next(limit: .milliseconds(200))
        guard case .disconnected = source.next(limit: .seconds(1000)) else {
            Issue.record("something came")
            return
        }
        #expect(world.now() == .start)
    }
}
