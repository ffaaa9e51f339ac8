import Foundation
import Readings

/// A frame of nothing but a level floor.
enum FloorFrame {
    static let optics = PinholeIntrinsics(
        width: 160, height: 120, focalX: 96, focalY: 96, centreX: 79.5, centreY: 59.5)
    static let mounting = MountingCalibration(
        name: "test", heightMetres: 1, pitchDegrees: 0, intrinsics: optics, body: [])

    /// What a camera `height` metres high that looks down by `pitch` degrees sees of it, to 10 m.
    static func make(pitch: Double, height: Double) -> DepthFrame {
        let tilt = pitch * .pi / 180
        var samples: [UInt16] = []
        for row in 0..<optics.height {
            // How far a ray of this row falls for each metre along the axis.
            let fall = (Double(row) - optics.centreY) / optics.focalY * cos(tilt) + sin(tilt)
            let depth = fall > 0.01 ? height / fall : .infinity
            let sample = depth < 10 ? UInt16((depth * 1000).rounded()) : 0
            samples += [UInt16](repeating: sample, count: optics.width)
        }
        return DepthFrame(width: optics.width, height: optics.height, samples: samples)
    }
}
