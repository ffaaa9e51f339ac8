import Readings

/// A depth camera that was found, as far as it tells without being opened.
package struct CameraDescription: Equatable, Sendable {
    /// The vendor's USB number.
    package var vendor: UInt16
    /// The product's USB number.
    package var product: UInt16
    /// What it is called: its own words, else the profile's.
    package var name: String
    /// The serial number that it gives on the USB; nil where it gives none.
    package var serial: String?
    /// Bus and ports: `2-1.4`.
    package var port: String
    /// Its number on the bus, which changes with each plug.
    package var address: UInt8
    /// How fast the bus is; nil where that is not known.
    package var speed: USBSpeed?
    /// The file that must be opened to use it.
    package var node: String
    /// The depth modes that it lists at this speed, in its order.
    package var modes: [DepthMode] = []
    /// The mode that is used, with what the operator should know about it; nil where there is none.
    package var choice: DepthModeChoice?
    /// What its descriptors say of its video functions; nil where they cannot be read.
    package var video: UVCDescription?
    /// Why it cannot be used; nil where nothing speaks against it.
    package var refusal: CameraRefusal?

    /// Whether it may have a serial number in its memory that it does not give on the USB.
    var tellsSerialWhenAsked: Bool { video?.functions.contains { !$0.extensionUnits.isEmpty } ?? false }

    /// A name with all that tells it from another of its kind: `RealSense D421 (serial 12345, port 2-1)`.
    package var title: String {
        "\(name) (\(serial.map { "serial \($0), " } ?? "")port \(port))"
    }
}

extension CameraDescription {
    /// Cameras that wait for firmware, by the product's number: D4xx, D4xx on USB 2, SR300, L515.
    private static let recoveryProducts: Set<UInt16> = [0x0ADB, 0x0ADC, 0x0AB3, 0x0B55]
    private static let realSense: UInt16 = 0x8086

    /// Describes a device; nil where it is no camera that concerns this program: it lists no depth, and it is none of
    /// a family of depth cameras that is known.
    init?(_ device: USBDevice, profiles: CalibrationProfiles) {
        let profile = profiles.camera(vendor: device.vendor, product: device.product)
        let waits = device.vendor == Self.realSense && Self.recoveryProducts.contains(device.product)
        let (video, fault) = Self.video(device.configuration)
        let modes = video.map { DepthModeChoice.modes($0) } ?? []
        guard waits || profile != nil || !modes.isEmpty else { return nil }
        self.init(
            vendor: device.vendor, product: device.product,
            name: device.text("product") ?? profile?.name ?? CameraProfile.unknown.name,
            serial: device.text("serial"), port: device.port, address: device.address, speed: device.speed,
            node: device.node, modes: modes)
        choice = video.flatMap {
            DepthModeChoice($0, speed: device.speed ?? .high, wantsInfrared: profile?.confidence == .infrared)
        }
        self.video = video
        if waits {
            refusal = .recovery
        } else if let fault {
            refusal = .descriptors(fault)
        } else if choice == nil {
            refusal = .noDepth
        }
    }

    private static func video(_ configuration: [UInt8]) -> (UVCDescription?, String?) {
        do throws(UVCDescriptorError) {
            return (try UVCDescriptorParser.parse(configuration), nil)
        } catch { return (nil, error.description) }
    }
}
