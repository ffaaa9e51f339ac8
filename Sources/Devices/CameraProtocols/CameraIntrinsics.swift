/// How a camera's pixels look out into the room: a pinhole without distortion, in pixels.
///
/// A sample Z at column u, row v lies at X = (u − centreX)·Z/focalX to the right and Y = (v − centreY)·Z/focalY below.
package struct CameraIntrinsics: Equatable, Sendable {
    /// Columns.
    package var width: Int
    /// Rows.
    package var height: Int
    /// Focal length across, in pixels.
    package var focalX: Double
    /// Focal length down, in pixels.
    package var focalY: Double
    /// Column of the optical axis.
    package var centreX: Double
    /// Row of the optical axis.
    package var centreY: Double

    /// Makes intrinsics.
    package init(width: Int, height: Int, focalX: Double, focalY: Double, centreX: Double, centreY: Double) {
        self.width = width
        self.height = height
        self.focalX = focalX
        self.focalY = focalY
        self.centreX = centreX
        self.centreY = centreY
    }

    /// Whether the numbers can be those of a camera: a field of view between 5° and 160°, the axis within the middle
    /// four fifths or so of the picture.
    ///
    /// 640 columns at a focal length of 390 pixels are a field of 2·atan(320/390) = 78.7°.
    package var isPlausible: Bool {
        guard width > 0, height > 0, focalX.isFinite, focalY.isFinite, centreX.isFinite, centreY.isFinite else {
            return false
        }
        let across = focalX / Double(width)
        let down = focalY / Double(height)
        return (0.088...11.5).contains(across) && (0.088...23).contains(down) && (0.5...2).contains(focalX / focalY)
            && (0.1...0.9).contains(centreX / Double(width)) && (-0.5...1.5).contains(centreY / Double(height))
    }
}
