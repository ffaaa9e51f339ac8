import Documents

/// The value of one setting.
public enum SettingValue: Equatable, Sendable {
    /// Nothing is set.
    case absent
    /// On or off.
    case boolean(Bool)
    /// A number in the setting's unit.
    case number(Double)
    /// A text or a word.
    case text(String)
    /// One or several commands, each a list of arguments.
    case commands([[String]])

    /// The value that an element of a file or an event spells; nil where no setting has such a value.
    public init?(_ element: JSONElement) {
        switch element.kind {
        case .null: self = .absent
        case .boolean: self = .boolean(element.boolean ?? false)
        case .number: self = .number(element.number ?? .nan)
        case .string: self = .text(element.string ?? "")
        case .object: return nil
        case .array:
            let items = Array(element.items)
            if let arguments = Self.strings(items) {
                self = .commands(arguments.isEmpty ? [] : [arguments])
            } else {
                let lists = items.map { $0.kind == .array ? Self.strings(Array($0.items)) : nil }
                guard lists.allSatisfy({ $0 != nil }) else { return nil }
                self = .commands(lists.compactMap { $0 })
            }
        }
    }

    private static func strings(_ items: [JSONElement]) -> [String]? {
        let texts = items.compactMap(\.string)
        return texts.count == items.count ? texts : nil
    }

    /// The value as JSON; a single command stays one list of arguments.
    public func json(as kind: SettingRow.Kind) -> JSONValue {
        switch self {
        case .absent: .null
        case .boolean(let truth): .boolean(truth)
        case .number(let number): .decimal(number)
        case .text(let text): .string(text)
        case .commands(let commands):
            if kind == .command {
                .array((commands.first ?? []).map { .string($0) })
            } else {
                .array(commands.map { .array($0.map { .string($0) }) })
            }
        }
    }
}

/// What is wrong with a value, apart from where it stands.
public enum SettingComplaint: Equatable, Sendable {
    /// A value of another kind than the setting takes; what it takes.
    case wrongType(String)
    /// A value of the right kind that is not allowed; what is allowed.
    case outOfRange(String)

    /// The stable code.
    public var code: String {
        switch self {
        case .wrongType: "wrongType"
        case .outOfRange: "outOfRange"
        }
    }

    /// What is allowed.
    public var allowed: String {
        switch self {
        case .wrongType(let what), .outOfRange(let what): what
        }
    }
}
