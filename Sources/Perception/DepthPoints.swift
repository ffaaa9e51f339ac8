import Readings

/// Points of a depth frame in the camera's frame, thinned out evenly.
public struct DepthPoints: Sendable {
    /// The points, row by row: x right, y down, z along the optical axis, metres.
    public private(set) var points: [SIMD3<Double>] = []

    /// Makes an empty collection.
    public init() {}

    /// Takes every `step`-th pixel of every `step`-th row that is trusted and nearer than `farthest` metres.
    ///
    /// `intrinsics` must be for the frame's size. Memory is kept from frame to frame.
    public mutating func take(
        _ frame: DepthFrame, _ intrinsics: PinholeIntrinsics, step: Int, farthest: Double,
        minimumConfidence: DepthConfidence = .medium, mask: [UInt8]? = nil
    ) {
        points.removeAll(keepingCapacity: true)
        for row in stride(from: step / 2, to: frame.height, by: step) {
            for column in stride(from: step / 2, to: frame.width, by: step) {
                let index = row * frame.width + column
                let depth = Double(frame.samples[index]) * frame.depthUnit
                guard depth > 0, depth <= farthest, mask.map({ $0[index] == 0 }) ?? true,
                    frame.confidence.map({ $0[index] >= minimumConfidence.rawValue }) ?? true
                else { continue }
                points.append(
                    SIMD3(
                        (Double(column) - intrinsics.centreX) / intrinsics.focalX * depth,
                        (Double(row) - intrinsics.centreY) / intrinsics.focalY * depth, depth))
            }
        }
    }
}
