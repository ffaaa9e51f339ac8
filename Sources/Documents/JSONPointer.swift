/// A JSON Pointer (RFC 6901) under construction: `/connections/3/from`; the empty pointer is the whole document.
public struct JSONPointer: Hashable, Sendable, CustomStringConvertible {
    /// The pointer's text.
    public private(set) var description: String

    /// The whole document.
    public static let root = JSONPointer("")

    /// Makes a pointer from its text, which is not checked.
    public init(_ text: String) {
        description = text
    }

    /// The pointer to a member, `~` and `/` escaped.
    public func appending(_ key: String) -> JSONPointer {
        guard key.utf8.contains(where: { $0 == 0x7E || $0 == 0x2F }) else {
            return JSONPointer(description + "/" + key)
        }
        let escaped = key.unicodeScalars.reduce(into: "") { text, scalar in
            switch scalar {
            case "~": text += "~0"
            case "/": text += "~1"
            default: text.unicodeScalars.append(scalar)
            }
        }
        return JSONPointer(description + "/" + escaped)
    }

    /// The pointer to an item of an array, counted from 0.
    public func appending(_ index: Int) -> JSONPointer { JSONPointer(description + "/" + String(index)) }
}
