import Deciding
import Perception
import Platform
import Readings

/// What becomes of ground awareness while frames are read: a line for the journal and a notice for the person, once for
/// each change.
package struct GroundReport: Sendable {
    /// The key of the notice.
    package static let key = "ground"
    private var told: GroundState

    /// Makes a report on a perception with this calibration, or none.
    package init(_ calibration: GroundCalibration?) {
        told = calibration == nil ? .off : .on
    }

    /// What the person hears where the calibration was refused before the start.
    package static let refused = Notice(
        key: key, text: "The camera's calibration cannot be used. I do not watch for steps down.", priority: .trust)

    /// Takes the state after a frame; nil where there is nothing new to tell.
    package mutating func take(_ state: GroundState) -> (line: String, notice: Notice)? {
        guard state != told else { return nil }
        let before = told
        told = state
        switch state {
        case .off: return nil
        case .on:
            // Ground awareness is on from the start; only its return is news.
            return before == .off ? nil : ("The floor is known again.", Notice(key: Self.key, text: "", isOn: false))
        case .unfit(let width, let height):
            return (
                "The camera's calibration is not for frames of \(width)×\(height), so they are read without the floor. "
                    + "Calibrate with this picture: companion calibrate camera.",
                Self.notice("The camera's calibration does not fit its picture. I do not watch for steps down.")
            )
        case .rejected(let mismatch):
            return (
                "The camera's calibration does not fit what it sees: \(mismatch). The floor is not told from surfaces "
                    + "any more. Calibrate anew: companion calibrate camera.",
                Self.notice("The camera seems to have moved. I do not watch for steps down any more.")
            )
        }
    }

    private static func notice(_ text: String) -> Notice { Notice(key: key, text: text, priority: .trust) }
}
