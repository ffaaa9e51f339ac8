import Perception
import Readings

/// The picture of a calibration in characters: what a frame shows from the side, before and after, for a terminal.
///
/// A dot is floor, a hash anything else; the line of dashes is where the floor is taken to be, and `o` the camera.
package enum CalibrationSketch {
    private static let columns = 66
    private static let farthest = 4.0
    private static let rowMetres = 0.15
    private static let below = 4

    /// Both views, one under the other.
    package static func lines(
        _ frame: DepthFrame, _ mounting: MountingCalibration, intrinsics: PinholeIntrinsics
    ) -> [String] {
        var points = DepthPoints()
        if let optics = intrinsics.scaled(toWidth: frame.width, height: frame.height) {
            points.take(frame, optics, step: max(1, frame.width / 80), farthest: farthest)
        }
        var level = mounting
        (level.pitchDegrees, level.rollDegrees) = (0, 0)
        return ["before: as if the camera were level"] + view(points.points, level)
            + ["after: as it is mounted"] + view(points.points, mounting)
    }

    private static func view(_ points: [SIMD3<Double>], _ mounting: MountingCalibration) -> [String] {
        let above = Int((mounting.heightMetres / rowMetres).rounded(.up)) + 1
        var rows = Array(
            repeating: Array(repeating: Character(" "), count: columns), count: above + 1 + below)
        rows[above] = Array(repeating: "-", count: columns)
        for point in points {
            let place = mounting.place(of: point)
            let row = above - Int((place.height / rowMetres).rounded())
            let column = Int(place.ahead / farthest * Double(columns))
            guard rows.indices.contains(row), (0..<columns).contains(column) else { continue }
            let isFloor = abs(place.height) <= GroundNotes.floorTolerance
            if !isFloor || rows[row][column] != "#" { rows[row][column] = isFloor ? "." : "#" }
        }
        rows[above - Int((mounting.heightMetres / rowMetres).rounded())][0] = "o"
        return rows.map { row in ("  " + String(row)).trimmingEnd } + ["  " + scale]
    }

    /// The metres ahead under the view.
    private static var scale: String {
        var text = ""
        for metre in 0..<Int(farthest) {
            let place = metre * columns / Int(farthest)
            text += String(repeating: " ", count: max(0, place - text.count)) + "\(metre) m"
        }
        return text
    }
}

extension String {
    /// The text without spaces at its end.
    fileprivate var trimmingEnd: String {
        var text = self
        while text.last == " " { text.removeLast() }
        return text
    }
}
