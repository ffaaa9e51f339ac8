import CameraModels
import Devices
import Testing

/// Which stream of confidence belongs to a depth mode.
struct ConfidenceModeTests {
    private func found(_ camera: ModelCamera) throws -> (depth: DepthMode, confidence: DepthMode?, isListed: Bool) {
        let video = try UVCDescriptorParser.parse(camera.configurationDescriptor)
        let depth = try #require(DepthModeChoice(video, speed: .superSpeed)).mode
        return (
            depth, ConfidenceMode.mode(beside: depth, in: video), ConfidenceMode.isListed(beside: depth, in: video)
        )
    }

    @Test func `an L515 has it on an interface of its own, half a byte a sample`() throws {
        let (depth, confidence, _) = try found(.l515)
        let mode = try #require(confidence)
        #expect(depth.stream.interface == 1 && mode.stream.interface == 3 && mode.stream.endpoint == 0x84)
        #expect((mode.width, mode.height) == (depth.width, depth.height) && mode.interval == depth.interval)
        #expect(mode.pixelFormat == .cnf4 && mode.frameBytes == depth.width * depth.height / 2)
    }

    @Test func `a width in samples and one in bytes are the same picture`() throws {
        var camera = ModelCamera.l515
        camera.streams[2].formats[0].frames = camera.streams[0].formats[0].frames
        camera.streams[2].formats[0].bits = 4
        #expect(try found(camera).confidence?.frameBytes == found(.l515).confidence?.frameBytes)
    }

    @Test func `of several rates that of the depth is taken`() throws {
        var camera = ModelCamera.l515
        camera.streams[2].formats[0].frames = camera.streams[2].formats[0].frames.map {
            ModelFrame($0.width, $0.height, [60, 30, 15])
        }
        let (depth, confidence, _) = try found(camera)
        #expect(confidence?.interval == depth.interval)
    }

    @Test func `one of another size is listed, and is none that fits`() throws {
        var camera = ModelCamera.l515
        camera.streams[2].formats[0].frames = [ModelFrame(77, 99, [30])]
        let (_, confidence, isListed) = try found(camera)
        #expect(confidence == nil && isListed)
    }

    @Test(arguments: [ModelCamera.d421, .orbbec, .sr300, .isochronous])
    func `other cameras have none`(camera: ModelCamera) throws {
        let (_, confidence, isListed) = try found(camera)
        #expect(confidence == nil && !isListed)
    }
}
