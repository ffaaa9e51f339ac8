import ChipModels
import Devices
import Readings
import Testing

/// Barometers that the kernel drives itself.
@Suite struct KernelBarometerTests {
    private static let bmp280 = [
        "name": "bmp280\n", "in_pressure_input": "100.653253906\n", "in_temp_input": "25080\n",
    ]

    @Test func `its kilopascals are the hectopascals that are handed over, and no bus is opened`() throws {
        let machine = ModelWorld()
        machine.adapter(1, "bcm2835 (i2c@7e804000)")
        machine.buses["/dev/i2c-1"] = ModelBus([0x76: BMP280Model(Air())])
        machine.kernelBarometer(0, Self.bmp280)
        var source = machine.source()
        let run = machine.run(&source, seconds: 1)
        #expect(run.samples.count > 10)
        #expect(run.values.allSatisfy { ($0 - 1006.53253906).magnitude < 1e-9 })
        #expect(machine.opened == 0)
        #expect(machine.board.status.description == "bmp280 through the kernel (iio:device0)")
        #expect(machine.board.status.findings == [.usesKernel(name: "bmp280")])
        #expect(!machine.board.status.isCoarse)
    }

    @Test(arguments: [nil, "24"]) func `raw, offset and scale make a pressure too`(offset: String?) {
        let machine = ModelWorld()
        var files = ["name": "lps22hh", "in_pressure_raw": "4150248\n", "in_pressure_scale": "0.0000244140625\n"]
        files["in_pressure_offset"] = offset
        machine.kernelBarometer(0, files)
        var source = machine.source()
        let expected = (4_150_248 + (offset == nil ? 0 : 24)) / 4096.0
        let run = machine.run(&source, seconds: 1)
        #expect(run.samples.count > 10)
        #expect(run.values.allSatisfy { ($0 - expected).magnitude < 1e-9 })
    }

    @Test(arguments: ["ms5611", "ms5607", "dps310"]) func `one of whole pascals says so and how to get more`(
        name: String
    ) throws {
        let machine = ModelWorld()
        machine.kernelBarometer(0, ["name": name, "in_pressure_input": "100.653\n"])
        var source = machine.source()
        _ = machine.run(&source, seconds: 1)
        #expect(machine.board.status.isCoarse)
        let finding = try #require(machine.board.status.findings.first)
        #expect(machine.board.status.findings.count == 1)
        #expect(finding.isHarmless && finding.code == "barometerCoarse" && finding.message.contains("8 cm"))
        #expect(finding.remedy.contains("echo 1-0076 | sudo tee /sys/bus/i2c/drivers/\(name)/unbind"))
    }

    @Test func `with a bus named, only one on that bus counts`() {
        let machine = ModelWorld()
        machine.adapter(1, "bcm2835 (i2c@7e804000)")
        machine.adapter(2, "bcm2835 (i2c@7e805000)")
        machine.buses["/dev/i2c-2"] = ModelBus([0x77: BMP388Model(Air())])
        machine.kernelBarometer(0, Self.bmp280, client: "1-0076")
        var other = machine.source(bus: "/dev/i2c-2")
        _ = machine.run(&other, seconds: 1)
        #expect(machine.board.status.description == "BMP390 at /dev/i2c-2, address 0x77")
        var same = machine.source(bus: "/dev/i2c-1")
        _ = machine.run(&same, seconds: 1)
        #expect(machine.board.status.description == "bmp280 through the kernel (iio:device0)")
    }

    @Test func `one that is on no I2C bus is used where no bus is named`() {
        let machine = ModelWorld()
        machine.kernelBarometer(3, Self.bmp280, client: nil)
        var source = machine.source()
        #expect(machine.run(&source, seconds: 1).samples.count > 10)
    }

    @Test func `an address that the kernel holds without a pressure is said with what to do`() {
        let machine = ModelWorld(BMP280Model(Air()), at: 0x76)
        machine.bus.busy = [0x76]
        var source = machine.source()
        #expect(machine.run(&source, seconds: 2).samples.isEmpty)
        #expect(machine.board.status.findings == [.busyWithoutPressure(path: "/dev/i2c-1", address: 0x76)])
        #expect(machine.board.status.findings[0].remedy.contains("1-0076"))
        #expect(!machine.bus.transfers.contains { $0.description.hasPrefix("76") })
    }

    @Test(arguments: ["nonsense\n", "\n", "nan", "1,5"]) func `a text that is no number is no value`(text: String) {
        let machine = ModelWorld()
        machine.kernelBarometer(0, ["name": "bmp280", "in_pressure_input": text])
        var source = machine.source()
        let run = machine.run(&source, seconds: 3)
        #expect(run.samples.isEmpty)
        #expect(run.disconnected > 0)
    }

    @Test func `raspberrypi/linux#5570: the kernel's device goes, the source says so and takes it back`() {
        let machine = ModelWorld()
        machine.kernelBarometer(0, Self.bmp280, client: nil)
        var source = machine.source()
        #expect(!machine.run(&source, seconds: 1).samples.isEmpty)
        machine.remove("bus/iio/devices/iio:device0")
        let away = machine.run(&source, seconds: 3)
        #expect(away.samples.count <= 1 && away.disconnected > 5)
        #expect(machine.board.status.state == .disconnected)
        #expect(machine.board.status.findings == [.noBus])
        machine.kernelBarometer(0, Self.bmp280, client: nil)
        #expect(!machine.run(&source, seconds: 9).samples.isEmpty)
        #expect(machine.board.status.reconnects == 1)
    }

    @Test func `one whose value stands still for 10 s is lost, one of whole pascals is not`() {
        for (name, isLost) in [("bmp280", true), ("dps310", false)] {
            let machine = ModelWorld()
            machine.kernelBarometer(0, ["name": name, "in_pressure_input": "100.653\n"])
            var source = machine.source()
            _ = machine.run(&source, seconds: 15)
            #expect((machine.board.status.restarts > 0) == isLost)
        }
    }
}
