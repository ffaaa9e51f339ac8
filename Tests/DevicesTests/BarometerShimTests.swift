import CBarometerBus
import Devices
import Glibc
import Testing

/// The shim's manners without a bus; with one it is tested in a program under an emulator.
@Suite struct BarometerShimTests {
    @Test(arguments: [
        ("/nowhere/i2c-1", -ENOENT), ("/dev/null", -ENOTTY), ("/", -EISDIR), ("/proc/self/mem/x", -ENOTDIR),
    ])
    func `a failed opening gives the error and leaves the output alone`(path: String, error: Int32) {
        var descriptor: Int32 = -7
        #expect(barometer_bus_open(path, &descriptor) == error)
        #expect(descriptor == -7)
    }

    @Test func `a failed opening leaves no descriptor behind`() {
        func lowest() -> Int32 {
            let number = open("/dev/null", O_RDONLY)
            close(number)
            return number
        }
        let before = lowest()
        for _ in 0..<50 {
            var descriptor: Int32 = -1
            _ = barometer_bus_open("/dev/null", &descriptor)
        }
        // Other tests open files meanwhile, but none fifty.
        #expect(lowest() < before + 40)
    }

    @Test func `closing nothing is allowed`() { barometer_bus_close(-1) }

    @Test(arguments: [0, 33, 4096]) func `a transfer of no byte or too many is refused, the bytes untouched`(
        count: Int
    ) {
        var bytes = [UInt8](repeating: 0xA5, count: max(1, count))
        #expect(barometer_bus_read(-1, 0x76, 0xD0, &bytes, count) == -EINVAL)
        #expect(barometer_bus_write(-1, 0x76, bytes, count) == -EINVAL)
        #expect(bytes.allSatisfy { $0 == 0xA5 })
    }

    @Test func `a closed descriptor is an error and the bytes are untouched`() {
        var bytes: [UInt8] = [1, 2, 3]
        #expect(barometer_bus_read(-1, 0x76, 0xD0, &bytes, 3) == -EBADF)
        #expect(barometer_bus_write(-1, 0x76, bytes, 3) == -EBADF)
        #expect(barometer_bus_claim(-1, 0x76) == -EBADF)
        #expect(bytes == [1, 2, 3])
    }

    @Test func `the errors that need different remedies are told apart`() {
        let sorted: [(Int32, BusError)] = [
            (ENXIO, .noAnswer), (EREMOTEIO, .noAnswer), (ETIMEDOUT, .hangs), (EBUSY, .busy), (EIO, .broken),
            (ENODEV, .gone), (ENOENT, .absent), (EACCES, .denied), (EOPNOTSUPP, .unsuited), (ENOMEM, .other(ENOMEM)),
        ]
        for (number, error) in sorted {
            #expect(BusError(number) == error)
            #expect(BusError(-number) == error)
        }
    }

    @Test func `EBUSY is a driver of the kernel at a claim, and a bus that does not become free in a transfer`() {
        #expect(BusError(-EBUSY) == .busy && BusError(transfer: -EBUSY) == .hangs)
        for number in [ENXIO, EREMOTEIO, ETIMEDOUT, EIO, ENODEV, EOPNOTSUPP, ENOMEM] {
            #expect(BusError(transfer: -number) == BusError(number))
        }
    }

    @Test func `a node that is none throws its error`() {
        #expect(throws: BusError.absent) { try LinuxRegisterBus("/nowhere/i2c-1") }
        #expect(throws: BusError.unsuited) { try LinuxRegisterBus("/dev/null") }
    }
}
