/// Writes values as JSON text.
public enum DocumentWriter {
    /// The canonical form: keys sorted by UTF-8 bytes, two spaces, one newline at the end, numbers as written.
    public static func canonical(_ value: JSONValue) -> [UInt8] {
        var out: [UInt8] = []
        write(value, indent: 0, sorted: true, into: &out)
        out.append(0x0A)
        return out
    }

    /// One line without spaces or newline; keys in their own order, or sorted by UTF-8 bytes.
    ///
    /// Up to `capacity` bytes are written without moving what was written before, so that no part of it is left behind in
    /// memory.
    public static func compact(_ value: JSONValue, sorted: Bool = false, capacity: Int = 0) -> [UInt8] {
        var out: [UInt8] = []
        out.reserveCapacity(capacity)
        write(value, indent: nil, sorted: sorted, into: &out)
        return out
    }

    /// The same as ``compact(_:sorted:)``, as text.
    public static func line(_ value: JSONValue) -> String { String(decoding: compact(value), as: UTF8.self) }

    /// A string in quotes; only `"`, `\` and control characters are escaped.
    public static func quoted(_ text: String) -> String {
        var out: [UInt8] = []
        write(text, into: &out)
        return String(decoding: out, as: UTF8.self)
    }

    private static func write(_ value: JSONValue, indent: Int?, sorted: Bool, into out: inout [UInt8]) {
        switch value {
        case .null: out += Array("null".utf8)
        case .boolean(let truth): out += Array((truth ? "true" : "false").utf8)
        case .number(let text): out += Array(text.utf8)
        case .string(let text): write(text, into: &out)
        case .array(let items):
            enclose("[", "]", items, indent: indent, into: &out) { item, inner, out in
                write(item, indent: inner, sorted: sorted, into: &out)
            }
        case .object(let members):
            let members = sorted ? members.sorted { $0.key.utf8.lexicographicallyPrecedes($1.key.utf8) } : members
            enclose("{", "}", members, indent: indent, into: &out) { member, inner, out in
                write(member.key, into: &out)
                out.append(UInt8(ascii: ":"))
                if inner != nil { out.append(0x20) }
                write(member.value, indent: inner, sorted: sorted, into: &out)
            }
        }
    }

    private static func enclose<Item>(
        _ open: Unicode.Scalar, _ close: Unicode.Scalar, _ items: [Item], indent: Int?, into out: inout [UInt8],
        _ body: (Item, Int?, inout [UInt8]) -> Void
    ) {
        out.append(UInt8(ascii: open))
        for (index, item) in items.enumerated() {
            if index > 0 { out.append(UInt8(ascii: ",")) }
            if let indent { newline(indent + 1, into: &out) }
            body(item, indent.map { $0 + 1 }, &out)
        }
        if let indent, !items.isEmpty { newline(indent, into: &out) }
        out.append(UInt8(ascii: close))
    }

    private static func newline(_ indent: Int, into out: inout [UInt8]) {
        out.append(0x0A)
        out += [UInt8](repeating: 0x20, count: indent * 2)
    }

    private static func write(_ text: String, into out: inout [UInt8]) {
        out.append(0x22)
        for byte in text.utf8 {
            switch byte {
            case 0x22: out += [0x5C, 0x22]
            case 0x5C: out += [0x5C, 0x5C]
            case 0x08: out += Array("\\b".utf8)
            case 0x09: out += Array("\\t".utf8)
            case 0x0A: out += Array("\\n".utf8)
            case 0x0C: out += Array("\\f".utf8)
            case 0x0D: out += Array("\\r".utf8)
            case 0x00..<0x20: out += Array("\\u00\(byte < 16 ? "0" : "")\(String(byte, radix: 16))".utf8)
            default: out.append(byte)
            }
        }
        out.append(0x22)
    }
}
