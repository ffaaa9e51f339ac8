import Pairing
import Testing

/// Which addresses the robot talks to.
struct LocalAddressTests {
    @Test(
        arguments: [
            ([127, 0, 0, 1], true), ([127, 255, 255, 255], true), ([126, 255, 255, 255], false),
            ([128, 0, 0, 1], false),
            ([10, 0, 0, 0], true), ([10, 255, 255, 255], true), ([11, 0, 0, 0], false), ([9, 255, 255, 255], false),
            ([172, 15, 255, 255], false), ([172, 16, 0, 0], true), ([172, 31, 255, 255], true),
            ([172, 32, 0, 0], false),
            ([192, 168, 0, 1], true), ([192, 167, 255, 255], false), ([192, 169, 0, 0], false),
            ([169, 254, 1, 1], true), ([169, 253, 1, 1], false), ([8, 8, 8, 8], false), ([0, 0, 0, 0], false),
            ([100, 64, 0, 1], false), ([255, 255, 255, 255], false), ([], false), ([127], false),
        ] as [([UInt8], Bool)])
    func `IPv4 is local in the ranges that no router passes on`(address: [UInt8], isLocal: Bool) {
        #expect(LocalAddress.isLocal(address) == isLocal)
        guard address.count == 4 else { return }
        #expect(LocalAddress.isLocal([UInt8](repeating: 0, count: 10) + [0xFF, 0xFF] + address) == isLocal)
    }

    @Test(
        arguments: [
            ([0xFE, 0x80], true), ([0xFE, 0xBF], true), ([0xFE, 0xC0], false), ([0xFE, 0x7F], false),
            ([0xFC, 0], true),
            ([0xFD, 0xFF], true), ([0xFE, 0], false), ([0x20, 0x01], false), ([0, 0], false),
        ] as [([UInt8], Bool)])
    func `IPv6 is local for the loopback, links and unique local addresses`(start: [UInt8], isLocal: Bool) {
        #expect(LocalAddress.isLocal(start + [UInt8](repeating: 9, count: 14)) == isLocal)
        #expect(LocalAddress.isLocal([UInt8](repeating: 0, count: 15) + [1]))
        #expect(!LocalAddress.isLocal([UInt8](repeating: 0, count: 16)))
    }
}
