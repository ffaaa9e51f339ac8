import Documents

/// Why a line of an event log stops it.
public struct EventLineError: Error, Equatable, Sendable, CustomStringConvertible {
    /// The line, from 1.
    public var line: Int
    /// What is wrong.
    public var message: String

    /// Makes an error.
    public init(line: Int, message: String) {
        self.line = line
        self.message = message
    }

    /// `line N: what is wrong`.
    public var description: String { "line \(line): \(message)" }
}

/// What is wrong with an event, before its line is known.
struct EventFault: Error {
    var message: String

    init(_ message: String) {
        self.message = message
    }
}
