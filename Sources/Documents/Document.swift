/// A JSON or JSON5 text with its structure, every value still knowing its place in the bytes.
///
/// The structure is a flat table of nodes in document order, so that a map of 64 MiB costs no object for each value.
/// A document is immutable; ``JSONElement`` looks into it.
public struct Document: Sendable {
    /// Which texts are accepted.
    public enum Dialect: Sendable {
        /// RFC 8259.
        case json
        /// JSON5: comments, trailing commas, unquoted keys, single quotes, hexadecimal and signed numbers.
        case json5
    }

    /// What is refused whatever it says.
    public struct Limits: Sendable {
        /// The most bytes that are read.
        public var bytes: Int
        /// The deepest nesting; the outermost value is 1.
        public var depth: Int

        /// Makes limits; the defaults are those of place maps.
        public init(bytes: Int = 64 << 20, depth: Int = 32) {
            self.bytes = bytes
            self.depth = depth
        }
    }

    /// One value in the table: where its text is, and where the next value that is not inside it stands.
    struct Node: Sendable {
        enum Kind: UInt8 {
            case null, yes, no, number, string, array, object
        }
        var kind: Kind
        /// Whether the text of a string has escapes.
        var escaped = false
        var start: UInt32
        var end: UInt32
        /// The index of the node after this one and all that it holds.
        var next: UInt32
    }

    /// The text as it was given, a byte order mark included.
    public let bytes: [UInt8]
    let nodes: [Node]

    /// Reads a text whole; what is no document is refused with its place.
    ///
    /// Duplicate keys, bytes that are not UTF-8 and lone surrogates are refused, never repaired. The time is linear in
    /// the bytes.
    public init(_ bytes: [UInt8], dialect: Dialect = .json, limits: Limits = Limits()) throws(DocumentError) {
        guard bytes.count <= limits.bytes else { throw .tooLarge(limit: limits.bytes) }
        if let byte = UTF8Check.firstInvalid(in: bytes) { throw .invalidUTF8(byte: byte) }
        var parser = DocumentParser(bytes: bytes, dialect: dialect, depthLimit: limits.depth)
        nodes = try parser.parse()
        self.bytes = bytes
    }

    /// The outermost value.
    public var root: JSONElement { JSONElement(document: self, index: 0) }

    /// The place of a byte offset, as line and column.
    public func place(ofByte offset: Int) -> Place { Place(offset: offset, in: bytes) }
}
