import Announcing

/// Something that must be said in a minute, and between which moments.
struct Expected {
    var kind: AnnouncementKind
    /// The words; nil where the documents leave them open.
    var text: String?
    /// Seconds after the minute.
    var window: ClosedRange<Double>
}

/// What the person must hear in a minute, and nothing else: written from the rules of depth, altitude and
/// announcements, not from the code.
///
/// Windows are one frame or one sample wide, because a fault begins between two of them.
enum SoakExpectation {
    private static let frame = 1.0 / 30 + 1e-6
    private static let sample = 1.0 / 25 + 1e-6
    /// A microsecond, for what is exact but for rounding.
    private static let moment = 1e-6

    /// Everything that must be said, in order.
    static func of(_ minute: SoakMinute) -> [Expected] {
        fault(minute) + [alert(SoakMinute.near, minute.approach, minute)]
    }

    private static func fault(_ minute: SoakMinute) -> [Expected] {
        let (begin, end) = (minute.begin, minute.end)
        switch minute.fault {
        case .cameraStops, .cameraSendsRubbish, .cameraFlickers:
            return [loss(begin, "The camera has stopped."), back(end, minute)]
        // Reported as gone, it is unavailable at once.
        case .cameraUnplugged:
            return [
                Expected(
                    kind: .depthUnavailable, text: words("The camera has stopped."),
                    window: begin - moment...begin + moment),
                back(end, minute),
            ]
        // Five frames in a row with identical samples: no reading from the fifth on, the fourth is the last reliable.
        case .cameraFreezes: return [loss(begin + 3 / 30.0, "The camera has stopped."), back(end, minute)]
        case .cameraSeesNothing: return [loss(begin, "I cannot measure ahead."), back(end, minute)]
        case .cameraGoesBlind: return [alert(0.5, begin, minute)] + blind(begin + 1, minute) + [back(end, minute)]
        // Three and a half frames of a ghost: believed from the fifth only, so nothing is armed by it.
        case .cameraLies: return [alert(0.5, begin, minute)]
        case .floorDrops: return [drop(begin), drop(begin + 3)]
        case .pressureFreezes, .pressureVanishes, .pressureIsImpossible: return pressureLost(begin, end)
        case .voiceHangs, .voiceFails:
            return [Expected(kind: .notice, text: SoakNotice.text, window: begin + 0.5 - moment...begin + 0.5 + moment)]
        case .diskFills: return [alert(0.8, begin + 5, minute)]
        // Time passed although nothing ran: the loss is decided at its own moment, and said once.
        case .clockSleeps: return [loss(begin, "The camera has stopped."), back(end, minute)]
        case .cameraBursts, .cameraClockJumps, .pressureDrifts, .doorsFlood: return []
        }
    }

    private static func words(_ why: String) -> String { "Depth readings are unavailable. " + why }

    /// 1.0 s after the last reliable result, which came within a frame before the fault.
    private static func loss(_ begin: Double, _ why: String) -> Expected {
        Expected(kind: .depthUnavailable, text: words(why), window: begin + 1 - frame...begin + 1 + 1e-6)
    }

    /// Once reliable results have come for 1.0 s; after a scene that jumped, a derived confidence gives them two frames later.
    private static func back(_ end: Double, _ minute: SoakMinute) -> Expected {
        Expected(
            kind: .depthBack, text: "Depth readings are back.",
            window: end + 1...end + 1 + (minute.isFrames ? 4 : 2) * frame)
    }

    /// At once, with the first frame; a derived confidence may take one more to trust a scene that jumped.
    private static func alert(_ metres: Double, _ moment: Double, _ minute: SoakMinute) -> Expected {
        Expected(
            kind: .proximity, text: "\(metres) metres. Something ahead.",
            window: moment...moment + (minute.isFrames ? 2 * frame : frame))
    }

    /// At once as a hazard, again at 3 s and 6 s, and at 9 s it is unavailable.
    private static func blind(_ moment: Double, _ minute: SoakMinute) -> [Expected] {
        let said = [0.0, 3, 6].map { after in
            Expected(
                kind: .blocked, text: "Something is very close.",
                window: moment + after...moment + after + frame)
        }
        let lost = Expected(
            kind: .depthUnavailable, text: words("Something may still be very close."),
            window: moment + 9...moment + 9 + frame)
        return said + [lost]
    }

    /// Said at once, again at 3 s while it holds and is near.
    private static func drop(_ moment: Double) -> Expected {
        Expected(kind: .dropOff, text: "Stop. The floor drops away ahead.", window: moment...moment + 2 * frame)
    }

    /// 5.0 s after the last good sample, and back with two seconds of samples.
    private static func pressureLost(_ begin: Double, _ end: Double) -> [Expected] {
        [
            Expected(kind: .barometerUnavailable, text: nil, window: begin + 5 - sample...begin + 5 + sample),
            Expected(kind: .barometerBack, text: nil, window: end + 2...end + 2 + 3 * sample),
        ]
    }
}

/// What a part outside the core has to say while the voice does not work.
enum SoakNotice {
    static let text = "The bell rang."
}
