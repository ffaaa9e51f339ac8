extension ModelCamera {
    private static let z16: [UInt8] = [0x5A, 0x31, 0x36, 0x20]
    private static let usual = [90, 60, 30, 15, 6]

    private static func stereoFrames(withLargest: [ModelFrame]) -> [ModelFrame] {
        [
            ModelFrame(424, 240, usual), ModelFrame(480, 270, usual), ModelFrame(640, 360, usual),
            ModelFrame(640, 480, usual), ModelFrame(848, 100, [300, 100]), ModelFrame(848, 480, usual),
        ] + withLargest
    }

    /// A RealSense D421 on USB 3: depth and infrared in frame-based formats over bulk endpoints.
    package static let d421: ModelCamera = {
        let large = [ModelFrame(1280, 720, [30, 15, 6])]
        let depth = [ModelFrame(256, 144, [300, 90])] + stereoFrames(withLargest: large)
        let infrared = stereoFrames(withLargest: large)
        let both = stereoFrames(withLargest: large + [ModelFrame(1280, 800, [30, 15])])
        let raw = [ModelFrame(640, 400, [25, 15]), ModelFrame(1280, 800, [25, 15])]
        let first = ModelStream(
            interface: 1, endpoint: 0x82, terminal: 4, name: 5,
            formats: [
                ModelFormat(z16, bits: 16, frames: depth), ModelFormat([0x50, 0, 0, 0], bits: 16, frames: depth),
            ])
        let second = ModelStream(
            interface: 2, endpoint: 0x83, terminal: 5, name: 8,
            formats: [
                ModelFormat([0x32, 0, 0, 0], bits: 8, frames: infrared),
                ModelFormat([0x55, 0x59, 0x56, 0x59], bits: 16, frames: infrared),
                ModelFormat([0x59, 0x38, 0x20, 0x20], bits: 8, frames: infrared),
                ModelFormat([0x59, 0x38, 0x49, 0x20], bits: 16, frames: both),
                ModelFormat([0x59, 0x31, 0x32, 0x49], bits: 24, frames: raw),
            ])
        return ModelCamera(product: 0x1155, streams: [first, second], vendorInterface: 3)
    }()

    /// The same camera on USB 2, where it lists fewer and slower modes.
    package static let d421OnUSB2: ModelCamera = {
        var camera = d421
        camera.usbVersion = 0x0210
        let frames = [
            ModelFrame(1280, 720, [6]), ModelFrame(640, 480, [30, 15, 6]), ModelFrame(480, 270, [60, 30, 15, 6]),
        ]
        camera.streams[0].formats = [ModelFormat(z16, bits: 16, frames: frames)]
        camera.streams[1].formats = [ModelFormat([0x59, 0x38, 0x20, 0x20], bits: 8, frames: frames)]
        return camera
    }()

    /// An isochronous camera of UVC 1.1 on USB 2, in an uncompressed format; its probe has 34 bytes.
    package static let isochronous: ModelCamera = {
        let format = ModelFormat(z16, bits: 16, isFrameBased: false, frames: [ModelFrame(320, 240, [30, 15])])
        let settings = [512, 1020, 0x0800 | 900, 0x1000 | 1024].map { ModelStream.Setting(packet: $0) }
        var camera = ModelCamera(
            product: 0x0AD6,
            streams: [
                ModelStream(interface: 1, endpoint: 0x81, terminal: 4, formats: [format], settings: settings)
            ])
        camera.usbVersion = 0x0200
        camera.videoVersion = 0x0110
        return camera
    }()

    /// A camera like the L515: upright pictures, and four-bit confidence on an interface of its own.
    package static let l515: ModelCamera = {
        let depth = [ModelFrame(480, 640, [30]), ModelFrame(768, 1024, [30]), ModelFrame(240, 320, [30])]
        let confidence = depth.map { ModelFrame($0.width / 2, $0.height, $0.rates) }
        return ModelCamera(
            product: 0x0B64,
            streams: [
                ModelStream(
                    interface: 1, endpoint: 0x82, terminal: 4, formats: [ModelFormat(z16, bits: 16, frames: depth)]),
                ModelStream(
                    interface: 2, endpoint: 0x83, terminal: 5,
                    formats: [ModelFormat([0x47, 0x52, 0x45, 0x59], bits: 8, frames: depth)]),
                ModelStream(
                    interface: 3, endpoint: 0x84, terminal: 6,
                    formats: [ModelFormat([0x43, 0x20, 0x20, 0x20], bits: 8, frames: confidence)]),
            ], vendorInterface: 7)
    }()

    /// A camera like Orbbec's Gemini 335.
    package static let orbbec: ModelCamera = {
        let frames = [
            ModelFrame(848, 480, [60, 30, 15]), ModelFrame(1280, 800, [30, 15]), ModelFrame(640, 480, [60, 30, 15]),
        ]
        var camera = ModelCamera(
            product: 0x0800,
            streams: [
                ModelStream(
                    interface: 1, endpoint: 0x81, terminal: 4, formats: [ModelFormat(z16, bits: 16, frames: frames)])
            ])
        camera.vendor = 0x2BC5
        return camera
    }()

    /// A camera like the SR300: colour has the first interfaces, depth comes as INVZ and as INZI.
    package static let sr300: ModelCamera = {
        let invz: [UInt8] = [
            0x49, 0x4E, 0x56, 0x5A, 0x90, 0x2D, 0x58, 0x4A, 0x92, 0x0B, 0x77, 0x3F, 0x1F, 0x2C, 0x55, 0x6B,
        ]
        let inzi: [UInt8] = [
            0x49, 0x4E, 0x5A, 0x49, 0x66, 0x1A, 0x42, 0xA2, 0x90, 0x65, 0xD0, 0x18, 0x14, 0xA8, 0xEF, 0x8A,
        ]
        let frames = [ModelFrame(640, 480, [60, 30]), ModelFrame(640, 240, [110, 60, 30])]
        var camera = ModelCamera(
            product: 0x0AA5,
            streams: [
                ModelStream(
                    interface: 3, endpoint: 0x83, terminal: 4,
                    formats: [
                        ModelFormat(identifier: invz, bits: 16, isFrameBased: false, frames: frames),
                        ModelFormat(identifier: inzi, bits: 32, isFrameBased: false, frames: frames),
                    ])
            ], vendorInterface: 4)
        camera.controlInterface = 2
        camera.unit = (6, codedLightUnit, 6, [0x3F])
        camera.videoVersion = 0x0110
        return camera
    }()

    /// Every model.
    package static let all = [d421, d421OnUSB2, isochronous, l515, orbbec, sr300]
}
