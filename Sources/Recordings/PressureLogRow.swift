/// Splits one line of comma-separated values into its fields.
enum PressureLogRow {
    private static let quote = UInt8(ascii: "\"")
    private static let comma = UInt8(ascii: ",")

    /// The fields of a line without its end, spaces around them removed; nil where a quote does not end its field.
    ///
    /// A field in quotes may hold commas, and a doubled quote is a quote.
    static func fields(_ line: ArraySlice<UInt8>) -> [String]? {
        var fields: [String] = []
        var rest = line
        while true {
            rest = trimmed(rest)
            guard let field = rest.first == quote ? quoted(&rest) : bare(&rest) else { return nil }
            fields.append(field)
            guard rest.first == comma else { return fields }
            rest.removeFirst()
        }
    }

    /// A line without the spaces and tabs at both ends.
    static func trimmed(_ bytes: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
        var rest = bytes
        while let first = rest.first, first == 0x20 || first == 0x09 { rest.removeFirst() }
        while let last = rest.last, last == 0x20 || last == 0x09 { rest.removeLast() }
        return rest
    }

    private static func bare(_ rest: inout ArraySlice<UInt8>) -> String? {
        let end = rest.firstIndex(of: comma) ?? rest.endIndex
        defer { rest = rest[end...] }
        return String(decoding: trimmed(rest[..<end]), as: UTF8.self)
    }

    private static func quoted(_ rest: inout ArraySlice<UInt8>) -> String? {
        rest.removeFirst()
        var bytes: [UInt8] = []
        while let byte = rest.popFirst() {
            if byte != quote {
                bytes.append(byte)
            } else if rest.first == quote {
                bytes.append(quote)
                rest.removeFirst()
            } else {
                rest = trimmed(rest)
                guard rest.isEmpty || rest.first == comma else { return nil }
                return String(decoding: trimmed(bytes[...]), as: UTF8.self)
            }
        }
        return nil
    }
}
