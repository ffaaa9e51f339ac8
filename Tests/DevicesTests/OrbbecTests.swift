import CameraModels
import Devices
import Readings
import Testing

struct OrbbecTests {
    private func facts(_ firmware: OrbbecFirmware, change: (([UInt8]) -> [UInt8])? = nil) throws -> (
        CameraFacts, ScriptedControls
    ) {
        var firmware = firmware
        var request: [UInt8] = []
        let pipe = ScriptedControls { _, _, _, length in
            let answer = firmware.answer(request)
            let padded = answer + [UInt8](repeating: 0, count: max(0, length - answer.count))
            return .bytes(change?(padded) ?? padded)
        }
        pipe.onSet = { _, _, bytes in
            request = bytes
            return nil
        }
        let description = try UVCDescriptorParser.parse(ModelCamera.orbbec.configurationDescriptor)
        let profile = try #require(CalibrationProfiles().camera(vendor: 0x2BC5, product: 0x0800))
        let mode = try #require(DepthModeChoice(description, speed: .superSpeed)?.mode)
        return (CameraDialogue.facts(of: description, profile, mode, over: pipe), pipe)
    }

    @Test func `asking for the depth unit is twelve bytes`() {
        #expect(
            OrbbecProtocol.request(.getProperty, .depthUnit, number: 0x0102)
                == [0x47, 0x4D, 2, 0, 1, 0, 2, 1, 176, 0, 0, 0])
        #expect(OrbbecProtocol.request(.setProperty, .laser, number: 1, data: [9]).count == 14)
        #expect(
            OrbbecProtocol.request(.setProperty, .laser, number: 1, data: [UInt8](repeating: 0, count: 2000)).count
                == 1024)
    }

    @Test(arguments: [(0, 2, 64), (64, 2, 64), (65, 1, 512), (512, 1, 512), (513, 3, 1024), (5000, 3, 1024)])
    func `the control is chosen by the size`(bytes: Int, selector: UInt8, length: Int) {
        let channel = OrbbecProtocol.channel(bytes: bytes)
        #expect((channel.selector, channel.length) == (selector, length))
    }

    @Test func `a Gemini tells its unit and its intrinsics`() throws {
        var firmware = OrbbecFirmware()
        firmware.unitMillimetres = 0.1
        let (facts, pipe) = try facts(firmware)
        #expect(facts.depthUnit == 0.0001 && facts.toldDepthUnit)
        #expect(
            facts.intrinsics
                == PinholeIntrinsics(width: 848, height: 480, focalX: 420, focalY: 420, centreX: 424, centreY: 240))
        #expect(facts.notes.isEmpty)
        #expect(pipe.log.prefix(2) == ["set 0.3.2 64", "getCurrent 0.3.2 64"])
    }

    @Test func `a long list comes in parts`() throws {
        var firmware = OrbbecFirmware()
        firmware.calibration =
            (1...11).flatMap { OrbbecFirmware.item(100 * $0, 100, [420, 420, 50, 50]) }
            + OrbbecFirmware.item(848, 480, [421, 421, 424, 240])
        let (facts, pipe) = try facts(firmware)
        #expect(facts.intrinsics?.focalX == 421)
        #expect(pipe.log.filter { $0 == "getCurrent 0.3.3 1024" }.count == 3)
    }

    @Test func `a busy camera is asked again, five times at most`() throws {
        var firmware = OrbbecFirmware()
        firmware.busy = 4
        #expect(try facts(firmware).0.toldDepthUnit)
        firmware.busy = 5
        let late = try facts(firmware).0
        #expect(!late.toldDepthUnit)
        #expect(
            late.notes == [
                "the camera does not tell its depth unit, so its profile is used: the camera answers: busy (3)"
            ])
    }

    @Test func `a camera without the list is read by its profile, with notes`() throws {
        var firmware = OrbbecFirmware()
        firmware.calibration = nil
        let facts = try facts(firmware).0
        #expect(facts.intrinsics == nil)
        #expect(facts.notes.count == 2)
        #expect(facts.notes.first?.contains("not supported (2)") == true)
    }

    @Test(arguments: [0.0, 0.0009, 10.1, .nan, .infinity, -1])
    func `a unit that cannot be is not believed`(millimetres: Double) throws {
        var firmware = OrbbecFirmware()
        firmware.unitMillimetres = millimetres
        let facts = try facts(firmware).0
        #expect(facts.depthUnit == 0.001 && !facts.toldDepthUnit)
    }

    @Test func `an answer with any wrong part is refused`() throws {
        var firmware = OrbbecFirmware()
        let request = OrbbecProtocol.request(.getProperty, .depthUnit, number: 7)
        let answer = firmware.answer(request)
        #expect(try OrbbecProtocol.data(inAnswer: answer, of: .getProperty, number: 7).count == 20)
        for count in 0..<answer.count {
            #expect(throws: OrbbecError.wrongSize(bytes: count)) {
                try OrbbecProtocol.data(inAnswer: Array(answer[..<count]), of: .getProperty, number: 7)
            }
        }
        func changed(_ index: Int, _ value: UInt8) -> [UInt8] {
            var bytes = answer
            bytes[index] = value
            return bytes
        }
        let cases: [([UInt8], OrbbecError)] = [
            (changed(0, 0x47), .wrongMark(0x4247)), (changed(4, 2), .otherRequest(operation: 2, number: 7)),
            (changed(6, 8), .otherRequest(operation: 1, number: 8)), (changed(8, 4), .refused(code: 4)),
            (changed(2, 12), .wrongSize(bytes: 30)), (changed(2, 0), .wrongSize(bytes: 30)),
        ]
        for (bytes, error) in cases {
            #expect(throws: error) { try OrbbecProtocol.data(inAnswer: bytes, of: .getProperty, number: 7) }
        }
    }

    @Test func `a list that says it is endless is not read`() throws {
        let facts = try facts(OrbbecFirmware()) { answer in
            var answer = answer
            if answer.count > 13, answer[4] == 29 { answer.replaceSubrange(10..<14, with: [0xFF, 0xFF, 0xFF, 0x7F]) }
            return answer
        }.0
        #expect(facts.intrinsics == nil)
    }
}
