import Deciding
import Documents
import Perception
import Platform
import Readings

/// What becomes of the camera's glass while frames are read: a line for the journal, and words for the person where
/// something near is seen that is likely not there.
package struct LensReport: Sendable {
    /// The key of the notice.
    package static let key = "lens"
    private var isPatch = false
    private var isBlind = false

    /// Makes a report on a camera whose glass is clear.
    package init() {}

    /// Takes the state after a frame; nil where there is nothing new to tell.
    package mutating func take(_ state: LensState) -> (line: String, notice: Notice?)? {
        let before = (isPatch, isBlind)
        switch state {
        case .clear: (isPatch, isBlind) = (false, false)
        case .patch: (isPatch, isBlind) = (true, false)
        case .blind: (isPatch, isBlind) = (false, true)
        }
        guard before != (isPatch, isBlind) else { return nil }
        switch state {
        case .patch(let patch): return (Self.line(patch), Self.told)
        case .blind(let share):
            return (
                Self.sentence(Self.words(share)) + " " + Self.sentence(Self.remedyBlind), before.0 ? Self.over : nil
            )
        case .clear: return ("The camera's glass seems clear again.", before.0 ? Self.over : nil)
        }
    }

    private static let told = Notice(
        key: key, text: "Check the camera. Something may be on its glass.", priority: .trust)
    private static let over = Notice(key: key, text: "", isOn: false)

    private static func line(_ patch: LensPatch) -> String { sentence(words(patch)) + " " + sentence(remedy(patch)) }

    private static func sentence(_ text: String) -> String { text.prefix(1).uppercased() + text.dropFirst() + "." }

    /// What is wrong where something near stays in the picture.
    static func words(_ patch: LensPatch) -> String {
        "something \(Int((patch.metres * 100).rounded())) cm away stays in the same part of the picture while the rest "
            + "of it moves: dirt or drops on the camera's glass, a ghost of the camera, or the robot itself"
    }

    /// What to do about it: the part is written as the mounting's file takes it.
    static func remedy(_ patch: LensPatch) -> String {
        func share(_ value: Double) -> String { DecimalText.fixed(value, digits: 2) }
        return "clean the glass; if it is the robot itself, name the part in the mounting's body: { left: "
            + "\(share(patch.left)), top: \(share(patch.top)), right: \(share(patch.right)), bottom: "
            + "\(share(patch.bottom)) }"
    }

    /// What is wrong where a part of the picture measures nothing.
    static func words(_ share: Double) -> String {
        "\(Int((share * 100).rounded())) of 100 parts of the lower third of the picture measure nothing while the rest "
            + "moves: the camera's glass may be dirty or fogged, or the floor is glossy or dark"
    }

    /// The part of the status where no frame shows what is on the glass.
    static let unknown = StatusPart.Condition(
        state: "waiting", words: "no frame; what is on the camera's glass is not known")

    /// What to do about it.
    static let remedyBlind = "wipe the glass, and let the camera warm up where it came in from the cold"
}

extension StatusPart {
    /// The camera's glass as a part of the status.
    package static func lens(_ view: SensorView) -> StatusPart {
        StatusPart("glass") { now in
            switch view.lens {
            case nil: return LensReport.unknown
            case .clear where !view.hasFrame(at: now): return LensReport.unknown
            case .clear: return Condition(state: "clear", words: "nothing seems to be on the camera's glass")
            case .patch(let patch):
                return Condition(
                    state: "patch", words: LensReport.words(patch),
                    problem: StatusProblem(
                        code: "cameraGlass", message: LensReport.words(patch), remedy: LensReport.remedy(patch)))
            case .blind(let share):
                return Condition(
                    state: "blind", words: LensReport.words(share),
                    problem: StatusProblem(
                        code: "cameraGlass", message: LensReport.words(share), remedy: LensReport.remedyBlind))
            }
        }
    }
}
