import Glibc
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
        /// Nothing of the camera tells: derived from edges, holes and what is supposed of its noise.
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
    /// How wide the depth picture sees, in degrees, by the data sheet; nil where that is not known.
    package var horizontalFieldDegrees: Double?
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

    /// What is taken for a camera of which nothing is known: millimetres, and a deviation as that of a small stereo pair.
    package static let unknown = CameraProfile(
        name: "unknown depth camera", vendorId: 0, productIds: [], tried: false, control: .none,
        depthUnitMetres: 0.001, minimumMetres: 0.1, maximumMetres: 10, confidence: .none, baselineMetres: 0.05,
        disparityDeviationPixels: 0.12, leastEdgeMetres: 0.02, horizontalFieldDegrees: 87, metadata: .none,
        stampTicksPerSecond: 0, isTurned: false, nibbleOrder: .lowFirst, resetsByCommand: false)

    /// A focal length for pictures of this size, good enough to tell noise from edges and for nothing else; nil where
    /// nothing is known.
    ///
    /// Intrinsics of another size of the same shape are scaled; else it is width / (2·tan(field / 2)), and a picture
    /// that stands upright has its field along its height. Worked: 87° at 848 pixels is 446.8, where a real D435 has
    /// about 425; its 390.43 at 640×480 gives 195.2 at 320×240.
    package func nominalFocalPixels(width: Int, height: Int) -> Double? {
        if let same = intrinsics.first(where: { $0.width * height == $0.height * width }) {
            return same.focalX * Double(width) / Double(same.width)
        }
        if let field = horizontalFieldDegrees { return Double(max(width, height)) / 2 / tan(field / 2 * .pi / 180) }
        return intrinsics.first.map { $0.focalX * Double(width) / Double($0.width) }
    }

    /// The ticks a second of a camera that declares so many: microseconds where nothing is known.
    package func ticksPerSecond(declared: UInt32) -> UInt64 {
        stampTicksPerSecond > 0 ? stampTicksPerSecond : declared > 0 ? UInt64(declared) : 1_000_000
    }
}
