import Documents

/// Looks for whole JSON objects in bytes that are no document.
///
/// Each opening brace is tried with a fresh start, so that a quote or bracket that was lost spoils only the record that
/// it stood in. A record that is no longer whole is given up at the first byte that cannot stand where it is.
struct RecordScan {
    private let bytes: [UInt8]
    private var index = 0
    private static let depthLimit = 32

    init(_ bytes: [UInt8]) { self.bytes = bytes }

    /// Steps to the next opening brace and over it; nil where there is none.
    mutating func nextObject() -> Int? {
        guard let start = bytes[index...].firstIndex(of: UInt8(ascii: "{")) else { return nil }
        index = start + 1
        return start
    }

    /// Goes on looking from here.
    mutating func skip(to end: Int) { index = end }

    /// The object that begins at a brace, with the offset just after it; nil where it is not whole.
    func object(at start: Int) -> (value: JSONValue, end: Int)? {
        guard let end = end(ofObjectAt: start) else { return nil }
        do throws(DocumentError) {
            let limits = Document.Limits(bytes: .max, depth: Self.depthLimit)
            return (JSONValue(try Document(Array(bytes[start..<end]), limits: limits).root), end)
        } catch {
            return nil
        }
    }

    /// Where the brackets close, as far as that can be told without reading values.
    private func end(ofObjectAt start: Int) -> Int? {
        var open: [UInt8] = []
        var position = start
        while position < bytes.count {
            let byte = bytes[position]
            switch byte {
            case UInt8(ascii: "{"), UInt8(ascii: "["):
                guard open.count < Self.depthLimit else { return nil }
                open.append(byte + 2)
            case UInt8(ascii: "}"), UInt8(ascii: "]"):
                guard open.popLast() == byte else { return nil }
                if open.isEmpty { return position + 1 }
            case UInt8(ascii: "\""):
                guard let close = end(ofStringAt: position) else { return nil }
                position = close
            default:
                guard Self.mayStandOutsideStrings(byte) else { return nil }
            }
            position += 1
        }
        return nil
    }

    /// The offset of the closing quote.
    private func end(ofStringAt start: Int) -> Int? {
        var position = start + 1
        while position < bytes.count {
            switch bytes[position] {
            case UInt8(ascii: "\""): return position
            case UInt8(ascii: "\\"): position += 2
            case 0..<0x20: return nil
            default: position += 1
            }
        }
        return nil
    }

    /// Space, comma, colon, numbers, and the letters of `true`, `false` and `null`.
    private static func mayStandOutsideStrings(_ byte: UInt8) -> Bool {
        switch byte {
        case 0x20, 0x09, 0x0A, 0x0D, UInt8(ascii: ","), UInt8(ascii: ":"), UInt8(ascii: "0")...UInt8(ascii: "9"),
            UInt8(ascii: "+"), UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "E"):
            true
        default: Array("truefalsn".utf8).contains(byte)
        }
    }
}
