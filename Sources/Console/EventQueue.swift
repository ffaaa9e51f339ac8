/// What waits for one reader of events: bounded, and over once the reader lags too far behind.
///
/// A reader that lost something could not tell what it shows from what is; so it is dropped, and begins anew.
package struct EventQueue: Sendable {
    private var lines: [ArraySlice<UInt8>] = []
    private var first = 0
    /// How many bytes wait.
    package private(set) var bytes = 0
    /// Whether the reader was too slow and is to be let go.
    package private(set) var isOver = false

    /// A queue in which nothing waits.
    package init() {}

    /// How many events wait.
    package var count: Int { lines.count - first }

    /// Adds an event of a type, whose data is one line.
    package mutating func add(_ type: String, _ data: [UInt8]) {
        add(Array("event: \(type)\ndata: ".utf8) + data + [0x0A, 0x0A])
    }

    /// Adds a comment, by which a reader knows that the service is there.
    package mutating func addHeartbeat() { if count == 0 { add(Array(": here\n\n".utf8)) } }

    private mutating func add(_ line: [UInt8]) {
        guard !isOver else { return }
        guard count < ConsoleLimits.events, bytes + line.count <= ConsoleLimits.eventBytes else {
            isOver = true
            lines = []
            (first, bytes) = (0, 0)
            return
        }
        lines.append(line[...])
        bytes += line.count
    }

    /// Takes the bytes that come next, at most `most`; none where nothing waits.
    package mutating func take(_ most: Int) -> [UInt8] {
        var taken: [UInt8] = []
        while first < lines.count, taken.count < most {
            let part = lines[first].prefix(most - taken.count)
            taken += part
            lines[first] = lines[first].dropFirst(part.count)
            if lines[first].isEmpty { first += 1 }
        }
        bytes -= taken.count
        if first == lines.count || first >= 64 {
            lines.removeFirst(first)
            first = 0
        }
        return taken
    }
}
