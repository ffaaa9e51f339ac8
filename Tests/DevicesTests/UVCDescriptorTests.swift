import CameraModels
import Devices
import Evidence
import Testing

struct UVCDescriptorTests {
    private func description(_ camera: ModelCamera) throws -> UVCDescription {
        try UVCDescriptorParser.parse(camera.configurationDescriptor)
    }

    @Test(.enabled(if: SharedData.isPresent, "\(SharedData.absence)"))
    func `the D421 built from words is the real one, byte for byte`() throws {
        for (name, built) in [
            ("device", ModelCamera.d421.deviceDescriptor), ("config", ModelCamera.d421.configurationDescriptor),
        ] {
            let text = try #require(Files.text(SharedData.path("data/usb/d421_\(name)_descriptor.hex")))
            let digits = text.filter(\.isHexDigit)
            let real = stride(from: 0, to: digits.count, by: 2).map { at in
                let start = digits.index(digits.startIndex, offsetBy: at)
                return UInt8(digits[start..<digits.index(start, offsetBy: 2)], radix: 16) ?? 0
            }
            #expect(built == real, "\(name)")
        }
    }
}
