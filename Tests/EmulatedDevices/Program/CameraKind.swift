import CEmulatedDevices
import CameraModels
import Devices
import Platform
import Readings

/// What a camera is made of: its descriptors, and what follows from them.
struct CameraKind: Sendable {
    private let descriptors: [UInt8]
    private let modes: [DepthMode]
    private let confidence: [DepthMode]
    private let controls: UInt8
    private let payloadBytes: UInt32
    private let speed: String
    private let isRealSense: Bool
    private let isLidar: Bool

    /// The time between two pictures, whatever is asked for.
    let frameTime: Duration

    /// The size of the pictures of a mode that was committed.
    func size(_ mode: emulated_mode) -> PictureSize? {
        modes.first { $0.formatIndex == mode.format && $0.frameIndex == mode.frame }
            .map { PictureSize(width: $0.width, height: $0.height) }
    }

    /// The kinds by their words.
    private static let models: [String: ModelCamera] = [
        "d421": .d421, "d421-usb2": .d421OnUSB2, "isochronous": .isochronous, "l515": .l515, "orbbec": .orbbec,
        "sr300": .sr300, "small": small, "recovery": recovery, "infrared": infrared, "unknown": unknown, "lidar": lidar,
        "lidar-other-size": lidarOfOtherSize, "lidar-without": lidarWithout,
    ]

    /// A D421 that lists one small mode, so that a slow build keeps its rate.
    private static let small: ModelCamera = {
        var camera = ModelCamera.d421
        camera.streams[0].formats = camera.streams[0].formats.prefix(1).map { format in
            var format = format
            format.frames = [ModelFrame(256, 144, [30, 90])]
            return format
        }
        return camera
    }()

    /// An L515 that lists one small upright mode, with the confidence of it.
    private static let lidar: ModelCamera = {
        var camera = ModelCamera.l515
        camera.streams[0].formats[0].frames = [ModelFrame(96, 128, [30])]
        camera.streams[2].formats[0].frames = [ModelFrame(48, 128, [30])]
        return camera
    }()

    /// The same, whose confidence comes in another size than its depth.
    private static let lidarOfOtherSize: ModelCamera = {
        var camera = lidar
        camera.streams[2].formats[0].frames = [ModelFrame(32, 80, [30])]
        return camera
    }()

    /// The same, that lists no confidence.
    private static let lidarWithout: ModelCamera = {
        var camera = lidar
        camera.streams.remove(at: 2)
        return camera
    }()

    /// A D4xx that waits for its firmware: it has no video.
    private static let recovery: ModelCamera = {
        var camera = ModelCamera.d421
        camera.product = 0x0ADB
        camera.streams = [camera.streams[1]]
        return camera
    }()

    /// A camera of a known family that lists no depth.
    private static let infrared: ModelCamera = {
        var camera = ModelCamera.d421
        camera.streams = [camera.streams[1]]
        return camera
    }()

    /// A small depth camera of which nothing is known, without a vendor's channel.
    private static let unknown: ModelCamera = {
        var camera = small
        camera.vendor = 0x1234
        camera.product = 0x5678
        camera.unit.identifier = [UInt8](repeating: 0xEE, count: 16)
        return camera
    }()

    /// A camera by its kind.
    init?(_ word: String, _ arguments: Arguments) {
        guard let model = Self.models[word] else { return nil }
        descriptors = model.deviceDescriptor + model.configurationDescriptor
        guard let video = try? UVCDescriptorParser.parse(model.configurationDescriptor) else { return nil }
        modes = DepthModeChoice.modes(video)
        confidence = modes.first.flatMap { ConfidenceMode.mode(beside: $0, in: video) }.map { [$0] } ?? []
        controls = model.unit.id
        isRealSense = model.vendor == 0x8086 && arguments["firmware"] != "none"
        isLidar = model.product == ModelCamera.l515.product
        speed = model.isSuperSpeed ? "5000" : "480"
        payloadBytes = UInt32(arguments.number("payload") ?? 0)
        frameTime = .milliseconds(arguments.number("period") ?? 33)
    }

