import CameraModels
import Devices
import Readings
import Testing

struct HardwareMonitorDialogueTests {
    private func description(_ camera: ModelCamera = .d421) throws -> UVCDescription {
        try UVCDescriptorParser.parse(camera.configurationDescriptor)
    }

    private func mode(_ width: Int, _ height: Int, _ camera: ModelCamera = .d421) throws -> DepthMode {
        let modes = DepthModeChoice.modes(try description(camera))
        return try #require(modes.first { $0.width == width && $0.height == height })
    }

    private func profile(_ camera: ModelCamera) throws -> CameraProfile {
        try #require(CalibrationProfiles().camera(vendor: UInt16(camera.vendor), product: UInt16(camera.product)))
    }

    /// A pipe behind which this firmware sits.
    private func controls(_ firmware: RealSenseFirmware) -> ScriptedControls {
        var firmware = firmware
        return ScriptedControls { controls, _, address, _ in
            .bytes(firmware.answer(controls.last[address.selector] ?? []))
        }
    }

    @Test func `a D421 tells serial number, firmware, unit, intrinsics and baseline`() throws {
        let pipe = controls(RealSenseFirmware())
        let facts = CameraDialogue.facts(
            of: try description(), try profile(.d421), try mode(640, 480), over: pipe)
        #expect(facts.serial == "841212070934")
        #expect(facts.firmware == "5.16.0.1")
        #expect(facts.depthUnit == 0.001 && facts.toldDepthUnit)
        #expect(abs((facts.intrinsics?.focalX ?? 0) - 390.4315) < 1e-4)
        #expect(abs((facts.baselineMetres ?? 0) - 0.0501707) < 1e-8)
        #expect(
            facts.notes == ["the camera's firmware 5.16.0.1 is older than 5.16.1.0; update it with the vendor's tool"])
        #expect(pipe.log.allSatisfy { $0.contains("0.3.1 1024") })
    }

    @Test func `a size that is not ready-made comes from the table`() throws {
        let facts = CameraDialogue.facts(
            of: try description(), try profile(.d421), try mode(848, 480), over: controls(RealSenseFirmware()))
        #expect(abs((facts.intrinsics?.focalX ?? 0) - 424.6) < 1e-4)
    }

    @Test func `the unit is asked only while the advanced mode is on`() throws {
        var firmware = RealSenseFirmware()
        firmware.unitMicrometres = 100
        for isAdvanced in [true, false] {
            firmware.isAdvanced = isAdvanced
            let facts = CameraDialogue.facts(
                of: try description(), try profile(.d421), try mode(640, 480), over: controls(firmware))
            #expect(facts.depthUnit == (isAdvanced ? 0.0001 : 0.001))
            #expect(facts.toldDepthUnit == isAdvanced)
        }
    }

    @Test func `older firmware is not asked for what it does not know`() throws {
        var firmware = RealSenseFirmware()
        firmware.version = [4, 9, 11, 5]
        let pipe = controls(firmware)
        var commands: [UInt8] = []
        pipe.onSet = { _, _, bytes in
            commands.append(bytes[4])
            return nil
        }
        let facts = CameraDialogue.facts(of: try description(), try profile(.d421), try mode(640, 480), over: pipe)
        #expect(!commands.contains(0x7E))
        #expect(facts.intrinsics != nil)
    }

    @Test func `a camera that is not ready is asked again, fifty times at most`() throws {
        var firmware = RealSenseFirmware()
        firmware.notReady = 49
        let facts = CameraDialogue.facts(
            of: try description(), try profile(.d421), try mode(640, 480), over: controls(firmware))
        #expect(facts.serial != nil)
        firmware.notReady = 50
        let late = CameraDialogue.facts(
            of: try description(), try profile(.d421), try mode(640, 480), over: controls(firmware))
        #expect(late.serial == nil)
        #expect(late.notes.first?.contains("hardware not ready (-7)") == true)
    }

    @Test func `a bad table leaves the profile's numbers and says so`() throws {
        var firmware = RealSenseFirmware()
        firmware.resolutions = nil
        for table in [nil, RealSenseFirmware.table(type: 3), []] as [[UInt8]?] {
            firmware.table = table
            let facts = CameraDialogue.facts(
                of: try description(), try profile(.d421), try mode(640, 480), over: controls(firmware))
            #expect(facts.intrinsics == nil)
            #expect(facts.baselineMetres == 0.05)
            #expect(facts.notes.contains { $0.contains("calibration") })
            #expect(facts.notes.last?.contains("ground awareness is off") == true)
        }
    }

    @Test(arguments: [CameraControlError.stalled, .timedOut, .busy, .disconnected, .failed(-1)])
    func `a pipe that fails leaves a camera that can be read by its profile`(error: CameraControlError) throws {
        let pipe = ScriptedControls { _, _, _, _ in .failure(error) }
        let facts = CameraDialogue.facts(of: try description(), try profile(.d421), try mode(848, 480), over: pipe)
        #expect(facts.depthUnit == 0.001)
        #expect(facts.serial == nil)
        #expect(facts.notes.first?.contains(error.description) == true)
        #expect(pipe.now <= Instant(seconds: 10))
    }

    @Test func `an L515 tells its unit and the intrinsics of the upright picture`() throws {
        var firmware = RealSenseFirmware()
        firmware.lidar = RealSenseFirmware.lidarTable(scale: 4)
        let facts = CameraDialogue.facts(
            of: try description(.l515), try profile(.l515), try mode(480, 640, .l515), over: controls(firmware))
        #expect(facts.depthUnit == 0.00025)
        #expect(facts.intrinsics?.width == 640)
        firmware.lidar = [1, 2, 3]
        let short = CameraDialogue.facts(
            of: try description(.l515), try profile(.l515), try mode(480, 640, .l515), over: controls(firmware))
        #expect(short.depthUnit == 0.00025 && !short.toldDepthUnit)
        #expect(short.notes.first == "the camera's calibration makes no sense, so its profile is used")
    }

    @Test func `a reset is one command, and a camera that goes at once has done it`() throws {
        for error in [nil, CameraControlError.disconnected] {
            let pipe = controls(RealSenseFirmware())
            var sent: [UInt8] = []
            pipe.onSet = { _, _, bytes in
                sent = bytes
                return error
            }
            let isReset = try CameraDialogue.reset(try description(), try profile(.d421), interface: 0, over: pipe)
            #expect(isReset)
            #expect(Array(sent.prefix(8)) == [20, 0, 0xAB, 0xCD, 0x20, 0, 0, 0])
        }
        let pipe = controls(RealSenseFirmware())
        pipe.onSet = { _, _, _ in .stalled }
        let description = try description()
        let profile = try profile(.d421)
        #expect(throws: CameraControlError.stalled) {
            try CameraDialogue.reset(description, profile, interface: 0, over: pipe)
        }
    }

    @Test func `a camera without a known command is not reset by one`() throws {
        let pipe = controls(RealSenseFirmware())
        for camera in [ModelCamera.orbbec, .sr300] {
            let isReset = try CameraDialogue.reset(
                try description(camera), try profile(camera), interface: UInt8(camera.controlInterface), over: pipe)
            #expect(!isReset)
        }
        #expect(pipe.log.isEmpty)
    }
}
