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
        default: "  " + rest(effect)
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

    /// Everything else in the words of its JSON.
    private static func rest(_ effect: Effect) -> String {
        guard case .object(let members) = EffectWriter.json(TimedEffect(effect, at: .start)) else { return effect.type }
        let fields = members.dropFirst(2).map { member in
            member.key + " " + plain(member.value)
        }
        return effect.type + ": " + fields.joined(separator: ", ")
    }

    private static func plain(_ value: JSONValue) -> String {
        if case .string(let text) = value { text } else { DocumentWriter.line(value) }
    }
}
