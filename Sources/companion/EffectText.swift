import Deciding
import Documents
import Readings

/// Effects as a person reads them: the time, then what is spoken in quotation marks, or what changed.
enum EffectText {
    static func line(_ timed: TimedEffect) -> String { stamp(timed.time) + "  " + words(timed.effect) }

    /// The time as minutes and seconds with a tenth: `  1:07.5`.
    static func stamp(_ time: Instant) -> String {
        let tenths = time.nanoseconds / 100_000_000
        let (minutes, rest) = (tenths / 600, tenths % 600)
        let seconds = "\(rest / 10 < 10 ? "0" : "")\(rest / 10).\(rest % 10)"
        let text = "\(minutes):\(seconds)"
        return String(repeating: " ", count: max(0, 7 - text.count)) + text
    }

    private static func words(_ effect: Effect) -> String {
        switch effect {
        case .say(let say): "\u{201C}\(say.text)\u{201D}  (\(say.kind.rawValue), \(say.id))"
        case .hush(let id): "  … interrupted: \(id)"
        case .dropped(let kind, let why): "  … not said: \(kind.rawValue), \(why.rawValue)"
        case .route(let route): "  " + way(route)
        case .place(let id): "  place: \(id)"
        case .probe(let id, let places, let why): "  probe \(id), \(why): " + places.joined(separator: ", ")
        case .learned(_, let from, let to, let change, let elevation):
            "  learned: \(from) to \(to), \(signed(change))" + (elevation.map { ", elevation \(signed($0))" } ?? "")
        case .goal(let device, let x, let y, let isLive):
            "  goal: \(device) at \(DecimalText.fixed(x, digits: 1)), \(DecimalText.fixed(y, digits: 1))"
                + (isLive ? "" : ", last seen")
        case .stepTo(let index, let count, let device): "  step \(index) of \(count): to \(device)"
        case .arrivedAt(let device): "  arrived: \(device)"
        case .observation(let kind, let text, let place):
            "  seen: \(kind.rawValue), \(text)" + (place.map { " (\($0))" } ?? "")
        case .floor(let change): "  " + floor(change)
        case .step(let index, let count, let landmark):
            "  step \(index) of \(count)" + (landmark.map { ": \($0)" } ?? "")
        case .arrived(let landmark): "  arrived" + (landmark.map { ": \($0)" } ?? "")
        case .state(let change): "  " + state(change)
        case .ended(let why): "  guidance ended: \(why.rawValue)"
        }
    }

    /// A route by its landmarks, or why there is none.
    private static func way(_ route: JSONValue) -> String {
        if let failure = route["failure"] { return "no route: " + plain(failure["reason"] ?? .null) }
        guard case .array(let legs)? = route["legs"] else { return "route" }
        let parts = legs.map { leg -> String in
            guard case .array(let landmarks)? = leg["landmarks"] else { return "" }
            return plain(leg["place"] ?? .null) + ": " + landmarks.map(plain).joined(separator: " → ")
        }
        return "route: " + parts.joined(separator: "; ")
    }

    /// What happened to the floor.
    static func floor(_ change: Effect.FloorChange) -> String {
        switch change {
        case .changed(let metres): "the floor changed, \(signed(metres)) so far"
        case .settled(let metres): "the ride settled, \(signed(metres)) from where it began"
        case .returned: "back on the floor that was left"
        }
    }

    /// Metres with their sign, to 0.1 m.
    static func signed(_ metres: Double) -> String {
        (metres < 0 ? "" : "+") + DecimalText.fixed(metres, digits: 1) + " m"
    }

    private static func state(_ change: Effect.StateChange) -> String {
        switch change {
        case .depth(let state): "depth: \(state)"
        case .tracking(let state): "tracking: \(state)"
        case .barometer(let state): "barometer: \(state)"
        case .speech(let state): "speech: \(state)"
        }
    }

    private static func plain(_ value: JSONValue) -> String {
        if case .string(let text) = value { text } else { DocumentWriter.line(value) }
    }
}
