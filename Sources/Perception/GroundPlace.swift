import Readings

extension MountingCalibration {
    /// Where a point of the camera's frame (x right, y down, z along the axis, metres) lies over the floor: how far
    /// ahead of the camera, level, and how high.
    ///
    /// Of a camera 1 m high that looks 30° down, the point 2 m along its axis is 1.732 m ahead on the floor.
    public func place(of point: SIMD3<Double>) -> (ahead: Double, height: Double) {
        let radians = Double.pi / 180
        let up = GroundGeometry.up(pitch: pitchDegrees * radians, roll: rollDegrees * radians)
        let level = SIMD3(0, 0, 1) - up * up.z
        let length = (level * level).sum().squareRoot()
        return ((level * point).sum() / length, heightMetres + (up * point).sum())
    }
}
