import Readings

/// The calibration of an L515 camera's depth: one block a resolution, raw and in the room.
///
/// The answer begins with two bytes, 16 and 32 bits and the depth offset (12 bytes), then 16 bits, a byte and the
/// number of resolutions; each of these has two blocks of 56 bytes {width, height, focal lengths, axis, five
/// distortions, two offsets, the scale of depth}.
package struct LidarCalibration: Equatable, Sendable {
    /// Metres for one unit of depth: a scale of 4 units a millimetre is 0.00025.
    package var depthUnit: Double
    private var resolutions: [PinholeIntrinsics]

    private static let headBytes = 16
    private static let blockBytes = 56

    /// Reads the answer; nil where it is too short, or the scale lies outside 0.1 to 100 units a millimetre.
    package init?(_ data: ArraySlice<UInt8>) {
        guard let count = LittleEndian.byte(data, Self.headBytes - 1), count > 0 else { return nil }
        let worlds = (0..<Int(count)).map { Self.headBytes + (2 * $0 + 1) * Self.blockBytes }
        guard let first = worlds.first, let scale = LittleEndian.float(data, first + 52), (0.1...100).contains(scale)
        else { return nil }
        depthUnit = 0.001 / scale
        resolutions = worlds.compactMap { Self.intrinsics(data, at: $0) }
    }

    private static func intrinsics(_ data: ArraySlice<UInt8>, at start: Int) -> PinholeIntrinsics? {
        guard let width = LittleEndian.long(data, start), let height = LittleEndian.long(data, start + 4),
            (1...4096).contains(width), (1...4096).contains(height),
            let focalX = LittleEndian.float(data, start + 8), let focalY = LittleEndian.float(data, start + 12),
            let centreX = LittleEndian.float(data, start + 16), let centreY = LittleEndian.float(data, start + 20)
        else { return nil }
        let found = PinholeIntrinsics(
            width: Int(width), height: Int(height), focalX: focalX, focalY: focalY, centreX: centreX, centreY: centreY)
        return found.isPlausible ? found : nil
    }

    /// The intrinsics of an upright picture; nil where they are not listed.
    package func intrinsics(width: Int, height: Int) -> PinholeIntrinsics? {
        resolutions.first { $0.width == width && $0.height == height }
    }
}
