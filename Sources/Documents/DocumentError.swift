/// Why bytes are no document at all; anything less is a finding of whoever reads the document.
public enum DocumentError: Error, Equatable, Sendable, CustomStringConvertible {
    /// Not JSON (or JSON5): where, and what was expected or found there.
    case malformed(Place, String)
    /// Not UTF-8 at this byte, counted from 0.
    case invalidUTF8(byte: Int)
    /// A key that stands twice in one object.
    case duplicateKey(Place, key: String)
    /// Nested deeper than the limit; the outermost value is 1.
    case tooDeep(Place, limit: Int)
    /// More bytes than the limit.
    case tooLarge(limit: Int)

    /// The stable code that the commands print.
    public var code: String {
        switch self {
        case .malformed: "malformedJSON"
        case .invalidUTF8: "invalidUTF8"
        case .duplicateKey: "duplicateKey"
        case .tooDeep: "tooDeep"
        case .tooLarge: "tooLarge"
        }
    }

    /// Where in the document: `line:column`, or `byte N`; nil where no place is at fault.
    public var at: String? {
        switch self {
        case .malformed(let place, _), .duplicateKey(let place, _), .tooDeep(let place, _): place.description
        case .invalidUTF8(let byte): "byte \(byte)"
        case .tooLarge: nil
        }
    }

    /// What is wrong and what to do, for the person who wrote the document.
    public var description: String {
        switch self {
        case .malformed: problem
        case .invalidUTF8: problem + " — save the file as UTF-8"
        case .duplicateKey: problem + " — keep one"
        case .tooDeep: problem + " — flatten it"
        case .tooLarge: problem + " — split it"
        }
    }

    /// What is wrong, for a document that nobody wrote by hand.
    public var problem: String {
        switch self {
        case .malformed(let place, let what): "\(place): \(what)"
        case .invalidUTF8(let byte): "byte \(byte): not UTF-8"
        case .duplicateKey(let place, let key): "\(place): the key \"\(key)\" stands twice in one object"
        case .tooDeep(let place, let limit): "\(place): nested deeper than \(limit) levels"
        case .tooLarge(let limit): "larger than \(limit) bytes"
        }
    }
}

/// A place in a text: line and column, both from 1, columns counted in characters.
public struct Place: Equatable, Sendable, CustomStringConvertible {
    /// The line, from 1.
    public var line: Int
    /// The column in characters, from 1.
    public var column: Int

    /// Makes a place.
    public init(line: Int, column: Int) {
        self.line = line
        self.column = column
    }

    /// The place of a byte offset in a text; lines end with LF, CR LF or CR.
    public init(offset: Int, in bytes: [UInt8]) {
        var line = 1
        var start = 0
        var index = 0
        let end = min(max(offset, 0), bytes.count)
        while index < end {
            let byte = bytes[index]
            let endsLine = byte == 0x0A || (byte == 0x0D && !(index + 1 < bytes.count && bytes[index + 1] == 0x0A))
            if endsLine {
                line += 1
                start = index + 1
            }
            index += 1
        }
        if start == 0, bytes.starts(with: [0xEF, 0xBB, 0xBF]) { start = min(3, end) }
        self.line = line
        self.column = String(decoding: bytes[start..<end], as: UTF8.self).count + 1
    }

    /// `line:column`.
    public var description: String { "\(line):\(column)" }
}
