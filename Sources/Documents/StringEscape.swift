/// Escapes in strings.
enum StringEscape {
    /// The length in bytes of the escape whose backslash stands at `index`, checked.
    static func length(in bytes: [UInt8], at index: Int, json5: Bool) throws(DocumentError) -> Int {
        func fail(_ what: String) -> DocumentError { .malformed(Place(offset: index, in: bytes), what) }
        guard index + 1 < bytes.count else { throw fail("the string is not closed") }
        switch bytes[index + 1] {
        case UInt8(ascii: "u"):
            guard let unit = hexadecimal(in: bytes, at: index + 2, count: 4) else {
                throw fail("an escape \\u needs four hexadecimal digits")
            }
            if (0xDC00...0xDFFF).contains(unit) { throw fail("a surrogate stands alone — write the character itself") }
            guard (0xD800...0xDBFF).contains(unit) else { return 6 }
            guard index + 7 < bytes.count, bytes[index + 6] == UInt8(ascii: "\\"),
                bytes[index + 7] == UInt8(ascii: "u"),
                let low = hexadecimal(in: bytes, at: index + 8, count: 4), (0xDC00...0xDFFF).contains(low)
            else { throw fail("a surrogate stands alone — write the character itself") }
            return 12
        case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"), UInt8(ascii: "b"), UInt8(ascii: "f"),
            UInt8(ascii: "n"), UInt8(ascii: "r"), UInt8(ascii: "t"):
            return 2
        case UInt8(ascii: "x") where json5:
            guard hexadecimal(in: bytes, at: index + 2, count: 2) != nil else {
                throw fail("an escape \\x needs two hexadecimal digits")
            }
            return 4
        case 0x31...0x39: throw fail("there is no such escape")
        case 0x0D where json5 && index + 2 < bytes.count && bytes[index + 2] == 0x0A: return 3
        case _ where json5: return 2
        default: throw fail("there is no such escape")
        }
    }

    static func hexadecimal(in bytes: [UInt8], at index: Int, count: Int) -> UInt32? {
        guard index + count <= bytes.count else { return nil }
        var value: UInt32 = 0
        for offset in index..<index + count {
            guard let digit = NumberText.hexadecimalValue(bytes[offset]) else { return nil }
            value = value << 4 | digit
        }
        return value
    }

    /// The UTF-8 bytes that checked string text between its quotes stands for.
    static func decode(_ text: ArraySlice<UInt8>) -> [UInt8] {
        let bytes = Array(text)
        var out: [UInt8] = []
        out.reserveCapacity(bytes.count)
        var index = 0
        while index < bytes.count {
            guard bytes[index] == UInt8(ascii: "\\"), index + 1 < bytes.count else {
                out.append(bytes[index])
                index += 1
                continue
            }
            index = decodeEscape(bytes, at: index, into: &out)
        }
        return out
    }

    private static func decodeEscape(_ bytes: [UInt8], at index: Int, into out: inout [UInt8]) -> Int {
        switch bytes[index + 1] {
        case UInt8(ascii: "b"): out.append(0x08)
        case UInt8(ascii: "f"): out.append(0x0C)
        case UInt8(ascii: "n"): out.append(0x0A)
        case UInt8(ascii: "r"): out.append(0x0D)
        case UInt8(ascii: "t"): out.append(0x09)
        case UInt8(ascii: "v"): out.append(0x0B)
        case UInt8(ascii: "0"): out.append(0x00)
        case 0x0A: break
        case 0x0D: return index + (index + 2 < bytes.count && bytes[index + 2] == 0x0A ? 3 : 2)
        case UInt8(ascii: "x"):
            append(hexadecimal(in: bytes, at: index + 2, count: 2) ?? 0, to: &out)
            return index + 4
        case UInt8(ascii: "u"):
            let unit = hexadecimal(in: bytes, at: index + 2, count: 4) ?? 0
            guard (0xD800...0xDBFF).contains(unit) else {
                append(unit, to: &out)
                return index + 6
            }
            let low = hexadecimal(in: bytes, at: index + 8, count: 4) ?? 0xDC00
            append(0x10000 + (unit - 0xD800) << 10 + (low - 0xDC00), to: &out)
            return index + 12
        default: out.append(bytes[index + 1])
        }
        return index + 2
    }

    private static func append(_ scalar: UInt32, to out: inout [UInt8]) {
        guard let scalar = Unicode.Scalar(scalar) else { return }
        out += Array(String(Character(scalar)).utf8)
    }
}
