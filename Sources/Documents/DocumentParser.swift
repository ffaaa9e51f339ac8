/// The recursive descent over a text; its depth is bounded by the nesting limit.
struct DocumentParser {
    let bytes: [UInt8]
    let json5: Bool
    let depthLimit: Int
    var index = 0
    var nodes: [Document.Node] = []

    init(bytes: [UInt8], dialect: Document.Dialect, depthLimit: Int) {
        self.bytes = bytes
        json5 = dialect == .json5
        self.depthLimit = depthLimit
        nodes.reserveCapacity(bytes.count / 12 + 4)
    }

    mutating func parse() throws(DocumentError) -> [Document.Node] {
        if bytes.count >= 3, bytes[0] == 0xEF, bytes[1] == 0xBB, bytes[2] == 0xBF { index = 3 }
        try skipSpace()
        guard index < bytes.count else { throw failure("the text is empty; a value was expected") }
        try value(depth: 1)
        try skipSpace()
        guard index == bytes.count else { throw failure("something follows the end of the document — remove it") }
        return nodes
    }

    /// The byte at the cursor, or nil at the end.
    var current: UInt8? { index < bytes.count ? bytes[index] : nil }

    func failure(_ what: String, at offset: Int? = nil) -> DocumentError {
        .malformed(Place(offset: offset ?? index, in: bytes), what)
    }

    func found() -> String {
        guard index < bytes.count else { return "the end of the text" }
        let rest = String(decoding: bytes[index..<min(index + 16, bytes.count)], as: UTF8.self)
        return rest.first.map { $0.isNewline ? "the end of the line" : "\"\($0)\"" } ?? "nothing"
    }

    /// What to do where the text ends too early.
    var cutOff: String { index < bytes.count ? "" : " — the end is missing: close each { with } and each [ with ]" }

    private mutating func value(depth: Int) throws(DocumentError) {
        switch current {
        case UInt8(ascii: "{"): try object(depth: depth)
        case UInt8(ascii: "["): try array(depth: depth)
        case UInt8(ascii: "\""): try string(quote: UInt8(ascii: "\""))
        case UInt8(ascii: "'") where json5: try string(quote: UInt8(ascii: "'"))
        case UInt8(ascii: "t"): try word("true", .yes)
        case UInt8(ascii: "f"): try word("false", .no)
        case UInt8(ascii: "n"): try word("null", .null)
        default: try number()
        }
    }

    private mutating func word(_ text: StaticString, _ kind: Document.Node.Kind) throws(DocumentError) {
        let start = index
        let end = index + text.utf8CodeUnitCount
        let matches =
            end <= bytes.count
            && (0..<text.utf8CodeUnitCount).allSatisfy { bytes[start + $0] == text.utf8Start[$0] }
        guard matches, end == bytes.count || !Self.isWordByte(bytes[end]) else {
            throw failure("a value was expected, but \(found()) was found")
        }
        append(kind, from: start, to: end)
        index = end
    }

    mutating func append(_ kind: Document.Node.Kind, escaped: Bool = false, from start: Int, to end: Int) {
        let next = UInt32(nodes.count + 1)
        nodes.append(.init(kind: kind, escaped: escaped, start: UInt32(start), end: UInt32(end), next: next))
    }

    static func isWordByte(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), UInt8(ascii: "$"), 0x80...0xFF:
            true
        default: false
        }
    }

    private mutating func array(depth: Int) throws(DocumentError) {
        let node = try open(.array, depth: depth)
        let close = UInt8(ascii: "]")
        var first = true
        while try another(closedBy: close, first: first) {
            first = false
            try value(depth: depth + 1)
        }
        finish(node)
    }

    private mutating func object(depth: Int) throws(DocumentError) {
        let node = try open(.object, depth: depth)
        var keys = KeyLedger()
        var first = true
        while try another(closedBy: UInt8(ascii: "}"), first: first) {
            first = false
            let keyNode = nodes.count
            let keyStart = index
            try key()
            if let key = keys.repeats(nodes[keyNode], in: bytes) {
                throw .duplicateKey(Place(offset: keyStart, in: bytes), key: key)
            }
            try skipSpace()
            guard current == UInt8(ascii: ":") else {
                throw failure("a colon was expected after the key, but \(found()) was found")
            }
            index += 1
            try skipSpace()
            try value(depth: depth + 1)
        }
        finish(node)
    }

    private mutating func open(_ kind: Document.Node.Kind, depth: Int) throws(DocumentError) -> Int {
        guard depth <= depthLimit else { throw .tooDeep(Place(offset: index, in: bytes), limit: depthLimit) }
        append(kind, from: index, to: index)
        index += 1
        return nodes.count - 1
    }

    private mutating func finish(_ node: Int) {
        index += 1
        nodes[node].end = UInt32(index)
        nodes[node].next = UInt32(nodes.count)
    }

    /// Steps over the comma between two members; false at the closing bracket, which is left to `finish`.
    private mutating func another(closedBy close: UInt8, first: Bool) throws(DocumentError) -> Bool {
        try skipSpace()
        if current == close { return false }
        if first { return true }
        guard current == UInt8(ascii: ",") else {
            throw failure("a comma or the closing bracket was expected, but \(found()) was found\(cutOff)")
        }
        let comma = index
        index += 1
        try skipSpace()
        guard current == close else { return true }
        guard json5 else { throw failure("a comma stands before the closing bracket — remove it", at: comma) }
        return false
    }
}
