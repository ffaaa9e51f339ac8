import Documents
import Perception
import Readings

/// The picture of a calibration: what a frame shows from the side, as if the camera were level, and as it is mounted.
///
/// Each dot is a sample; the line is where the floor is taken to be. Before, a tilted camera's floor climbs or sinks;
/// after, it lies on the line.
package enum CalibrationPicture {
    private static let scale = 110.0
    private static let farthest = 4.0
    private static let panel = (width: 500.0, height: 330.0)

    /// The picture as SVG.
    package static func svg(
        _ frame: DepthFrame, _ mounting: MountingCalibration, intrinsics: PinholeIntrinsics
    ) -> String {
        var points = DepthPoints()
        if let optics = intrinsics.scaled(toWidth: frame.width, height: frame.height) {
            points.take(frame, optics, step: max(1, frame.width / 80), farthest: farthest)
        }
        var level = mounting
        (level.pitchDegrees, level.rollDegrees) = (0, 0)
        let (width, height) = (Int(panel.width * 2), Int(panel.height + 60))
        var lines = [
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 \(width) \(height)\" font-family=\"sans-serif\">",
            "<title>The floor before and after the calibration, seen from the side</title>",
            "<rect width=\"\(width)\" height=\"\(height)\" fill=\"#ffffff\"/>",
        ]
        lines += side("before: as if the camera were level", points.points, level, at: 0)
        lines += side("after: as it is mounted", points.points, mounting, at: panel.width)
        return lines.joined(separator: "\n") + "\n</svg>\n"
    }

    private static func side(
        _ title: String, _ points: [SIMD3<Double>], _ mounting: MountingCalibration, at left: Double
    ) -> [String] {
        let floor = 30 + panel.height - 90
        var lines = [
            "<g transform=\"translate(\(number(left + 20)) 0)\">",
            "<text x=\"0\" y=\"22\" font-size=\"16\" fill=\"#202020\">\(title)</text>",
            "<line x1=\"0\" y1=\"\(number(floor))\" x2=\"\(number(farthest * scale))\" y2=\"\(number(floor))\" stroke=\"#202020\"/>",
        ]
        for metre in 0...Int(farthest) {
            let x = number(Double(metre) * scale)
            lines.append(
                "<text x=\"\(x)\" y=\"\(number(floor + 80))\" font-size=\"12\" fill=\"#404040\">\(metre) m</text>")
        }
        let eye = number(floor - mounting.heightMetres * scale)
        lines.append("<circle cx=\"0\" cy=\"\(eye)\" r=\"5\" fill=\"#202020\"/>")
        for point in points {
            let place = mounting.place(of: point)
            let y = floor - place.height * scale
            guard place.ahead > 0, y > 30, y < panel.height + 50 else { continue }
            let isFloor = abs(place.height) <= GroundNotes.floorTolerance
            lines.append(
                "<circle cx=\"\(number(place.ahead * scale))\" cy=\"\(number(y))\" r=\"1.5\" fill=\"\(isFloor ? "#0a7d32" : "#b04a00")\"/>"
            )
        }
        return lines + ["</g>"]
    }

    private static func number(_ value: Double) -> String { DecimalText.fixed(value, digits: 1) }
}
