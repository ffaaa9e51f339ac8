import CameraModels
import Devices
import Readings
import Testing

struct UVCProbeTests {
    private func mode(_ camera: ModelCamera = .d421) throws -> DepthMode {
        let description = try UVCDescriptorParser.parse(camera.configurationDescriptor)
        return try #require(DepthModeChoice(description, speed: .superSpeed)?.mode)
    }

    /// A camera that grants what it is asked, in answers of so many bytes.
    private func granting(_ count: Int, frame: UInt32 = 0, payload: UInt32 = 0) -> ScriptedControls {
        ScriptedControls { controls, _, _, _ in
            var block = controls.last[1].flatMap { ProbeBlock($0) } ?? ProbeBlock()
            block.maximumFrameBytes = frame
            block.maximumPayloadBytes = payload
            return .bytes(Array(block.encoded(length: 48).prefix(count)))
        }
    }

    @Test(arguments: [(0x0100, 26), (0x010F, 26), (0x0110, 34), (0x014F, 34), (0x0150, 48), (0x0151, 48)])
    func `the block is as long as the version of the standard says`(version: Int, length: Int) {
        #expect(ProbeBlock.length(version: UInt16(version)) == length)
    }

    @Test func `a block is encoded field by field`() throws {
        var block = ProbeBlock().asking(for: try mode())
        block.maximumPayloadBytes = 0x0102_0304
        let bytes = block.encoded(length: 26)
        #expect(bytes == [1, 0, 1, 7, 0x15, 0x16, 5, 0] + [UInt8](repeating: 0, count: 14) + [4, 3, 2, 1])
        #expect(ProbeBlock(bytes) == block)
    }

    @Test(arguments: [0, 1, 25]) func `fewer than 26 bytes are no block`(count: Int) {
        #expect(ProbeBlock([UInt8](repeating: 1, count: count)) == nil)
    }

    @Test(arguments: [26, 27, 33, 34, 47, 48, 60])
    func `a short answer and a long one are read as far as they go, and what is not understood goes back`(count: Int) {
        let bytes = (0..<count).map { UInt8($0 + 1) }
        let encoded = ProbeBlock(bytes)?.encoded(length: 48) ?? []
        #expect(Array(encoded.prefix(count)) == Array(bytes.prefix(48)))
        #expect(encoded.dropFirst(count).allSatisfy { $0 == 0 })
    }

    @Test(
        arguments: [
            (0, 814_335), (0xFFFF_0C00, 0x0C00), (3072, 3072), (814_335, 814_335), (814_336, 814_335),
            (0xFFFF_0000, 814_335), (0x7FFF_FFFF, 814_335),
        ] as [(UInt32, Int)])
    func `a payload size that cannot be is mended`(said: UInt32, expected: Int) throws {
        var block = ProbeBlock()
        block.maximumPayloadBytes = said
        #expect(block.payloadBytes(for: try mode()) == expected)
    }

    @Test(arguments: [26, 34, 48]) func `a mode is probed, checked and committed, also with short answers`(count: Int)
        throws
    {
        let controls = granting(count, payload: 3000)
        let agreement = try StreamNegotiation.agree(on: try mode(), over: controls)
        #expect(
            controls.log == ["getMaximum 1.0.1 48", "set 1.0.1 48", "getCurrent 1.0.1 48", "set 1.0.2 48"])
        #expect(agreement.payloadBytes == 3000)
        #expect(agreement.setting == nil)
        #expect(controls.last[2].flatMap { ProbeBlock($0) }?.grants(try mode()) == true)
    }

    @Test func `an isochronous stream is given the setting with room for its payload`() throws {
        let agreement = try StreamNegotiation.agree(on: try mode(.isochronous), over: granting(34, payload: 1600))
        #expect(agreement.setting?.number == 3)
    }

    @Test func `a camera that cannot tell its limits is asked all the same`() throws {
        let controls = granting(48)
        let answers = controls.onGet
        controls.onGet = { $1 == .getMaximum ? .failure(.stalled) : answers($0, $1, $2, $3) }
        #expect(try StreamNegotiation.agree(on: try mode(), over: controls).payloadBytes == 814_335)
    }

    @Test func `another mode than the one asked for is not accepted`() throws {
        let controls = granting(48)
        let answers = controls.onGet
        controls.onGet = { controls, request, address, length in
            guard case .bytes(var bytes) = answers(controls, request, address, length) else { return .bytes([]) }
            bytes[3] = 5
            return .bytes(bytes)
        }
        let mode = try mode()
        #expect(throws: NegotiationError.notGranted(format: 1, frame: 5, interval: 333_333)) {
            try StreamNegotiation.agree(on: mode, over: controls)
        }
        #expect(controls.last[2] == nil)
    }

    @Test func `an answer below 26 bytes is said so`() throws {
        let mode = try mode()
        #expect(throws: NegotiationError.shortAnswer(bytes: 25)) {
            try StreamNegotiation.agree(on: mode, over: granting(25))
        }
    }

    @Test func `a transfer that times out is tried five times, one that stalls once`() throws {
        let mode = try mode()
        for (error, tries) in [(CameraControlError.busy, 5), (.stalled, 1), (.disconnected, 1), (.failed(-1), 5)] {
            let controls = granting(48)
            controls.onSet = { _, _, _ in error }
            #expect(throws: NegotiationError.control(error)) { try StreamNegotiation.agree(on: mode, over: controls) }
            #expect(controls.log.filter { $0.hasPrefix("set") }.count == tries)
        }
    }

    @Test func `tries end with their time, and with the service`() {
        let slow = ScriptedControls { _, _, _, _ in .failure(.timedOut) }
        let address = ControlAddress(interface: 0, selector: 1)
        #expect(throws: CameraControlError.timedOut) {
            try RetryRule.transfer.run(over: slow) { () throws(CameraControlError) in
                try slow.get(.getCurrent, address, length: 1, limit: .seconds(4))
            }
        }
        #expect(slow.log.count == 3)
        let stopped = ScriptedControls { _, _, _, _ in .failure(.busy) }
        stopped.stopsAt = Instant(seconds: 0.05)
        #expect(throws: CameraControlError.busy) {
            try RetryRule.transfer.run(over: stopped) { () throws(CameraControlError) in
                try stopped.get(.getCurrent, address, length: 1, limit: .seconds(1))
            }
        }
        #expect(stopped.log.count == 3)
    }

    @Test func `an address is written as requests have it`() {
        let address = ControlAddress(interface: 1, entity: 3, selector: 7)
        #expect(address.value == 0x0700)
        #expect(address.index == 0x0301)
    }
}
