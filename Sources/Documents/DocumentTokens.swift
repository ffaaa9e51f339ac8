/// Strings, keys, numbers and the space between them.
extension DocumentParser {
    mutating func skipSpace() throws(DocumentError) {
        while index < bytes.count {
            switch bytes[index] {
            case 0x20, 0x09, 0x0A, 0x0D: index += 1
            case UInt8(ascii: "/") where json5: try skipComment()
            case 0x0B,
                0x0C where json5:
                index += 1
            case 0xC2 where json5 && matches([0xC2, 0xA0]): index += 2
            case 0xE2 where json5 && (matches([0xE2, 0x80, 0xA8]) || matches([0xE2, 0x80, 0xA9])): index += 3
            case 0xEF where json5 && matches([0xEF, 0xBB, 0xBF]): index += 3
            default: return
            }
        }
    }

    func matches(_ pattern: [UInt8]) -> Bool {
        index + pattern.count <= bytes.count && pattern.indices.allSatisfy { bytes[index + $0] == pattern[$0] }
    }

    private mutating func skipComment() throws(DocumentError) {
        let start = index
        if matches([0x2F, 0x2F]) {
            while index < bytes.count, bytes[index] != 0x0A, bytes[index] != 0x0D { index += 1 }
        } else if matches([0x2F, 0x2A]) {
            index += 2
            while !matches([0x2A, 0x2F]) {
                guard index < bytes.count else { throw failure("the comment is not closed — add */", at: start) }
                index += 1
            }
            index += 2
        } else {
            throw failure("a value was expected, but \(found()) was found")
        }
    }

    mutating func key() throws(DocumentError) {
        switch current {
        case UInt8(ascii: "\""): try string(quote: UInt8(ascii: "\""))
        case UInt8(ascii: "'") where json5: try string(quote: UInt8(ascii: "'"))
        case let byte? where json5 && Self.isWordByte(byte) && !(0x30...0x39).contains(byte):
            let start = index
            while let byte = current, Self.isWordByte(byte) { index += 1 }
            append(.string, from: start, to: index)
        default: throw failure("\(json5 ? "a key" : "a key in quotes") was expected, but \(found()) was found\(cutOff)")
        }
    }

    /// Reads a string; its node spans what stands between the quotes.
    mutating func string(quote: UInt8) throws(DocumentError) {
        let opening = index
        var escaped = false
        index += 1
        while true {
            guard index < bytes.count else { throw failure("the string is not closed", at: opening) }
            let byte = bytes[index]
            if byte == quote { break }
            if byte == UInt8(ascii: "\\") {
                escaped = true
                index += try StringEscape.length(in: bytes, at: index, json5: json5)
            } else if byte < 0x20, !(json5 && byte == 0x09) {
                throw failure("a control character stands in a string — write it as an escape such as \\n")
            } else {
                index += 1
            }
        }
        append(.string, escaped: escaped, from: opening + 1, to: index)
        index += 1
    }

    mutating func number() throws(DocumentError) {
        let start = index
        guard let end = NumberText.end(in: bytes, from: index, json5: json5) else {
            throw failure("a value was expected, but \(found()) was found")
        }
        index = end
        append(.number, from: start, to: end)
    }
}
