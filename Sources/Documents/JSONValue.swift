/// A JSON value apart from any text, for building, changing and writing documents; numbers keep their spelling.
public enum JSONValue: Equatable, Sendable {
    /// The word `null`.
    case null
    /// `true` or `false`.
    case boolean(Bool)
    /// A number as it is to be written.
    case number(String)
    /// A text.
    case string(String)
    /// A list of values.
    case array([JSONValue])
    /// Members in their order.
    case object([Member])

    /// A key and its value.
    public struct Member: Equatable, Sendable {
        /// The key.
        public var key: String
        /// The value.
        public var value: JSONValue

        /// Makes a member.
        public init(_ key: String, _ value: JSONValue) {
            self.key = key
            self.value = value
        }
    }

    /// Copies a value out of its document.
    public init(_ element: JSONElement) {
        switch element.kind {
        case .null: self = .null
        case .boolean: self = .boolean(element.boolean ?? false)
        case .number: self = .number(element.numberText ?? "0")
        case .string: self = .string(element.string ?? "")
        case .array: self = .array(element.items.map { JSONValue($0) })
        case .object: self = .object(element.members.map { Member($0.key, JSONValue($0.value)) })
        }
    }

    /// A whole number.
    public static func integer(_ value: Int) -> JSONValue { .number(String(value)) }

    /// A number by its shortest spelling that reads back the same, without `.0`; `null` where it is not finite.
    public static func decimal(_ value: Double) -> JSONValue {
        value.isFinite ? .number(DecimalText.shortest(value)) : .null
    }

    /// A number rounded to whole thousandths, halves away from zero; `null` where it is not finite.
    public static func thousandths(_ value: Double) -> JSONValue {
        value.isFinite ? .number(DecimalText.fixed(value, digits: 3)) : .null
    }

    /// The value of a member, or nil where this is no object or has none of that key.
    public subscript(key: String) -> JSONValue? {
        guard case .object(let members) = self else { return nil }
        return members.first { $0.key == key }?.value
    }
}
