import Documents

/// Why a line of an event log stops it.
public struct EventLineError: Error, Equatable, Sendable, CustomStringConvertible {
    /// What kind of thing is wrong, for who knows a remedy.
    public enum Kind: Equatable, Sendable {
        /// The line is no JSON object.
        case notAnObject
        /// There is no event of this type.
        case unknownType
        /// The event names a place that is not there.
        case unknownPlace
        /// Anything else.
        case other
    }

    /// The line, from 1.
    public var line: Int
    /// What is wrong.
    public var message: String
    /// The kind of it.
    public var kind: Kind

    /// Makes an error.
    public init(line: Int, message: String, kind: Kind = .other) {
        self.kind = kind
        self.line = line
        self.message = message
    }

    /// `line N: what is wrong`.
    public var description: String { "line \(line): \(message)" }
}

/// What is wrong with an event, before its line is known.
struct EventFault: Error {
    var message: String
    var kind: EventLineError.Kind

    init(_ message: String, kind: EventLineError.Kind = .other) {
        self.kind = kind
        self.message = message
    }
}
