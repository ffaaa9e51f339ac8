import CameraModels
import Devices
import Evidence
import Testing

struct UVCMetadataTests {
    private func read(_ bytes: [UInt8], _ layout: FrameMetadata.Layout = .blocks) -> FrameMetadata {
        bytes.withUnsafeBytes { FrameMetadata($0, layout: layout) }
    }

    @Test func `blocks are walked by their sizes, unknown ones passed over`() {
        let found = read(
            MetadataModel.block(3, Array(repeating: 9, count: 18)) + MetadataModel.control(laser: 150, emitter: 1)
                + MetadataModel.timing(counter: 77, middle: 16_000, exposure: 8500))
        #expect(found.frameCounter == 77)
        #expect(found.exposureMiddleMicroseconds == 16_000)
        #expect(found.exposureMicroseconds == 8500)
        #expect(found.laserMilliwatts == 150)
        #expect(found.emitterMode == 1)
        #expect(!found.isEmitterOff)
    }

    @Test func `a field counts only where its flag is set`() {
        let found = read(
            MetadataModel.timing(counter: 77, middle: 5, flags: 2)
                + MetadataModel.control(laser: 0, emitter: 0, flags: 0))
        #expect(found.frameCounter == nil)
        #expect(found.exposureMiddleMicroseconds == 5)
        #expect(!found.isEmitterOff)
    }

    @Test(arguments: [(0, 0, true), (150, 0, true), (0, 1, true), (150, 1, false)] as [(UInt32, UInt8, Bool)])
    func `the emitter is off by its mode or its power`(laser: UInt32, mode: UInt8, isOff: Bool) {
        #expect(read(MetadataModel.control(laser: laser, emitter: mode)).isEmitterOff == isOff)
    }

    @Test(arguments: [0, 1, 7, 41, 0x7FFF_FFFF, 0xFFFF_FFFF])
    func `a size below 8 or past the end stops the walk`(size: Int) {
        var bytes = MetadataModel.timing(counter: 1)
        for byte in 0..<4 { bytes[4 + byte] = UInt8(size >> (8 * byte) & 0xFF) }
        #expect(read(bytes) == FrameMetadata())
    }

    @Test func `blocks that are cut short give what is whole in them`() {
        let bytes = MetadataModel.control(laser: 30, emitter: 1) + MetadataModel.timing(counter: 6)
        for count in 0..<bytes.count { #expect(read(Array(bytes[..<count])).frameCounter == nil) }
        #expect(read(MetadataModel.block(0x8000_0001, [2, 0xFF, 6])).frameCounter == 6)
        #expect(read(MetadataModel.block(0x8000_0001, [2])).frameCounter == nil)
    }

    @Test func `Orbbec's counter stands first, without a block`() {
        #expect(read([4, 3, 2, 1] + [UInt8](repeating: 0, count: 92), .orbbec).frameCounter == 0x0102_0304)
        #expect(read([4, 3, 2], .orbbec).frameCounter == nil)
        #expect(read(MetadataModel.timing(counter: 1), .none).frameCounter == nil)
    }
}