    /// Makes the camera; it lives as long as this program.
    func make(port: String, _ arguments: Arguments) -> OpaquePointer {
        let (sizes, confidenceSizes) = (Self.sizes(modes), Self.sizes(confidence))
        let stream = modes.first?.stream
        let packets = stream?.transfer == .isochronous ? stream?.settings.map(\.capacity).max() ?? 0 : 0
        let texts = [port, arguments["speed"] ?? speed, arguments["product"] ?? "", arguments["serial"] ?? ""]
        let copies = texts.map { $0.utf8CString }
        return copies[0].withUnsafeBufferPointer { port in
            copies[1].withUnsafeBufferPointer { speed in
                copies[2].withUnsafeBufferPointer { product in
                    copies[3].withUnsafeBufferPointer { serial in
                        var facts = emulated_camera_facts()
                        facts.length = descriptors.count
                        facts.port = port.baseAddress
                        facts.speed = speed.baseAddress
                        facts.product = texts[2].isEmpty ? nil : product.baseAddress
                        facts.serial = texts[3].isEmpty ? nil : serial.baseAddress
                        facts.streams.0.interface = stream?.interface ?? 1
                        facts.streams.0.endpoint = stream?.endpoint ?? 0x82
                        facts.streams.0.mode_count = sizes.count
                        facts.streams.1.interface = confidence.first?.stream.interface ?? 0
                        facts.streams.1.endpoint = confidence.first?.stream.endpoint ?? 0
                        facts.streams.1.mode_count = confidenceSizes.count
                        facts.unit = controls
                        facts.payload_bytes = payloadBytes
                        facts.packet_bytes = UInt32(packets)
                        return Self.make(&facts, descriptors, sizes, confidenceSizes)
                    }
                }
            }
        }
    }

    private static func sizes(_ modes: [DepthMode]) -> [emulated_mode] {
        var seen: Set<[UInt8]> = []
        return modes.filter { seen.insert([$0.formatIndex, $0.frameIndex]).inserted }.map {
            emulated_mode(format: $0.formatIndex, frame: $0.frameIndex, bytes: UInt32($0.frameBytes))
        }
    }

    private static func make(
        _ facts: inout emulated_camera_facts, _ descriptors: [UInt8], _ sizes: [emulated_mode],
        _ confidence: [emulated_mode]
    ) -> OpaquePointer {
        descriptors.withUnsafeBufferPointer { bytes in
            sizes.withUnsafeBufferPointer { modes in
                confidence.withUnsafeBufferPointer { confidence in
                    facts.descriptors = bytes.baseAddress
                    facts.streams.0.modes = modes.baseAddress
                    facts.streams.1.modes = confidence.baseAddress
                    return emulated_camera_make(&facts)
                }
            }
        }
    }

    /// Has the camera answer the commands of RealSense's vendor channel as a D435 does.
    func answerCommands(_ camera: OpaquePointer) {
        guard isRealSense else { return }
        let commands: [(HardwareMonitor.Command, UInt32)] = [
            (.deviceInformation, 0), (.calibrationTable, 25), (.advancedTable, 9), (.isAdvanced, 0),
            (.resolutionParameters, 0), (.lidarCalibration, 0),
        ]
        var firmware = RealSenseFirmware()
        if isLidar { firmware.lidar = RealSenseFirmware.lidarTable() }
        for (command, parameter) in commands {
            let block = firmware.answer(HardwareMonitor.block(HardwareMonitor.request(command, [parameter])))
            guard let data = try? HardwareMonitor.data(inBlock: block, of: command) else { continue }
            emulated_camera_answer(camera, command.rawValue, parameter, Array(data), data.count)
        }
    }

    /// The bytes of hexadecimal digits, two each; what is no digit is passed over.
    static func bytes(hexadecimal text: String) -> [UInt8] {
        let digits = text.compactMap(\.hexDigitValue)
        return (0..<digits.count / 2).map { UInt8(digits[2 * $0] << 4 | digits[2 * $0 + 1]) }
    }
}
