import Documents

/// One thing that is wrong with a place map or with the groups, where it stands, and what to do about it.
public struct MapFinding: Equatable, Sendable, CustomStringConvertible {
    /// What is wrong.
    public var code: MapFindingCode
    /// The member at fault, by its name even where it is absent; of a relation, the connection.
    public var pointer: JSONPointer
    /// What is wrong and what to do, for a person.
    public var message: String
    /// The ids of the landmarks concerned, where the code lists them.
    public var landmarks: [String]?

    /// Makes a finding.
    public init(_ code: MapFindingCode, at pointer: JSONPointer, _ message: String, landmarks: [String]? = nil) {
        self.code = code
        self.pointer = pointer
        self.message = message
        self.landmarks = landmarks
    }

    /// Whether it refuses the map.
    public var severity: MapFindingSeverity { code.severity }

    /// `error /connections/3/to danglingReference: …`, for a terminal or a log.
    public var description: String {
        "\(severity.rawValue) \(pointer.description.isEmpty ? "(document)" : pointer.description) "
            + "\(code.rawValue): \(message)"
    }

    /// The form that the commands print: `code`, `severity`, `at`, `message`, and `landmarks` where it has them.
    public var jsonValue: JSONValue {
        var members: [JSONValue.Member] = [
            .init("code", .string(code.rawValue)), .init("severity", .string(severity.rawValue)),
            .init("at", .string(pointer.description)), .init("message", .string(message)),
        ]
        if let landmarks { members.append(.init("landmarks", .array(landmarks.map { .string($0) }))) }
        return .object(members)
    }
}
