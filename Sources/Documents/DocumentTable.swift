/// A document's values by their numbers, laid open while one closure runs, for readers of long lists.
///
/// Nothing here counts references, which is most of what a ``JSONElement`` costs. It is not to be kept any longer than
/// the closure runs.
public struct DocumentTable {
    let nodes: UnsafeBufferPointer<Document.Node>
    let bytes: UnsafeBufferPointer<UInt8>

    /// The number of the value that follows a value and all that it holds.
    public func next(after index: Int) -> Int { Int(nodes[index].next) }

    /// Whether a value is an object.
    public func isObject(_ index: Int) -> Bool { nodes[index].kind == .object }

    /// A text that needs no second look: no escape, no control character (Unicode's Cc), at most `limit` bytes, and a
    /// first character that is seen.
    ///
    /// Nil for any other, which may be a good text all the same, and for what is no text.
    public func plainText(_ index: Int, limit: Int) -> String? {
        let node = nodes[index]
        guard node.kind == .string, !node.escaped else { return nil }
        let text = UnsafeBufferPointer(rebasing: bytes[Int(node.start)..<Int(node.end)])
        guard let first = text.first, Self.beginsSeen(first), text.count <= limit, !Self.mayHaveControl(text) else {
            return nil
        }
        return String(decoding: text, as: UTF8.self)
    }

    /// Whether a first byte tells that the character is neither white space nor a format character: ASCII, Latin,
    /// Greek, Cyrillic, Armenian, Hebrew, and what Chinese, Japanese and Korean are written in.
    private static func beginsSeen(_ byte: UInt8) -> Bool {
        switch byte {
        case 0x21...0x7E, 0xC3...0xD7, 0xE4...0xED: true
        default: false
        }
    }

    /// Whether a byte is, or may begin, a control character; U+0080 to U+009F begin with 0xC2, as other characters do.
    private static func mayHaveControl(_ text: UnsafeBufferPointer<UInt8>) -> Bool {
        var found: UInt8 = 0  // without a branch, so that many bytes are looked at together
        for byte in text { found |= (byte < 0x20 ? 1 : 0) | (byte == 0x7F ? 1 : 0) | (byte == 0xC2 ? 1 : 0) }
        return found != 0
    }

    /// The value of a number, infinite where its spelling overflows; nil where the value is no number.
    ///
    /// It is the `Double` that is nearest to the spelling, as ``JSONElement/number`` says it.
    public func number(_ index: Int) -> Double? {
        let node = nodes[index]
        guard node.kind == .number else { return nil }
        let text = UnsafeBufferPointer(rebasing: bytes[Int(node.start)..<Int(node.end)])
        return Self.decimal(text) ?? NumberText.value(String(decoding: text, as: UTF8.self))
    }

    /// Plain decimals of at most 15 digits: the digits and the power of ten are exact, so that their quotient is the
    /// nearest number (Clinger, *How to read floating point numbers accurately*).
    private static func decimal(_ text: UnsafeBufferPointer<UInt8>) -> Double? {
        guard text.count <= 17 else { return nil }
        var (digits, count, decimals, isNegative): (UInt64, Int, Int, Bool) = (0, 0, -1, false)
        for (place, byte) in text.enumerated() {
            switch byte {
            case 0x30...0x39:
                digits = digits * 10 + UInt64(byte - 0x30)
                count += 1
                if decimals >= 0 { decimals += 1 }
            case UInt8(ascii: ".") where decimals < 0: decimals = 0
            case UInt8(ascii: "-") where place == 0: isNegative = true
            default: return nil
            }
        }
        guard count > 0, count <= 15 else { return nil }
        let value = Double(digits) / powersOfTen[max(decimals, 0)]
        return isNegative ? -value : value
    }

    private static let powersOfTen: [Double] = [
        1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15,
    ]

    /// Which of some words a text is; nil where it is none of them, has an escape, or is no text.
    public func word(_ index: Int, of words: WordList) -> Int? {
        let node = nodes[index]
        guard node.kind == .string, !node.escaped else { return nil }
        return words.index(of: UnsafeBufferPointer(rebasing: bytes[Int(node.start)..<Int(node.end)]))
    }
}

extension Document {
    /// Lays the document's values open while a closure runs.
    public func withTable<Result>(_ body: (DocumentTable) throws -> Result) rethrows -> Result {
        try nodes.withUnsafeBufferPointer { nodes in
            try bytes.withUnsafeBufferPointer { try body(DocumentTable(nodes: nodes, bytes: $0)) }
        }
    }

    /// The value of a number in the table, counted from 0.
    public func element(_ index: Int) -> JSONElement {
        precondition(nodes.indices.contains(index))
        return JSONElement(document: self, index: index)
    }
}

extension JSONElement {
    /// The value's number in its document's table.
    public var tableIndex: Int { index }

    /// The numbers of an array's values in the document's table, in order; empty for anything else.
    public var itemIndices: [Int32] {
        guard kind == .array else { return [] }
        let end = document.nodes[index].next
        var indices: [Int32] = []
        var position = UInt32(index + 1)
        document.withTable { table in
            while position < end {
                indices.append(Int32(position))
                position = table.nodes[Int(position)].next
            }
        }
        return indices
    }
}
