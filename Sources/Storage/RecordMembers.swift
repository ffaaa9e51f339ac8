import Documents

/// The members of a record, read with their rules.
struct RecordMembers {
    let value: JSONValue
    private(set) var flaws: [String] = []

    init(_ value: JSONValue) {
        self.value = value
        if case .object = value { return }
        flaws.append("it is no object")
    }

    /// A text with something in it; noted where it is not there.
    mutating func text(_ key: String) -> String? {
        guard case .string(let text)? = value[key], !text.isEmpty else {
            if flaws.first != "it is no object" { flaws.append("it has no \"\(key)\"") }
            return nil
        }
        return text
    }

    /// A text that may be absent; anything else is noted.
    mutating func optionalText(_ key: String) -> String? {
        switch value[key] {
        case nil, .null: return nil
        case .string(let text): return text
        default:
            flaws.append("its \"\(key)\" is no text")
            return nil
        }
    }

    /// A text of small hexadecimal digits, two a byte.
    mutating func hexadecimal(_ key: String) -> String? {
        guard let text = text(key) else { return nil }
        let digits = Set("0123456789abcdef".utf8)
        guard text.utf8.count % 2 == 0, text.utf8.allSatisfy(digits.contains) else {
            flaws.append("its \"\(key)\" is not in lower-case hexadecimal digits")
            return nil
        }
        return text
    }
}

extension JSONValue {
    /// The object with a member set, or removed where there is no value; the others are kept.
    func setting(_ key: String, _ value: JSONValue?) -> JSONValue {
        guard case .object(var members) = self else { return self }
        if let index = members.firstIndex(where: { $0.key == key }) {
            if let value { members[index].value = value } else { members.remove(at: index) }
        } else if let value {
            members.append(.init(key, value))
        }
        return .object(members)
    }
}
