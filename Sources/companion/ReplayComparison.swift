import Deciding
import Documents
import Readings
import Recordings
import Service

/// `replay --compare`: where what is decided now differs from what was decided then.
///
/// Of a recording that begins in the middle of a run nobody knows what the core stood with, so a replay differs at first
/// although nothing was changed. There, what is changed is judged against a replay with nothing changed, and what that
/// one has otherwise than the run is put down to the beginning.
struct ReplayComparison {
    private let isJSON: Bool
    private let began: Instant?
    private let isOfOtherVersion: Bool
    private let was: [EffectComparison.Entry]
    private let now: [EffectComparison.Entry]
    private let changes: [EffectComparison.Difference]
    private let ofBeginning: [EffectComparison.Difference]

    /// Compares a run as it is replayed with what is recorded of it.
    init(
        _ replay: SessionReplay, _ session: RecordedSession, _ path: String, _ invocation: Invocation
    ) throws(CommandFailure) {
        try invocation.refuse(["--speed"], beside: "--compare")
        let wanted = try EffectPrinter(invocation)
        let recorded = session.effects.compactMap { EffectComparison.Entry(String(decoding: $0, as: UTF8.self)) }
            .filter { wanted.wants($0.type) }
        let progress = Progress(of: session.end, isShown: !invocation.isJSON)
        now = Self.entries(replay, wanted) { progress.show($0) }
        if replay.isWhole {
            was = recorded
            ofBeginning = []
        } else {
            let isChanged = ["--from-frames", "--set", "--config"].contains(where: invocation.has)
            was =
                isChanged
                ? Self.entries(try ReplayRecording.prepared(session, path, nil), wanted) { progress.show($0) } : now
            ofBeginning = EffectComparison(was: recorded, now: was).differences
        }
        progress.clear()
        changes = EffectComparison(was: was, now: now).differences
        began = replay.isWhole ? nil : replay.began
        isOfOtherVersion = session.head.facts["version"] != CommandLineDoor.version
        isJSON = invocation.isJSON
    }

    private static func entries(
        _ replay: SessionReplay, _ wanted: EffectPrinter, progress: (Instant) -> Void
    ) -> [EffectComparison.Entry] {
        var lines: [String] = []
        replay.run(wait: progress) {
            if wanted.wants($0.effect.type) { lines.append(EffectWriter.line($0)) }
        }
        return lines.compactMap(EffectComparison.Entry.init)
    }

    /// Lists what differs; 1 where anything does that does not come of the beginning alone.
    func show() -> Int32 {
        let output = Output()
        for difference in changes {
            if isJSON { output.line(difference.json) } else { difference.lines.forEach { output.line($0) } }
        }
        if isJSON {
            for difference in ofBeginning { output.line(difference.json(because: "beginning")) }
        } else {
            output.line(verdict)
            if let words = beginning { output.line(words) }
        }
        return changes.isEmpty ? 0 : 1
    }

    private var verdict: String {
        let than = began == nil ? "then" : "in a replay with nothing changed"
        guard !changes.isEmpty else { return "The same \(was.count) effects as \(than)." }
        return "\(PlacesState.count(changes.count, "difference")); \(than) there were \(was.count) effects, "
            + "now \(now.count)."
    }

    /// What differs from the run because the recording begins in its middle; nil where nothing does.
    private var beginning: String? {
        guard let began, let first = ofBeginning.first, let last = ofBeginning.last else { return nil }
        let other = isOfOtherVersion ? ", or of the version of Companion, which is another now" : ""
        return
            "From \(first.time) s to \(last.time) s \(PlacesState.count(ofBeginning.count, "difference")) from what was "
            + "decided then \(ofBeginning.count == 1 ? "comes" : "come") of the beginning: the recording begins "
            + "\(Progress.span(Int(began.seconds))) into the run, and what was decided before is not in it\(other). "
            + "--json lists \(ofBeginning.count == 1 ? "it" : "them")."
    }
}
