import Documents

/// The parameters of one request, checked against the method's table.
package struct ControlParameters: Equatable, Sendable {
    /// No parameters at all.
    package static let none = ControlParameters(unchecked: [])

    private init(unchecked members: [JSONValue.Member]) { self.members = members }

    /// The members as they came, those that are null and need not be there left out.
    package private(set) var members: [JSONValue.Member]

    /// Checks members against a method: what is unknown, missing or not allowed is refused.
    package init(_ members: [JSONValue.Member], of method: ControlMethod) throws(ControlError) {
        let names = method.parameters.map(\.name)
        for member in members where !names.contains(member.key) {
            let nearest = NearestName.among(names, to: member.key).first
            throw ControlError(
                .badParameters, "\(method.name) has no parameter \"\(member.key)\"",
                remedy: nearest.map { "did you mean \"\($0)\"?" }
                    ?? (names.isEmpty ? "it takes none" : "it takes " + names.joined(separator: ", ")),
                at: member.key)
        }
        var kept: [JSONValue.Member] = []
        for parameter in method.parameters {
            let value = members.first { $0.key == parameter.name }?.value
            if let value, value != .null || parameter.accepts(.null) {
                guard parameter.accepts(value) else { throw Self.refusal(of: parameter, method) }
                kept.append(.init(parameter.name, value))
            } else if parameter.isRequired {
                throw ControlError(
                    .badParameters, "\(method.name) needs \"\(parameter.name)\"", remedy: "give \(parameter.allowed)",
                    at: parameter.name)
            }
        }
        self.members = kept
    }

    private static func refusal(of parameter: ControlParameter, _ method: ControlMethod) -> ControlError {
        ControlError(
            .badParameters, "\(method.name).\(parameter.name) is not what it may be",
            remedy: "give \(parameter.allowed)", at: parameter.name)
    }

    /// Whether there is a value of this name.
    package func has(_ name: String) -> Bool { self[name] != nil }

    /// The value of a name.
    package subscript(name: String) -> JSONValue? { members.first { $0.key == name }?.value }

    /// A text.
    package func text(_ name: String) -> String? { if case .string(let text)? = self[name] { text } else { nil } }

    /// A whole number.
    package func whole(_ name: String) -> Int? {
        if case .number(let text)? = self[name] { Double(text).flatMap { Int(exactly: $0) } } else { nil }
    }

    /// A number.
    package func number(_ name: String) -> Double? {
        if case .number(let text)? = self[name] { Double(text) } else { nil }
    }

    /// Whether a truth value is there and true.
    package func isTrue(_ name: String) -> Bool { self[name] == .boolean(true) }

    /// A list of texts; empty where there is none.
    package func texts(_ name: String) -> [String] {
        guard case .array(let items)? = self[name] else { return [] }
        return items.compactMap { if case .string(let text) = $0 { text } else { nil } }
    }
}
