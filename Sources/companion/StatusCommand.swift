import Documents

/// `status`: what works, what does not, and what to do about it.
enum StatusCommand {
    /// Shows the result of the method; the exit code is 0 whatever it says, since the service runs.
    static func show(_ result: JSONValue, _ invocation: Invocation) -> Int32 {
        let output = Output()
        if invocation.isJSON {
            output.line(result)
        } else {
            lines(result).forEach { output.line($0) }
        }
        return 0
    }

    /// The names of the members that are told in a line of their own way; any other object with words is a part.
    private static let known: Set<String> = [
        "summary", "problems", "waitsFor", "running", "loop", "depth", "tracking", "barometer", "speech", "place",
        "route", "asked", "talking", "waiting", "ready", "people", "configuration", "stores", "faults",
    ]

    static func lines(_ status: JSONValue) -> [String] {
        var lines = [text(status, "summary"), ""]
        let running = status["running"] ?? .null
        lines.append(row("running", "for \(text(running, "words")), version \(text(running, "version"))"))
        for name in ["depth", "tracking", "barometer", "speech"] {
            let part = status[name] ?? .null
            lines.append(
                row(name, [text(part, "state"), text(part, "words")].filter { !$0.isEmpty }.joined(separator: ": ")))
        }
        if case .object(let members) = status {
            for member in members where !known.contains(member.key) {
                lines.append(
                    row(member.key, [text(member.value, "state"), text(member.value, "words")].joined(separator: ": ")))
            }
        }
        lines.append(row("place", place(status["place"] ?? .null)))
        lines.append(row("route", route(status["route"] ?? .null)))
        lines += items(status["people"]).map { row("person", text($0, "words")) }
        let configuration = status["configuration"] ?? .null
        lines.append(row("configuration", "\(text(configuration, "file")): \(text(configuration, "inForce"))"))
        let stores = status["stores"] ?? .null
        lines.append(
            row("state", stores == .null ? "nothing is kept" : "\(text(stores, "directory")): \(text(stores, "state"))")
        )
        lines.append(row("loop", loop(status["loop"] ?? .null)))
        return lines + problems(status) + faults(status)
    }

    private static func row(_ name: String, _ words: String) -> String { name.padded(to: 15) + words }

    private static func place(_ place: JSONValue) -> String {
        guard place != .null else { return "not known" }
        let edge =
            place["edgeWatched"] == .boolean(true) ? "" : "; its edge is not watched, since its bounds are not known"
        return "\(text(place, "name")) (\(text(place, "id")))\(edge)"
    }

    private static func route(_ route: JSONValue) -> String {
        guard route != .null else { return "none" }
        let to = text(route, "destination")
        return "to \(to.isEmpty ? "a point" : to), step \(number(route, "step")) of \(number(route, "of")): "
            + text(route, "instruction")
    }

    private static func loop(_ loop: JSONValue) -> String {
        let dropped = number(loop, "dropped")
        return "an event waits \(number(loop, "latency")) s, \(number(loop, "worstLatency")) s at the worst; "
            + (dropped == "1" ? "1 reading" : "\(dropped) readings") + " dropped"
    }

    private static func problems(_ status: JSONValue) -> [String] {
        let problems = items(status["problems"])
        guard !problems.isEmpty else { return [] }
        return ["", "what is wrong, and what to do:"]
            + problems.map { "  \(text($0, "message")) — \(text($0, "remedy"))" }
    }

    private static func faults(_ status: JSONValue) -> [String] {
        let faults = items(status["faults"])
        guard !faults.isEmpty else { return [] }
        return ["", "what was logged last:"]
            + faults.map { fault in
                let count = number(fault, "count")
                return "  \(text(fault, "message")) — \(text(fault, "remedy"))"
                    + (count == "1" ? "" : " (\(count) times)")
            }
    }

    private static func items(_ value: JSONValue?) -> [JSONValue] {
        if case .array(let items)? = value { items } else { [] }
    }

    private static func text(_ value: JSONValue, _ key: String) -> String {
        if case .string(let text)? = value[key] { text } else { "" }
    }

    private static func number(_ value: JSONValue, _ key: String) -> String {
        if case .number(let text)? = value[key] { text } else { "0" }
    }
}
