import Announcing
import Readings

/// Decides when everything needed reads, and says what is missing where it takes long.
struct ReadyDecisions {
    /// How long after the start something missing is said.
    static let patience = Duration.seconds(20)

    private let startedAt: Instant
    private var isPatient = true
    private(set) var isReady = false
    private let words = Words()

    init(startedAt: Instant = .start) {
        self.startedAt = startedAt
    }

    var nextDeadline: Instant? { isReady || !isPatient ? nil : startedAt + Self.patience }

    /// Judges readiness after everything else that an event decided.
    mutating func update(hasDepth: Bool, awaitsBarometer: Bool, into decisions: inout Decisions) {
        guard !isReady else { return }
        if hasDepth, !awaitsBarometer {
            isReady = true
            decisions.say(.ready, words.text(.ready), key: "ready")
        } else if isPatient, decisions.time >= startedAt + Self.patience {
            isPatient = false
            let phrase: Phrase =
                hasDepth ? .notReadyBarometer : awaitsBarometer ? .notReadyBoth : .notReadyCamera
            decisions.say(.notReady, words.text(phrase), key: "ready")
        }
    }

    func judge(_ announcement: Announcement) -> Judgement {
        announcement.kind == .notReady && isReady ? .overtaken : .holds
    }
}
