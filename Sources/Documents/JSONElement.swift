/// One value inside a ``Document``; it is a view, cheap to copy.
public struct JSONElement: Sendable {
    /// What a value is.
    public enum Kind: String, Sendable {
        /// The word `null`.
        case null
        /// `true` or `false`.
        case boolean
        /// A number.
        case number
        /// A text.
        case string
        /// A list of values.
        case array
        /// Members by key.
        case object
    }

    let document: Document
    let index: Int

    private var node: Document.Node { document.nodes[index] }

    /// What the value is.
    public var kind: Kind {
        switch node.kind {
        case .null: .null
        case .yes, .no: .boolean
        case .number: .number
        case .string: .string
        case .array: .array
        case .object: .object
        }
    }

    /// Whether the value is `null`.
    public var isNull: Bool { node.kind == .null }

    /// The truth value, or nil where the value is no boolean.
    public var boolean: Bool? {
        switch node.kind {
        case .yes: true
        case .no: false
        default: nil
        }
    }

    /// The number's spelling, exactly as written; nil where the value is no number.
    public var numberText: String? { node.kind == .number ? rawText : nil }

    /// The number's value, infinite where its spelling overflows; nil where the value is no number.
    public var number: Double? { node.kind == .number ? NumberText.value(rawText) : nil }

    /// The text, escapes resolved; nil where the value is no string.
    public var string: String? { node.kind == .string ? KeyLedger.text(node, in: document.bytes) : nil }

    /// The byte offset of the value in the text; of a string, of what stands after its quote.
    public var offset: Int { Int(node.start) }

    /// Where the value stands, as line and column; of a string, its quote.
    public var place: Place {
        let quoted = node.kind == .string && node.start > 0 && [0x22, 0x27].contains(document.bytes[offset - 1])
        return document.place(ofByte: quoted ? offset - 1 : offset)
    }

    private var rawText: String {
        String(decoding: document.bytes[Int(node.start)..<Int(node.end)], as: UTF8.self)
    }

    /// The values of an array in order; empty for anything else.
    public var items: Items { Items(document: document, position: node.kind == .array ? index + 1 : end, end: end) }

    /// The members of an object in document order; empty for anything else.
    public var members: Members {
        Members(document: document, position: node.kind == .object ? index + 1 : end, end: end)
    }

    private var end: Int { Int(node.next) }

    /// The value of the member with this key, compared byte by byte; nil where there is none.
    public subscript(key: StaticString) -> JSONElement? {
        guard node.kind == .object else { return nil }
        let (first, end) = (index + 1, end)
        let found = document.nodes.withUnsafeBufferPointer { nodes in
            document.bytes.withUnsafeBufferPointer { bytes in
                var position = first
                while position < end {
                    if matches(nodes[position], bytes, key) { return position + 1 }
                    position = Int(nodes[position + 1].next)
                }
                return -1
            }
        }
        return found < 0 ? nil : JSONElement(document: document, index: found)
    }

    @inline(__always)
    private func matches(_ node: Document.Node, _ bytes: UnsafeBufferPointer<UInt8>, _ key: StaticString) -> Bool {
        let length = key.utf8CodeUnitCount
        if node.escaped {
            return KeyLedger.utf8(node, in: document.bytes)
                .elementsEqual(UnsafeBufferPointer(start: key.utf8Start, count: length))
        }
        guard Int(node.end - node.start) == length else { return false }
        let start = Int(node.start)
        for offset in 0..<length where bytes[start + offset] != key.utf8Start[offset] { return false }
        return true
    }

    /// The values of an array, one after the other.
    public struct Items: Sequence, IteratorProtocol {
        let document: Document
        var position: Int
        let end: Int

        /// The next value, or nil after the last.
        public mutating func next() -> JSONElement? {
            guard position < end else { return nil }
            defer { position = Int(document.nodes[position].next) }
            return JSONElement(document: document, index: position)
        }
    }

    /// The members of an object, one after the other, each with its key's own place.
    public struct Members: Sequence, IteratorProtocol {
        let document: Document
        var position: Int
        let end: Int

        /// The next member, or nil after the last.
        public mutating func next() -> (key: String, keyPlace: JSONElement, value: JSONElement)? {
            guard position < end else { return nil }
            let key = JSONElement(document: document, index: position)
            let value = JSONElement(document: document, index: position + 1)
            position = Int(document.nodes[position + 1].next)
            return (key.string ?? "", key, value)
        }
    }
}
