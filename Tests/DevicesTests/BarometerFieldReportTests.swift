import ChipModels
import Devices
import Readings
import Testing

/// What went wrong in the field with others' barometers, each called after its public thread.
@Suite struct BarometerFieldReportTests {
    /// The chips' noise, in hectopascals.
    private static let noise = 0.04

    private func machine(_ name: String = "BMP390", pascals: Double = 100_000) -> (ModelWorld, ModelChip) {
        let chip = TestedChip.all.first { $0.name == name } ?? TestedChip.all[0]
        let model = chip.make(Air(pascals: pascals))
        return (ModelWorld(model, at: chip.address), model)
    }

    private func isNear(_ run: ModelWorld.Run, _ hectopascals: Double) -> Bool {
        run.values.allSatisfy { ($0 - hectopascals).magnitude < Self.noise }
    }

    @Test(arguments: TestedChip.all)
    func `BoschSensortec/BMP280_driver#23: old bytes again and again are found to be frozen`(chip: TestedChip) {
        let (machine, model) = machine(chip.name)
        var source = machine.source()
        _ = machine.run(&source, seconds: 3)
        model.spoil = { [kept = [UInt8](model.read(0xF7, count: 6, at: machine.bus.time))] _, bytes in
            if chip.table.family == "BMP280" { bytes = kept }
        }
        model.isFrozen = true
        let frozen = machine.run(&source, seconds: 8)
        // The same value may have been handed over until it was noticed, after 3 s.
        #expect(frozen.samples.allSatisfy { $0.time.seconds < 6.5 })
        #expect(machine.board.status.lastFault?.contains("same value") == true)
        #expect(machine.board.status.restarts >= 1 && machine.board.status.state != .reading)
        model.isFrozen = false
        model.spoil = nil
        #expect(machine.run(&source, seconds: 12).samples.count > 20)
    }

    @Test func `zephyrproject-rtos/zephyr#37231: the first measurements after power-up are in no value`() {
        let (machine, model) = machine("LPS22HH", pascals: 100_800)
        model.spoil = { reading, bytes in if reading < 15 { bytes[1...3] = [0x00, 0xF0, 0x2C] } }  // 719 hPa
        var source = machine.source()
        let run = machine.run(&source, seconds: 5)
        #expect(run.samples.count > 50)
        #expect(isNear(run, 1008))
        #expect(machine.board.status.restarts == 0)
    }

    @Test func `esphome/issues#3383: a step of −300 hPa is in no value, and the chip is reset`() {
        let (machine, model) = machine()
        var source = machine.source()
        #expect(isNear(machine.run(&source, seconds: 3), 1000))
        let before = model.resets
        model.air.pascals = { [unowned model] _ in model.resets == before ? 70_000 : 100_000 }
        let run = machine.run(&source, seconds: 3)
        #expect(run.samples.count > 60 && isNear(run, 1000))
        #expect(model.resets == before + 1)
        #expect(machine.board.status.restarts == 1 && run.disconnected == 0)
        #expect(run.longestGap < .milliseconds(300))
    }

    @Test func `esphome/issues#3383: where a reset does not help it is disconnected, and no value says 700 for 5 s`() {
        let (machine, model) = machine()
        var source = machine.source()
        _ = machine.run(&source, seconds: 3)
        model.air.pascals = { _ in 70_000 }
        let run = machine.run(&source, seconds: 5)
        #expect(run.samples.allSatisfy { $0.hectopascals > 990 })
        #expect(run.disconnected > 0)
    }

    @Test func `esphome/issues#1221: NACKs for ever are said once, searched for ever more rarely, and end nothing`() {
        let (machine, _) = machine()
        var source = machine.source()
        _ = machine.run(&source, seconds: 2)
        let said = machine.log.lines.count
        machine.bus.fault = { _, _ in .notAcknowledged }
        let before = machine.opened
        let run = machine.run(&source, seconds: 50)
        #expect(run.ended == 0 && run.samples.count <= 1 && run.longest <= .milliseconds(400))
        #expect((6...10).contains(machine.opened - before))
        // The reset, the loss, and that no barometer answers: each once within the minute.
        #expect(machine.log.lines.count - said == 3)
        machine.bus.fault = nil
        #expect(machine.run(&source, seconds: 12).samples.count > 20)
    }

