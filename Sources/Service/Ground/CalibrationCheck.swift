import Perception
import Readings

/// Compares a mounting that is written down with one that was measured just now.
package struct CalibrationCheck: Equatable, Sendable {
    /// The height between the two that is too much, metres.
    package static let mostMetres = 0.03
    /// The angle between the two that is too much, degrees.
    package static let mostDegrees = 1.5

    /// How much higher the camera is now, metres.
    package let metres: Double
    /// How much farther down it looks now, degrees.
    package let pitchDegrees: Double
    /// How much farther it leans to its right now, degrees.
    package let rollDegrees: Double

    /// Compares two mountings.
    package init(written: MountingCalibration, measured: MountingCalibration) {
        metres = measured.heightMetres - written.heightMetres
        pitchDegrees = measured.pitchDegrees - written.pitchDegrees
        rollDegrees = measured.rollDegrees - written.rollDegrees
    }

    /// Whether the one that is written down still holds.
    package var fits: Bool {
        abs(metres) <= Self.mostMetres && abs(pitchDegrees) <= Self.mostDegrees && abs(rollDegrees) <= Self.mostDegrees
    }
}
