import Devices
import Testing

/// On which buses chips may be looked for.
@Suite struct I2CAdapterTests {
    @Test(arguments: [
        "bcm2835 (i2c@7e804000)", "Tegra I2C", "rk3x-i2c", "i2c-tiny-usb at bus 001 device 004",
        "Synopsys DesignWare I2C adapter", "MCP2221 usb-i2c bridge",
    ])
    func `an ordinary adapter may be searched`(name: String) {
        let machine = ModelWorld()
        machine.adapter(3, name)
        let adapters = I2CAdapter.all(root: machine.root)
        #expect(adapters.map(\.number) == [3] && adapters.map(\.name) == [name])
        #expect(adapters.allSatisfy { $0.refusal == nil })
    }

    @Test(arguments: [
        ("SMBus I801 adapter at efa0", I2CAdapter.Refusal.management), ("SMBus PIIX4 adapter port 0", .management),
        ("i915 gmbus dpb", .display), ("AUX A/DDI A/PHY A", .display), ("NVIDIA i2c adapter 1 at 1:00.0", .display),
        ("AMDGPU DM i2c hw bus 0", .display), ("Radeon i2c bit bus 0x90", .display), ("DPDDC-B", .display),
        ("AMDGPU DM aux hw bus 1", .display), ("nvkm-0000:01:00.0-bus-0000", .display), ("DP-1 DDC", .display),
        ("i2c-1-mux (chan_id 0)", .multiplexer), ("i2c-4-mux (chan_id 3)", .multiplexer),
    ])
    func `the board's, a display's and a multiplexer's adapters are left alone`(
        name: String, refusal: I2CAdapter.Refusal
    ) {
        let machine = ModelWorld()
        machine.adapter(0, name)
        #expect(I2CAdapter.all(root: machine.root).map(\.refusal) == [refusal])
    }

    @Test(arguments: [("70", "pca9548"), ("71", "pca9546"), ("77", "i2c-mux-gpio"), ("74", "ltc4306")])
    func `a bus on which the kernel names a multiplexer is left alone, another is not`(address: String, name: String) {
        let machine = ModelWorld()
        machine.adapter(1, "bcm2835 (i2c@7e804000)")
        machine.adapter(11, "bcm2835 (i2c@7e805000)")
        machine.put("bus/i2c/devices/1-00\(address)/name", name)
        #expect(I2CAdapter.all(root: machine.root).map(\.refusal) == [.multiplexer, nil])
    }

    @Test func `a multiplexer under a name of its own is known by its channels`() {
        let machine = ModelWorld()
        machine.adapter(1, "bcm2835 (i2c@7e804000)")
        machine.put("bus/i2c/devices/1-0070/name", "tca9548a")
        machine.put("bus/i2c/devices/1-0070/channel-0/name", "i2c-1-mux (chan_id 0)")
        #expect(I2CAdapter.all(root: machine.root).map(\.refusal) == [.multiplexer])
    }

    @Test func `buses are listed by number, and other clients do not matter`() {
        let machine = ModelWorld()
        for number in [10, 2, 1] { machine.adapter(number, "bus \(number)") }
        machine.put("bus/i2c/devices/1-0050/name", "24c32")
        #expect(I2CAdapter.all(root: machine.root).map(\.path) == ["/dev/i2c-1", "/dev/i2c-2", "/dev/i2c-10"])
        #expect(I2CAdapter.all(root: machine.root).allSatisfy { $0.refusal == nil })
    }

    @Test func `an adapter whose wires the device tree calls HDMI is a display's, whatever its name`() {
        let machine = ModelWorld()
        for (number, kind) in [(7, "rockchip,rk3588-dw-HDMI-qp\0snps,dw-hdmi\0"), (8, "snps,designware-i2c\0")] {
            machine.put("devices/platform/bus\(number)/i2c-\(number)/name", "adapter")
            machine.put("devices/platform/bus\(number)/of_node/compatible", kind)
            machine.link("bus/i2c/devices/i2c-\(number)", to: "devices/platform/bus\(number)/i2c-\(number)")
        }
        #expect(I2CAdapter.all(root: machine.root).map(\.refusal) == [.display, nil])
    }

    @Test func `a machine without I2C has no buses`() {
        #expect(I2CAdapter.all(root: ModelWorld().root).isEmpty)
    }

    @Test func `an adapter below a graphics card is a display's, whatever its name`() {
        let machine = ModelWorld()
        machine.put("devices/pci0000:00/0000:00:02.0/class", "0x030000\n")
        machine.put("devices/pci0000:00/0000:00:02.0/i2c-5/name", "adapter")
        machine.link("bus/i2c/devices/i2c-5", to: "devices/pci0000:00/0000:00:02.0/i2c-5")
        machine.put("devices/pci0000:00/0000:00:03.0/class", "0x0c8000\n")
        machine.put("devices/pci0000:00/0000:00:03.0/i2c-6/name", "adapter")
        machine.link("bus/i2c/devices/i2c-6", to: "devices/pci0000:00/0000:00:03.0/i2c-6")
        #expect(I2CAdapter.all(root: machine.root).map(\.refusal) == [.display, nil])
    }
}
