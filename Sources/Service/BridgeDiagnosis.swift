import Bridge
import Deciding
import Readings
import Speech

/// How everything is, as ROS 2 is told it: each sensor, the localiser, the voice and the loop.
package struct BridgeDiagnosis {
    /// A latency of the loop from which on it is worth a warning.
    static let slowLoop = Duration.milliseconds(100)
    /// A sensor that was silent for so long is stale.
    static let silence = Duration.seconds(1)
    /// The most characters of a text.
    static let longest = 200

    /// How the core is.
    package var core: CoreStatus
    /// What the voice said of itself last.
    package var speech: SpeechHealth?
    /// How the loop goes.
    package var loop: LoopHealth
    /// How many readings were dropped before they were decided about.
    package var dropped: UInt64
    /// When the last depth frame came, and how many came.
    package var frames: (last: Instant, count: UInt64)?
    /// When the last pressure sample came, and how many came.
    package var samples: (last: Instant, count: UInt64)?
    /// What the parts of the service show of themselves, by name.
    package var conditions: [(name: String, condition: StatusPart.Condition)]
    /// When it is asked.
    package var now: Instant

    /// Gathers what is known.
    package init(
        core: CoreStatus, speech: SpeechHealth?, loop: LoopHealth, dropped: UInt64,
        frames: (last: Instant, count: UInt64)?, samples: (last: Instant, count: UInt64)?,
        conditions: [(name: String, condition: StatusPart.Condition)], now: Instant
    ) {
        (self.core, self.speech, self.loop, self.dropped) = (core, speech, loop, dropped)
        (self.frames, self.samples, self.conditions, self.now) = (frames, samples, conditions, now)
    }

    /// The parts, always the same ones in the same order.
    package var statuses: [RosDiagnostics.Status] { [depth, barometer, localiser, voice, turning] }

    private var depth: RosDiagnostics.Status {
        let level: RosDiagnostics.Level =
            switch core.depth {
            case "ok": .ok
            case "starting": .warning
            case "unavailable" where isSilent(frames?.last): .stale
            default: .error
            }
        return status(
            level, "depth camera", "\(core.depth)\(core.depthWords.map { ": " + $0 } ?? "")", part: "camera",
            [.init("frames", String(frames?.count ?? 0)), .init("last frame (s)", age(frames?.last))])
    }

    private var barometer: RosDiagnostics.Status {
        let level: RosDiagnostics.Level =
            switch core.barometer {
            case "ok", "off": .ok
            case "starting": .warning
            default: isSilent(samples?.last) ? .stale : .error
            }
        return status(
            level, "barometer", core.barometer, part: "barometerDevice",
            [.init("samples", String(samples?.count ?? 0)), .init("last sample (s)", age(samples?.last))])
    }

    private var localiser: RosDiagnostics.Status {
        let words = core.tracking == "unknown" ? "unknown: no poses in a known place yet" : core.tracking
        return status(
            core.tracking == "lost" ? .error : .ok, "localiser", words,
            [.init("place", core.place ?? "unknown"), .init("route", core.route == nil ? "none" : "active")])
    }

    private var voice: RosDiagnostics.Status {
        let waiting = [RosDiagnostics.Value("waiting", String(core.waiting))]
        switch speech {
        case .ok(let hook)?:
            return status(
                core.hasVoice ? .ok : .error, "speech", core.hasVoice ? "ok" : "the last utterance found no voice",
                waiting + [.init("command", hook.joined(separator: " "))])
        case .textOnly(let reason)?: return status(.warning, "speech", "nothing is spoken: \(reason)", waiting)
        case .unavailable(let reason)?: return status(.error, "speech", "no voice works: \(reason)", waiting)
        case nil: return status(.warning, "speech", "starting", waiting)
        }
    }

    private var turning: RosDiagnostics.Status {
        let isSlow = loop.worstLatency > Self.slowLoop
        return status(
            isSlow ? .warning : .ok, "decision loop", isSlow ? "events are decided late" : "ok",
            [
                .init("turns", String(loop.turns)), .init("latency (ms)", Self.milliseconds(loop.latency)),
                .init("worst latency (ms)", Self.milliseconds(loop.worstLatency)), .init("dropped", String(dropped)),
            ])
    }

    private func status(
        _ level: RosDiagnostics.Level, _ name: String, _ message: String, part: String? = nil,
        _ values: [RosDiagnostics.Value]
    ) -> RosDiagnostics.Status {
        let condition = part.flatMap { part in conditions.first { $0.name == part }?.condition }
        var values = values
        if let condition { values.append(.init("device", Self.cut(condition.words))) }
        let hardware = condition?.details.first { $0.key == "name" }?.value
        var id = "none"
        if case .string(let name)? = hardware { id = Self.cut(name) }
        return .init(level: level, name: name, message: Self.cut(message), hardware: id, values: values)
    }

    private func isSilent(_ last: Instant?) -> Bool { last.map { now - $0 > Self.silence } ?? true }

    private func age(_ last: Instant?) -> String {
        last.map { Self.thousandths(max(.zero, now - $0).wholeNanoseconds / 1_000_000) } ?? "never"
    }

    private static func milliseconds(_ span: Duration) -> String { thousandths(span.wholeNanoseconds / 1000) }

    /// A count of thousandths with three decimals: 1234 is 1.234.
    private static func thousandths(_ count: Int64) -> String {
        let rest = String(count % 1000)
        return "\(count / 1000).\(String(repeating: "0", count: 3 - rest.count))\(rest)"
    }

    private static func cut(_ text: String) -> String { String(text.prefix(longest)) }
}
