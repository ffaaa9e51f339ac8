import Announcing
import Deciding
import Readings

/// Compares what was said in a minute with what must be.
enum SoakJudge {
    /// What a minute came to.
    struct Verdict {
        /// What is wrong, each a sentence; empty where all is well.
        var faults: [String] = []
        /// How long after the moment that is due the latest alert was said, in seconds.
        var lateness = 0.0
    }

    /// Judges a minute that began at `start`.
    static func judge(_ minute: SoakMinute, _ heard: [SoakLoop.Heard], _ voice: SoakVoice, start: Instant) -> Verdict {
        var verdict = Verdict()
        let expected = SoakExpectation.of(minute)
        let said = heard.compactMap { item -> (second: Double, say: Effect.Say)? in
            guard case .say(let say) = item.effect else { return nil }
            return ((item.time - start).inSeconds, say)
        }
        for index in 0..<max(expected.count, said.count) {
            guard index < said.count else {
                verdict.faults.append("\(words(expected[index])) was expected, and was not said")
                continue
            }
            guard index < expected.count else {
                verdict.faults.append(
                    "“\(said[index].say.text)” was said at \(said[index].second) s, and was not expected")
                continue
            }
            compare(said[index], with: expected[index], &verdict)
        }
        for item in heard {
            if case .dropped(let kind, let why) = item.effect {
                verdict.faults.append("\(kind.rawValue) was dropped: \(why.rawValue)")
            }
        }
        return verdict
    }

    private static func compare(
        _ said: (second: Double, say: Effect.Say), with expected: Expected, _ verdict: inout Verdict
    ) {
        let isRight =
            said.say.kind == expected.kind && (expected.text.map { $0 == said.say.text } ?? true)
            && expected.window.contains(said.second)
        if !isRight {
            verdict.faults.append(
                "\(words(expected)) was expected; “\(said.say.text)” was said at \(said.second) s")
        }
        if said.say.priority == .hazard {
            verdict.lateness = max(verdict.lateness, said.second - expected.window.lowerBound)
        }
    }

    private static func words(_ expected: Expected) -> String {
        let text = expected.text.map { "“\($0)”" } ?? expected.kind.rawValue
        return "\(text) between \(expected.window.lowerBound) s and \(expected.window.upperBound) s"
    }

    /// How utterances must have ended: each once; to its end, unless it was hushed or there was no voice for it.
    static func endings(_ minute: SoakMinute, _ heard: [SoakLoop.Heard], _ voice: SoakVoice, hushed: Set<Int>)
        -> [String]
    {
        heard.compactMap { item in
            guard case .say(let say) = item.effect else { return nil }
            let ending = voice.endings[say.id]
            let expected: SpokenOutcome =
                hushed.contains(say.id)
                ? .interrupted : minute.fault == .voiceFails && say.kind == .notice ? .failed : .finished
            return ending == expected
                ? nil : "“\(say.text)” ended as \(ending?.rawValue ?? "nothing"), not as \(expected.rawValue)"
        }
    }

    /// The states of speech, which change where every voice fails, and nowhere else.
    static func speech(_ minute: SoakMinute, _ heard: [SoakLoop.Heard]) -> [String] {
        let states = heard.compactMap { item -> String? in
            if case .state(.speech(let state)) = item.effect { state } else { nil }
        }
        let expected = minute.fault == .voiceFails ? ["unavailable", "ok"] : []
        return states == expected ? [] : ["speech was \(states), not \(expected)"]
    }
}
