import CDepthCamera
import Glibc
import Testing

/// The shim's manners without a camera; with one it is tested in a program under an emulator.
@Suite struct CameraShimTests {
    @Test func `destructors take null`() {
        usb_bus_close(nil)
        #expect(usb_camera_close(nil, 10) == 0)
    }

    /// A bus where the machine lets one be looked at; without USB at all there is none.
    private func withBus(_ body: (OpaquePointer) -> Void) {
        var bus: OpaquePointer?
        let result = usb_bus_open(&bus)
        #expect(result <= 0)
        guard result == 0, let bus else {
            #expect(bus == nil, "an output that is touched although it failed")
            return
        }
        body(bus)
        usb_bus_close(bus)
    }

    @Test(arguments: [-1, 10_000, Int32.max]) func `a device that is not listed is an error, outputs untouched`(
        index: Int32
    ) {
        withBus { bus in
            #expect(usb_bus_list(bus) >= 0)
            var facts = usb_device_facts()
            facts.vendor = 0xA5A5
            #expect(usb_bus_facts(bus, index, &facts) == -EINVAL && facts.vendor == 0xA5A5)
            var bytes: [UInt8] = [7, 7, 7]
            #expect(usb_bus_configuration(bus, index, &bytes, 3) == -EINVAL && bytes == [7, 7, 7])
            var camera: OpaquePointer?
            #expect(usb_camera_open(bus, index, &camera) == -EINVAL && camera == nil)
        }
    }

    @Test func `a bus on which nothing happens is waited for no longer than said`() {
        withBus { #expect((0...1).contains(usb_bus_wait($0, 20))) }
    }
}
