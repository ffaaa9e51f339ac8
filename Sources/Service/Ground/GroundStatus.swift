import Documents
import Perception

/// How the floor is known, as a part of the status.
package struct GroundStatus: Sendable {
    /// The mounting's file.
    package var path: String
    /// Whether the file is there and was refused.
    package var isRefused: Bool
    /// Whether a mounting is used.
    package var isUsed: Bool

    /// Makes the status of a mounting's file.
    package init(path: String, isUsed: Bool, isRefused: Bool) {
        self.path = path
        self.isUsed = isUsed
        self.isRefused = isRefused
    }

    private static let anew = "stand the robot on a flat floor with 2 m free ahead, then companion calibrate camera"

    /// The part: `off`, `refused`, `waiting`, `on`, `unfit` or `rejected`.
    package func part(_ view: SensorView) -> StatusPart {
        let own = self
        return StatusPart("floor") { now in
            own.condition(view.ground, isSeen: view.hasFrame(at: now))
        }
    }

    /// How it is, given the state after the last frame, nil before the first, and whether frames come now.
    package func condition(_ state: GroundState?, isSeen: Bool = true) -> StatusPart.Condition {
        if isRefused {
            return broken(
                "refused", "calibrationRefused",
                "the camera's calibration \(path) cannot be used, so steps down are not "
                    + "watched for", "companion doctor tells what is wrong in it; or " + Self.anew)
        }
        guard isUsed else {
            return .init(
                state: "off",
                words:
                    "the camera is not calibrated, so the floor is not told from surfaces, nor steps down watched for")
        }
        switch state {
        case nil, .off: return .init(state: "waiting", words: "known by \(path) as soon as frames come")
        case .on where !isSeen:
            return .init(state: "waiting", words: "known by \(path); no frame to watch for steps in")
        case .on: return .init(state: "on", words: "known by \(path); steps down are watched for")
        case .unfit(let width, let height):
            return broken(
                "unfit", "calibrationUnfit",
                "the camera's calibration \(path) is not for frames of \(width)×\(height), so "
                    + "steps down are not watched for", Self.anew)
        case .rejected(let mismatch):
            return broken(
                "rejected", "calibrationRejected",
                "the camera's calibration \(path) does not fit what it sees, so steps "
                    + "down are not watched for: \(mismatch)", "look whether the camera was bent or moved; " + Self.anew
            )
        }
    }

    private func broken(
        _ state: String, _ code: String, _ message: String, _ remedy: String
    ) -> StatusPart.Condition {
        .init(state: state, words: message, problem: StatusProblem(code: code, message: message, remedy: remedy))
    }
}
