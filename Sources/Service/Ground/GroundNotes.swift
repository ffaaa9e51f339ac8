import Perception
import Readings

/// What is said at the start of how the floor is known.
package enum GroundNotes {
    /// How far a sample may lie off the floor and be drawn as floor, metres.
    static let floorTolerance = 0.06

    /// The line of the journal about a mounting that is used.
    package static func line(_ mounting: MountingCalibration, path: String) -> String {
        let height = Int((mounting.heightMetres * 100).rounded())
        let pitch = (mounting.pitchDegrees * 10).rounded() / 10
        return "The floor is known by \(path): the camera is \(height) cm high and looks \(pitch) degrees down."
    }

    /// What the operator should know about a mounting; nil where there is nothing.
    package static func warning(_ mounting: MountingCalibration, path: String) -> String? {
        guard mounting.body == nil else { return nil }
        return "\(path) does not say which parts of the image the robot's own body covers (body); if it is in view, it "
            + "is taken for a surface. An empty list says that it is not."
    }
}
