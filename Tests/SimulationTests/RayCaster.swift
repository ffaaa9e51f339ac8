import Foundation
import Simulation

/// An independent, slow way to the same depths: each pixel's ray against every box by the slab method.
struct RayCaster {
    let camera: CameraModel
    let eye: SIMD3<Double>
    let yaw: Double
    let pitch: Double

    /// The depth along the optical axis of the nearest box on a pixel's ray, in metres; nil where it meets none.
    func depth(column: Int, row: Int, boxes: [Box]) -> Double? {
        let ray = direction(column: column, row: row)
        return boxes.compactMap { entry(ray, $0) }.min()
    }

    /// The ray through a pixel's centre, scaled so that one unit of it is one metre along the optical axis.
    private func direction(column: Int, row: Int) -> SIMD3<Double> {
        let right = (Double(column) - camera.centreX) / camera.focalX
        let down = (Double(row) - camera.centreY) / camera.focalY
        let ahead = cos(pitch) - down * sin(pitch)
        let up = -sin(pitch) - down * cos(pitch)
        return SIMD3(ahead * cos(yaw) + right * sin(yaw), ahead * sin(yaw) - right * cos(yaw), up)
    }

    private func entry(_ ray: SIMD3<Double>, _ box: Box) -> Double? {
        var near = 0.0
        var far = Double.infinity
        for axis in 0..<3 {
            if ray[axis] == 0 {
                if eye[axis] < box.low[axis] || eye[axis] > box.high[axis] { return nil }
                continue
            }
            let first = (box.low[axis] - eye[axis]) / ray[axis]
            let second = (box.high[axis] - eye[axis]) / ray[axis]
            near = max(near, min(first, second))
            far = min(far, max(first, second))
        }
        return near <= far && near > 0 ? near : nil
    }
}
