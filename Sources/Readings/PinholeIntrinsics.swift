/// How a camera's pixels look out into the room: a pinhole without distortion, in pixels.
///
/// A sample z at a column and row, the centre of the first pixel being 0, lies (column − centreX) · z / focalX metres to
/// the right of the optical axis and (row − centreY) · z / focalY below it.
public struct PinholeIntrinsics: Equatable, Sendable {
    /// Columns of the frames that the numbers are for.
    public var width: Int
    /// Rows.
    public var height: Int
    /// Focal length across, in pixels.
    public var focalX: Double
    /// Focal length down, in pixels.
    public var focalY: Double
    /// Column of the optical axis.
    public var centreX: Double
    /// Row of the optical axis.
    public var centreY: Double

    /// Makes intrinsics; nothing is checked here.
    public init(width: Int, height: Int, focalX: Double, focalY: Double, centreX: Double, centreY: Double) {
        self.width = width
        self.height = height
        self.focalX = focalX
        self.focalY = focalY
        self.centreX = centreX
        self.centreY = centreY
    }

    /// The greatest difference of two side ratios that count as the same picture, as a share.
    private static let ratioTolerance = 0.01

    /// The intrinsics of the same picture with other numbers of pixels; nil where the sides' ratio is another, because
    /// then it is not known what was cut off.
    ///
    /// 640×480 with focal length 390 and centre 331.4 become 320×240 with 195 and 165.45: pixel centres move by half.
    public func scaled(toWidth newWidth: Int, height newHeight: Int) -> PinholeIntrinsics? {
        guard width > 0, height > 0, newWidth > 0, newHeight > 0 else { return nil }
        if newWidth == width, newHeight == height { return self }
        let across = Double(newWidth) / Double(width)
        let down = Double(newHeight) / Double(height)
        guard abs(across - down) <= Self.ratioTolerance * down else { return nil }
        return PinholeIntrinsics(
            width: newWidth, height: newHeight, focalX: focalX * across, focalY: focalY * down,
            centreX: (centreX + 0.5) * across - 0.5, centreY: (centreY + 0.5) * down - 0.5)
    }
}
