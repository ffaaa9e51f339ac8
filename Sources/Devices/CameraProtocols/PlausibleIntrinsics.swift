import Readings

extension PinholeIntrinsics {
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
