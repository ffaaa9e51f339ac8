import CameraModels
import Devices
import Testing

struct UVCModeTests {
    private func choice(_ camera: ModelCamera, _ speed: USBSpeed, infrared: Bool = false) throws -> DepthModeChoice? {
        DepthModeChoice(
            try UVCDescriptorParser.parse(camera.configurationDescriptor), speed: speed, wantsInfrared: infrared)
    }

    private func camera(_ frames: [ModelFrame]) -> ModelCamera {
        var camera = ModelCamera.d421
        camera.streams[0].formats = [ModelFormat([0x5A, 0x31, 0x36, 0x20], bits: 16, frames: frames)]
        return camera
    }

    @Test func `a D421 on USB 3 gives 848×480 at 30 Hz, and there is nothing to say`() throws {
        let choice = try #require(try choice(.d421, .superSpeed))
        #expect(choice.mode.description == "848×480 at 30 Hz, z16")
        #expect((choice.mode.formatIndex, choice.mode.frameIndex, choice.mode.interval) == (1, 7, 333_333))
        #expect(choice.mode.stream.interface == 1)
        #expect(choice.mode.frameBytes == 814_080)
        #expect(choice.notes.isEmpty)
    }

    @Test func `the same camera on USB 2 gives the nearest size that it lists, and the note says why`() throws {
        let choice = try #require(try choice(.d421OnUSB2, .high))
        #expect(choice.mode.description == "640×480 at 30 Hz, z16")
        #expect(choice.notes.count == 1)
        #expect(choice.notes.first?.contains("USB 2") == true)
        #expect(choice.notes.first?.contains("USB 3 port and cable") == true)
    }

    @Test(arguments: [
        ([ModelFrame(848, 480, [15, 6]), ModelFrame(640, 480, [30])], "848×480 at 15 Hz, z16"),
        ([ModelFrame(848, 480, [6]), ModelFrame(640, 480, [15])], "640×480 at 15 Hz, z16"),
        ([ModelFrame(1280, 720, [30]), ModelFrame(424, 240, [30])], "424×240 at 30 Hz, z16"),
        ([ModelFrame(640, 480, [90, 60])], "640×480 at 60 Hz, z16"),
        ([ModelFrame(640, 480, [14]), ModelFrame(256, 144, [15])], "256×144 at 15 Hz, z16"),
    ])
    func `the nearest size by pixels that reaches 15 Hz is taken, at the rate nearest to 30`(
        frames: [ModelFrame], expected: String
    ) throws {
        #expect(try choice(camera(frames), .superSpeed)?.mode.description == expected)
    }

    @Test func `where nothing reaches 15 Hz the fastest is taken, with a note`() throws {
        let found = try choice(camera([ModelFrame(848, 480, [6]), ModelFrame(1280, 720, [10, 6])]), .superSpeed)
        let choice = try #require(found)
        #expect(choice.mode.description == "1280×720 at 10 Hz, z16")
        #expect(choice.notes == ["the camera lists no depth mode of 15 Hz or more; readings come late"])
    }

    @Test func `an SR300 gives INVZ, and INZI where its infrared is wanted`() throws {
        #expect(try choice(.sr300, .superSpeed)?.mode.pixelFormat == .invz)
        let mode = try #require(try choice(.sr300, .superSpeed, infrared: true)?.mode)
        #expect(mode.pixelFormat == .inzi)
        #expect(mode.frameBytes == 640 * 480 * 4)
    }

    @Test func `a camera that lists depth under its other name alone is read`() throws {
        var camera = ModelCamera.d421
        camera.streams[0].formats.removeFirst()
        #expect(try choice(camera, .superSpeed)?.mode.pixelFormat == .d16)
    }

    @Test func `a camera without depth gives no mode`() throws {
        var camera = ModelCamera.d421
        camera.streams.removeFirst()
        #expect(try choice(camera, .superSpeed) == nil)
    }

    @Test(arguments: [(15, 666), (30, 500), (6, 1666)])
    func `a stream may be silent for ten frames, at least half a second`(rate: Int, milliseconds: Int) throws {
        let mode = try #require(try choice(camera([ModelFrame(848, 480, [rate])]), .superSpeed)?.mode)
        #expect(Int(mode.silenceLimit / .milliseconds(1)) == milliseconds)
    }
}
