import Readings

/// What is known of a family of depth cameras beyond what the cameras tell themselves.
package struct CameraProfile: Equatable, Sendable {
    /// Which vendor's commands a camera takes.
    package enum Control: String, CaseIterable, Sendable {
        /// None that are known.
        case none
        /// RealSense D400.
        case realSense
        /// RealSense L515.
        case realSenseLidar
        /// RealSense SR300.
        case realSenseCodedLight
        /// Orbbec.
        case orbbec
    }

    /// By what a sample's trust is told.
    package enum Confidence: String, CaseIterable, Sendable {
        /// Derived from what stereo matching is known to do badly.
        case stereo
        /// The camera sends four bits a sample.
        case nibbles
        /// The camera sends an infrared picture with the depth.
        case infrared
        /// Nothing tells: every sample that is there is medium.
        case none
    }

    /// Which half of a byte of four-bit confidence is the sample further left.
    package enum NibbleOrder: String, CaseIterable, Sendable {
        /// The lower half.
        case lowFirst
        /// The upper half.
        case highFirst
    }

    /// The name, for people.
    package var name: String
    /// The vendor's USB number.
    package var vendorId: UInt16
    /// The USB numbers of the products.
    package var productIds: [UInt16]
    /// Whether this program has read a camera of the family.
    package var tried: Bool
    /// Which commands it takes.
    package var control: Control
    /// Metres for one unit of depth, where the camera does not tell.
    package var depthUnitMetres: Double
    /// Nearer samples are not trusted.
    package var minimumMetres: Double
    /// Farther samples are not trusted.
    package var maximumMetres: Double
    /// By what trust is told.
    package var confidence: Confidence
    /// The distance between the imagers, where the camera does not tell; nil for cameras that are no stereo pair.
    package var baselineMetres: Double?
    /// The deviation of matching, in pixels of disparity; nil for cameras that are no stereo pair.
    package var disparityDeviationPixels: Double?
    /// Neighbours that differ by no more are one surface, however near.
    package var leastEdgeMetres: Double
    /// Intrinsics for cameras that tell none.
    package var intrinsics: [PinholeIntrinsics] = []
    /// How the vendor's part of payload headers is laid out.
    package var metadata: FrameMetadata.Layout
    /// Ticks a second of the stamps in payload headers; 0 where they are as the camera declares.
    package var stampTicksPerSecond: UInt64
    /// Whether the picture comes turned by a quarter and mirrored, as L515 cameras send it.
    package var isTurned: Bool
    /// The order of four-bit confidence.
    package var nibbleOrder: NibbleOrder
    /// The oldest firmware that is known to work, in four numbers; nil where none is known.
    package var leastFirmware: [UInt8]?
    /// Whether a command resets the camera.
    package var resetsByCommand: Bool

    /// What is taken for a camera of which nothing is known: millimetres, and every sample that is there is medium.
    package static let unknown = CameraProfile(
        name: "unknown depth camera", vendorId: 0, productIds: [], tried: false, control: .none,
        depthUnitMetres: 0.001, minimumMetres: 0.1, maximumMetres: 10, confidence: .none, leastEdgeMetres: 0.02,
        metadata: .none, stampTicksPerSecond: 0, isTurned: false, nibbleOrder: .lowFirst, resetsByCommand: false)

    /// The ticks a second of a camera that declares so many: microseconds where nothing is known.
    package func ticksPerSecond(declared: UInt32) -> UInt64 {
        stampTicksPerSecond > 0 ? stampTicksPerSecond : declared > 0 ? UInt64(declared) : 1_000_000
    }
}
