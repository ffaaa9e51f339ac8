import ChipModels
import Devices
import Testing

/// What `devices` and `doctor` are told.
@Suite struct BarometerScanTests {
    @Test func `a list without any bus says that there is none`() {
        let scan = BarometerScan.list(root: ModelWorld().root)
        #expect(scan.places.isEmpty && scan.buses.isEmpty && scan.findings == [.noBus])
    }

    @Test func `buses of the board alone are no buses for a barometer`() {
        let machine = ModelWorld()
        machine.adapter(0, "SMBus I801 adapter at efa0")
        #expect(BarometerScan.list(root: machine.root).findings == [.noOpenBus])
    }

    @Test func `a bus without a node is the missing module, or a missing bus where others have nodes`() {
        let machine = ModelWorld()
        machine.adapter(1, "bcm2835 (i2c@7e804000)")
        let scan = BarometerScan.list(root: machine.root)
        #expect(scan.findings == [.busMissing(path: "/dev/i2c-1")])
        #expect(scan.buses.map(\.finding) == [.busMissing(path: "/dev/i2c-1")])
        machine.remove("class")
        #expect(BarometerScan.list(root: machine.root).findings == [.moduleMissing])
        #expect(BarometerScan.list(bus: "/dev/i2c-9", root: machine.root).findings == [.moduleMissing])
    }

    @Test func `the kernel's own barometers are listed with bus, address and node, and the list ends there`() throws {
        let machine = ModelWorld()
        machine.adapter(1, "bcm2835 (i2c@7e804000)")
        machine.kernelBarometer(0, ["name": "ms5611", "in_pressure_input": "100.653\n"], client: "1-0077")
        let scan = BarometerScan.list(root: machine.root)
        let place = try #require(scan.places.first)
        #expect(place.chip == "ms5611" && place.bus == "/dev/i2c-1" && place.address == 0x77)
        #expect(place.kernelNode == "iio:device0")
        let command = "echo 1-0077 | sudo tee /sys/bus/i2c/drivers/ms5611/unbind"
        #expect(scan.findings == [.coarse(name: "ms5611", giveBack: command)])
    }

    @Test func `the command that gives a chip back names the driver as the kernel does`() throws {
        let machine = ModelWorld()
        machine.kernelBarometer(0, ["name": "dps310", "in_pressure_input": "100.653\n"], client: "11-0076")
        machine.put("bus/i2c/drivers/dps310-i2c/uevent", "")
        machine.link("devices/platform/i2c-1/11-0076/driver", to: "bus/i2c/drivers/dps310-i2c")
        let finding = try #require(BarometerScan.list(root: machine.root).findings.first)
        #expect(finding.remedy.contains("echo 11-0076 | sudo tee /sys/bus/i2c/drivers/dps310-i2c/unbind;"))
    }

    @Test func `a chip that only the kernel can read is left to it`() throws {
        let machine = ModelWorld()
        machine.kernelBarometer(0, ["name": "hp206c", "in_pressure_input": "100.653\n"], client: "1-0076")
        let finding = try #require(BarometerScan.list(root: machine.root).findings.first)
        #expect(finding == .coarseForGood(name: "hp206c") && finding.code == "barometerCoarse")
        #expect(!finding.remedy.contains("unbind") && finding.remedy.contains("cannot read a hp206c"))
    }

    @Test func `with a bus named, a barometer that the kernel drives elsewhere is none`() {
        let machine = ModelWorld()
        machine.adapter(1, "bcm2835 (i2c@7e804000)")
        machine.adapter(2, "bcm2835 (i2c@7e805000)")
        machine.kernelBarometer(0, ["name": "bmp280", "in_pressure_input": "100.653\n"], client: "2-0077")
        let scan = BarometerScan.list(bus: "/dev/i2c-1", root: machine.root)
        #expect(scan.places.isEmpty && scan.findings == [.busMissing(path: "/dev/i2c-1")])
        machine.buses["/dev/i2c-1"] = ModelBus()
        let probed = BarometerScan.probing(bus: "/dev/i2c-1", world: machine.world)
        #expect(probed.places.isEmpty && probed.findings == [.noAnswer(path: "/dev/i2c-1")])
        #expect(BarometerScan.list(bus: "/dev/i2c-2", root: machine.root).places.map(\.chip) == ["bmp280"])
    }

    @Test func `a thing of the kernel's without pressure is no barometer`() {
        let machine = ModelWorld()
        machine.kernelBarometer(0, ["name": "tmp117", "in_temp_raw": "1"])
        #expect(BarometerScan.list(root: machine.root).places.isEmpty)
    }

    @Test func `a probe names each chip, and what is wrong with each bus`() {
        let machine = ModelWorld()
        for number in 1...4 { machine.adapter(number, "bcm2835 (i2c@7e80\(number)000)") }
        machine.buses["/dev/i2c-1"] = ModelBus([0x76: BMP280Model(Air()), 0x5C: LPS22Model(Air())])
        machine.buses["/dev/i2c-2"] = ModelBus()
        machine.buses["/dev/i2c-3"] = ModelBus()
        machine.buses["/dev/i2c-3"]?.fault = { _, _ in .timedOut }
        machine.refusals["/dev/i2c-4"] = .denied
        let scan = BarometerScan.probing(bus: nil, world: machine.world)
        #expect(scan.places.map(\.chip) == ["LPS22HH", "BMP280"])
        #expect(
            scan.findings == [
                .noAnswer(path: "/dev/i2c-2"), .hangs(path: "/dev/i2c-3"), .denied(path: "/dev/i2c-4"),
            ])
        #expect(scan.buses.map(\.finding) == [nil] + scan.findings)
    }

    @Test func `a probe says nothing against a bus whose barometer the kernel drives`() {
        let machine = ModelWorld()
        machine.adapter(1, "bcm2835 (i2c@7e804000)")
        machine.buses["/dev/i2c-1"] = ModelBus()
        machine.buses["/dev/i2c-1"]?.busy = [0x76]
        machine.kernelBarometer(0, ["name": "bmp280", "in_pressure_input": "100.653\n"])
        let scan = BarometerScan.probing(bus: nil, world: machine.world)
        #expect(scan.places.map(\.chip) == ["bmp280"] && scan.findings == [.usesKernel(name: "bmp280")])
    }
}
