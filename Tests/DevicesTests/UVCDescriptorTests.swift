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

    @Test func `a D421 has one function with depth, infrared and its unit`() throws {
        let found = try description(.d421)
        let function = try #require(found.functions.first)
        #expect(found.functions.count == 1)
        #expect(found.brokenAt == nil)
        #expect(found.vendorInterfaces == [3])
        #expect(function.controlInterface == 0)
        #expect(function.version == 0x0150)
        #expect(function.clockHertz == 48_000_000)
        #expect(function.streamInterfaces == [1, 2])
        #expect(function.streams.map(\.endpoint) == [0x82, 0x83])
        #expect(function.streams.map(\.transfer) == [.bulk, .bulk])
        let unit = try #require(function.extensionUnit(.depthUnit))
        #expect(unit.id == 3)
        #expect(unit.has(selector: 1) && unit.has(selector: 0x11) && !unit.has(selector: 0x12))
        #expect(!unit.has(selector: 0) && !unit.has(selector: 255))
        #expect(function.extensionUnit(.codedLightUnit) == nil)
    }

    @Test func `frame-based sizes have their bytes from lines and rows`() throws {
        let depth = try #require(try description(.d421).functions.first?.streams.first)
        #expect(depth.formats.map(\.pixelFormat) == [.z16, .d16])
        let frame = try #require(depth.formats.first?.frames.first { $0.width == 848 && $0.height == 480 })
        #expect(frame.declaredBytes == 814_080)
        #expect(frame.intervals == .discrete([111_111, 166_666, 333_333, 666_666, 1_666_665]))
        #expect(depth.formats.first?.frames.count == 8)
    }

    @Test func `uncompressed sizes have the bytes that are declared`() throws {
        let stream = try #require(try description(.isochronous).functions.first?.streams.first)
        #expect(stream.formats.first?.frames.first?.declaredBytes == 320 * 240 * 2)
    }

    @Test func `isochronous room counts packets of a microframe, and the smallest setting that is enough is chosen`()
        throws
    {
        let stream = try #require(try description(.isochronous).functions.first?.streams.first)
        #expect(stream.transfer == .isochronous)
        #expect(stream.settings.map(\.capacity) == [512, 1020, 1800, 3072])
        #expect(stream.settings.map(\.number) == [1, 2, 3, 4])
        #expect(stream.setting(forPayload: 1020)?.number == 2)
        #expect(stream.setting(forPayload: 1021)?.number == 3)
        #expect(stream.setting(forPayload: 4000)?.number == 4)
    }

    @Test func `a SuperSpeed companion says the room of an isochronous setting`() throws {
        var camera = ModelCamera.isochronous
        camera.streams[0].settings = [.init(packet: 1024, bytesPerInterval: 30_720), .init(packet: 1024)]
        let stream = try #require(try description(camera).functions.first?.streams.first)
        #expect(stream.settings.map(\.capacity) == [30_720, 1024])
    }

    @Test func `a camera whose depth is its second function is found there`() throws {
        let function = try #require(try description(.sr300).functions.first)
        #expect(function.controlInterface == 2)
        #expect(function.extensionUnit(.codedLightUnit)?.id == 6)
        #expect(function.streams.first?.formats.map(\.pixelFormat) == [.invz, .inzi])
    }

    @Test func `a lidar has confidence on a stream of its own`() throws {
        let streams = try #require(try description(.l515).functions.first?.streams)
        #expect(streams.map { $0.formats.first?.pixelFormat } == [.z16, .y8, .cnf4])
    }

    @Test func `a stream that no control interface names belongs to the one before it`() throws {
        var bytes = ModelCamera.d421.configurationDescriptor
        let header = try #require(bytes.indices.first { bytes[$0...].starts(with: [0x0E, 0x24, 0x01, 0x50, 0x01]) })
        bytes[header + 12] = 9
        bytes[header + 13] = 9
        let function = try #require(try UVCDescriptorParser.parse(bytes).functions.first)
        #expect(function.streams.map(\.interface) == [1, 2])
    }

    @Test func `a range of rates is kept as a range`() throws {
        let frame: [UInt8] =
            [0x26, 0x24, 0x11, 1, 0, 0x40, 1, 0xF0, 0] + [UInt8](repeating: 0, count: 8)
            + [0x15, 0x16, 5, 0, 0, 0x80, 2, 0, 0, 0x15, 0x16, 5, 0, 0x2A, 0x2C, 0x0A, 0, 0x15, 0, 0, 0]
        var bytes = ModelCamera.d421.configurationDescriptor
        let first = try #require(bytes.indices.first { bytes[$0...].starts(with: [0x22, 0x24, 0x11, 1]) })
        bytes.replaceSubrange(first..<first + 0x22, with: frame)
        let found = try #require(try UVCDescriptorParser.parse(bytes).functions.first?.streams.first?.formats.first)
        #expect(found.frames.first?.intervals == .range(shortest: 333_333, longest: 666_666, step: 21))
    }

    @Test(
        arguments: [
            ([], UVCDescriptorError.tooShort(bytes: 0)),
            ([9, 2, 9, 0, 1, 1, 0, 0x80], .tooShort(bytes: 8)),
            ([18, 1, 0, 2, 0, 0, 0, 64, 0], .noConfiguration(type: 1)),
            ([8, 2, 9, 0, 1, 1, 0, 0x80, 50], .noConfiguration(type: 2)),
            ([9, 2, 9, 0, 1, 1, 0, 0x80, 50], .noVideo),
        ] as [([UInt8], UVCDescriptorError)])
    func `bytes without a camera are refused by what they lack`(bytes: [UInt8], error: UVCDescriptorError) {
        #expect(throws: error) { try UVCDescriptorParser.parse(bytes) }
    }

    @Test func `more bytes than a configuration can have are refused`() {
        let bytes = ModelCamera.d421.configurationDescriptor + [UInt8](repeating: 2, count: 65_535)
        #expect(throws: UVCDescriptorError.tooLong(bytes: bytes.count)) { try UVCDescriptorParser.parse(bytes) }
    }

    @Test(arguments: [0, 1, 255] as [UInt8])
    func `a length that makes no sense ends the reading, and what stood before it stands`(length: UInt8) throws {
        var bytes = ModelCamera.d421.configurationDescriptor
        let infrared = try #require(bytes.indices.first { bytes[$0...].starts(with: [9, 4, 2, 0, 1]) })
        bytes[infrared] = length
        if length == 255 { bytes.removeLast(bytes.count - infrared - 100) }
        let found = try UVCDescriptorParser.parse(bytes)
        #expect(found.brokenAt == infrared)
        #expect(found.functions.first?.streams.map(\.interface) == [1])
    }

    @Test(arguments: ModelCamera.all.indices)
    func `every beginning of a description is read or refused, never more than the whole says`(index: Int) throws {
        let bytes = ModelCamera.all[index].configurationDescriptor
        let whole = DepthModeChoice.modes(try UVCDescriptorParser.parse(bytes)).count
        #expect(whole > 0)
        for count in 0..<bytes.count {
            do throws(UVCDescriptorError) {
                let found = try UVCDescriptorParser.parse(Array(bytes[..<count]))
                #expect(DepthModeChoice.modes(found).count <= whole)
            } catch {
                #expect(error == .tooShort(bytes: count) || error == .noVideo)
            }
        }
    }

    @Test(arguments: ModelCamera.all.indices)
    func `descriptions with bytes changed by chance are read or refused, and their modes have sizes`(index: Int) {
        var chance = SplitMix(seed: UInt64(index))
        let bytes = ModelCamera.all[index].configurationDescriptor
        for _ in 0..<2000 {
            var changed = bytes
            for _ in 0...chance.below(6) { changed[chance.below(changed.count)] = UInt8(chance.below(256)) }
            guard let found = try? UVCDescriptorParser.parse(changed) else { continue }
            for mode in DepthModeChoice.modes(found) {
                #expect((1...4096).contains(mode.width) && (1...4096).contains(mode.height) && mode.interval > 0)
            }
        }
    }
}
