import Documents
import Readings

/// The live view in words: one line a second where there is no terminal, and the pieces that the picture uses too.
enum WatchText {
    /// Everything in one line.
    static func line(_ history: WatchHistory, _ told: WatchModel.Told, at now: Instant) -> String {
        var parts = [EffectText.stamp(now), nearest(history), quality(history), "depth: " + told.depth]
        if let barometer = history.barometer { parts += ["altitude " + altitude(history), "barometer: " + barometer] }
        if let floor = history.floor { parts.append("\(floor.text), \(age(of: floor, at: now))") }
        if let said = told.said.last, now - said.time < .seconds(5) { parts.append("\u{201C}\(said.text)\u{201D}") }
        return parts.joined(separator: "   ")
    }

    /// Everything as one object.
    static func json(_ history: WatchHistory, _ told: WatchModel.Told, at now: Instant) -> JSONValue {
        func number(_ value: Double?, digits: Int) -> JSONValue {
            value.map { .number(DecimalText.fixed($0, digits: digits)) } ?? .null
        }
        let metres: Double? = if case .surface(let metres)? = history.depth?.reading { metres } else { nil }
        let reason: String? = if case .some(.none(let reason)) = history.depth?.reading { reason.rawValue } else { nil }
        return .object([
            .init("t", .number(DecimalText.wholeUnits(now.nanoseconds, digits: 9))),
            .init("reading", number(metres, digits: 6)), .init("reason", reason.map { .string($0) } ?? .null),
            .init("usableShare", number(history.depth?.usableShare, digits: 3)),
            .init("frameRate", number(history.frameRate, digits: 1)),
            .init("dropped", .integer(Int(clamping: history.dropped))), .init("depth", .string(told.depth)),
            .init("hPa", number(history.pressure?.hectopascals, digits: 4)),
            .init("altitude", number(history.altitudeNow, digits: 3)),
            .init("sampleRate", number(history.sampleRate, digits: 1)),
            .init("barometer", history.barometer.map { .string($0) } ?? .null),
            .init("floor", history.floor.map { .string($0.text) } ?? .null),
            .init("place", told.place.map { .string($0) } ?? .null),
            .init("said", told.said.last.map { .string($0.text) } ?? .null),
        ])
    }

    /// How good the frames are.
    static func quality(_ history: WatchHistory) -> String {
        let share = history.depth.map { "\(Int(($0.usableShare * 100).rounded())) % usable" } ?? "nothing usable"
        return "\(share)   \(DecimalText.fixed(history.frameRate, digits: 1)) frames/s   \(history.dropped) dropped"
    }

    /// The altitude above where the view began, and the pressure.
    static func altitude(_ history: WatchHistory) -> String {
        guard let pressure = history.pressure, let metres = history.altitudeNow else { return "no samples" }
        let rate = DecimalText.fixed(history.sampleRate, digits: 1)
        return (metres < 0 ? "" : "+") + DecimalText.fixed(metres, digits: 2) + " m   "
            + DecimalText.fixed(pressure.hectopascals, digits: 2) + " hPa   \(rate) samples/s"
    }

    /// How long ago a line was told.
    static func age(of line: WatchModel.Line, at now: Instant) -> String {
        "\(max(0, (now - line.time).wholeNanoseconds / 1_000_000_000)) s ago"
    }

    /// Why there is no reading.
    static func words(of reason: NoReadingReason) -> String {
        switch reason {
        case .tooFewUsable: "too few usable samples"
        case .stuck: "the camera repeats itself"
        case .noFrame: "no frame"
        case .disconnected: "the camera is gone"
        case .malformed: "the frame is malformed"
        }
    }

    private static func nearest(_ history: WatchHistory) -> String {
        guard let reading = history.depth?.reading else { return "no frames" }
        return switch reading {
        case .surface(let metres): "nearest " + DecimalText.fixed(metres, digits: 2) + " m"
        case .clear: "nothing ahead"
        case .none(let reason): "no reading (\(words(of: reason)))"
        }
    }
}
