import Readings

/// A camera at one moment: where it is, how it is turned, and how the world falls on its pixels.
struct CameraView {
    let eye: SIMD3<Double>
    /// The world's directions of the image's columns, its rows, and the optical axis.
    let right: SIMD3<Double>
    let down: SIMD3<Double>
    let forward: SIMD3<Double>
    let camera: CameraModel

    init(_ camera: CameraModel, on walker: WalkerPose) {
        let heading = PlainMath.sineAndCosine(walker.yaw)
        let tilt = PlainMath.sineAndCosine(camera.pitch - walker.slope)
        forward = SIMD3(heading.cosine * tilt.cosine, heading.sine * tilt.cosine, -tilt.sine)
        let level = SIMD3(heading.sine, -heading.cosine, 0)
        let upright = SIMD3(-heading.cosine * tilt.sine, -heading.sine * tilt.sine, -tilt.cosine)
        let roll = PlainMath.sineAndCosine(camera.roll)
        right = camera.roll == 0 ? level : level * roll.cosine + upright * roll.sine
        down = camera.roll == 0 ? upright : upright * roll.cosine - level * roll.sine
        eye = walker.position + SIMD3(0, 0, camera.mountHeight)
        self.camera = camera
    }

    /// A point of the world in the camera's frame: x right, y down, z along the optical axis.
    func seen(_ point: SIMD3<Double>) -> SIMD3<Double> {
        let ray = point - eye
        return SIMD3((ray * right).sum(), (ray * down).sum(), (ray * forward).sum())
    }

    /// The pixel on which a point in the camera's frame falls; its z must be positive.
    func pixel(_ point: SIMD3<Double>) -> SIMD2<Double> {
        SIMD2(
            camera.centreX + camera.focalX * point.x / point.z, camera.centreY + camera.focalY * point.y / point.z)
    }

    /// The inverse depth of a plane, as a linear function of the pixel; nil where the camera lies in it.
    func inverseDepth(normal: SIMD3<Double>, through point: SIMD3<Double>) -> SIMD3<Double>? {
        let distance = (normal * (point - eye)).sum()
        guard abs(distance) > 1e-9 else { return nil }
        let across = (normal * right).sum() / (camera.focalX * distance)
        let downward = (normal * down).sum() / (camera.focalY * distance)
        let ahead = (normal * forward).sum() / distance
        return SIMD3(across, downward, ahead - across * camera.centreX - downward * camera.centreY)
    }

    /// The inverse depth of the plane where world coordinate `axis` is `coordinate`, as a linear function of the pixel:
    /// 1/z = x·column + y·row + z.
    func inverseDepth(axis: Int, coordinate: Double) -> SIMD3<Double> {
        let distance = coordinate - eye[axis]
        let across = right[axis] / (camera.focalX * distance)
        let downward = down[axis] / (camera.focalY * distance)
        return SIMD3(
            across, downward, forward[axis] / distance - across * camera.centreX - downward * camera.centreY)
    }
}
