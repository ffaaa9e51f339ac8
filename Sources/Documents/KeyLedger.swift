/// Notices a key that stands twice in one object, by its decoded bytes; plain while there are few keys.
struct KeyLedger {
    private static let plainLimit = 12
    private var seen: [Document.Node] = []
    private var decoded: Set<[UInt8]> = []

    init() {}

    /// The key's text where it has been seen before; otherwise it is remembered.
    mutating func repeats(_ key: Document.Node, in bytes: [UInt8]) -> String? {
        if seen.count < Self.plainLimit {
            for earlier in seen where Self.equal(earlier, key, in: bytes) { return Self.text(key, in: bytes) }
            seen.append(key)
            return nil
        }
        if decoded.isEmpty { decoded = Set(seen.map { Self.utf8($0, in: bytes) }) }
        return decoded.insert(Self.utf8(key, in: bytes)).inserted ? nil : Self.text(key, in: bytes)
    }

    private static func equal(_ left: Document.Node, _ right: Document.Node, in bytes: [UInt8]) -> Bool {
        guard left.escaped || right.escaped else {
            guard left.end - left.start == right.end - right.start else { return false }
            let span = Int(left.end - left.start)
            for offset in 0..<span where bytes[Int(left.start) + offset] != bytes[Int(right.start) + offset] {
                return false
            }
            return true
        }
        return utf8(left, in: bytes) == utf8(right, in: bytes)
    }

    static func utf8(_ node: Document.Node, in bytes: [UInt8]) -> [UInt8] {
        let text = bytes[Int(node.start)..<Int(node.end)]
        return node.escaped ? StringEscape.decode(text) : Array(text)
    }

    static func text(_ node: Document.Node, in bytes: [UInt8]) -> String {
        guard !node.escaped else { return String(decoding: utf8(node, in: bytes), as: UTF8.self) }
        return bytes.withUnsafeBufferPointer {
            String(decoding: UnsafeBufferPointer(rebasing: $0[Int(node.start)..<Int(node.end)]), as: UTF8.self)
        }
    }
}