    @Test func `m-labs/artiq#2710: with every transfer timing out no call takes over 0.3 s`() {
        let (machine, _) = machine()
        var source = machine.source()
        _ = machine.run(&source, seconds: 2)
        machine.bus.fault = { _, _ in .timedOut }
        let run = machine.run(&source, seconds: 30)
        #expect(run.longest <= .milliseconds(300))
        #expect(machine.board.status.findings == [.hangs(path: "/dev/i2c-1")])
    }

    @Test(arguments: ["BMP280", "BMP390", "LPS22HB", "MS5611", "DPS310"])
    func `rosflight/rosflight_firmware#84: zeros are in no value and lead to a reset`(name: String) {
        let (machine, model) = machine(name)
        var source = machine.source()
        _ = machine.run(&source, seconds: 3)
        let resets = model.resets
        model.givesZeros = true
        _ = machine.run(&source, seconds: 0.4)
        model.givesZeros = false
        let run = machine.run(&source, seconds: 12)
        #expect(run.samples.count > 100 && isNear(run, 1000))
        #expect(model.resets > resets)
    }

    @Test(arguments: 0..<24) func `raspberrypi/linux#4884: a wrong bit in 1 of 500 measurements is in no value`(
        bit: Int
    ) {
        let (machine, model) = machine()
        model.spoil = { reading, bytes in
            if reading % 500 == 499 { bytes[1 + bit / 8] ^= 1 << UInt8(bit % 8) }
        }
        var source = machine.source()
        let run = machine.run(&source, seconds: 45)
        #expect(run.samples.count > 1000)
        // What passes the gate is below 1.5 hPa, and half of it where a mean is of two: the filters of the floors see
        // to that.
        #expect(run.values.allSatisfy { ($0 - 1000).magnitude < 1.6 })
        #expect(run.values.count { ($0 - 1000).magnitude >= Self.noise } <= 5)
        #expect(run.longestGap < .milliseconds(500))
    }

    @Test func `ArduPilot/ardupilot#436: 9 m, then 5275 m in one sample, is 9 m`() {
        let nine = Air.pascals(metres: 9, above: 101_325)
        let (machine, model) = machine("MS5611", pascals: nine)
        model.spoil = { reading, bytes in if reading == 300 { bytes[0] = bytes[0] / 2 } }
        var source = machine.source()
        let run = machine.run(&source, seconds: 6)
        #expect(run.samples.count > 100 && isNear(run, nine / 100))
    }

    @Test func `PX4/PX4-Autopilot#5245: 0.5 hPa with each burst of the radio is passed on and resets nothing`() {
        let (machine, model) = machine()
        model.air.pascals = { time in time / 200_000_000 % 5 == 0 ? 100_050 : 100_000 }
        var source = machine.source()
        let run = machine.run(&source, seconds: 10)
        #expect(run.samples.count > 200)
        #expect(machine.board.status.restarts == 0 && machine.board.status.dropped == 0)
        #expect(run.values.contains { $0 > 1000.4 } && run.values.allSatisfy { $0 < 1000.6 })
    }

    @Test func `a door slam, a gust and a fast elevator pass the gate`() {
        let (machine, model) = machine()
        model.air.pascals = { time in
            let seconds = Double(time) / 1e9
            let slam = (4..<5).contains(seconds) ? 60.0 : 0
            return Air.pascals(metres: max(0, min(seconds - 6, 10)) * 10, above: 100_000) + slam
        }
        var source = machine.source()
        let run = machine.run(&source, seconds: 20)
        #expect(machine.board.status.dropped == 0 && machine.board.status.restarts == 0)
        #expect(run.values.contains { $0 > 1000.5 })
        #expect((run.values.last ?? 0) < 989)
    }

    @Test func `a chip that restarts by itself is set up again and goes on`() {
        for name in ["BMP581", "DPS310", "BMP280", "BMP390", "LPS22HH"] {
            let (machine, model) = machine(name)
            var source = machine.source()
            _ = machine.run(&source, seconds: 3)
            model.powerUp(at: machine.bus.time)
            let run = machine.run(&source, seconds: 5)
            #expect(run.samples.count > 80 && isNear(run, 1000), "\(name)")
            #expect(machine.board.status.restarts == 1, "\(name)")
        }
    }
}
