import Wayfinding

/// Where the maps lie: `places/<folder>/map.json`, the folder named after the id of the place.
///
/// Letters, digits, `-` and `_` of ASCII stand for themselves; every other byte of the id's UTF-8 is written as `%` with
/// two capital hexadecimal digits: `floor/2` is `floor%2F2`, and nothing that an id says leaves the folder. An id that
/// would give more than 200 bytes is cut there, with `~` and a hash of the whole (FNV-1a, 64 bits) after it.
enum PlaceFolders {
    /// How many bytes of an id's name are written before it is cut.
    static let nameLimit = 200
    /// Before the name of a folder: the place is removed, and what is left of it goes with the next writer.
    static let removedMark = ".removed-"

    /// The name of the folder of an id.
    static func name(of id: String) -> String {
        var name: [UInt8] = []
        for byte in id.utf8 { name += written(byte) }
        guard name.count > nameLimit else { return String(decoding: name, as: UTF8.self) }
        return String(decoding: name.prefix(nameLimit), as: UTF8.self) + "~" + hash(id)
    }

    /// The id that a folder is named after; nil where the name was cut or is no such name.
    static func id(of name: String) -> String? {
        var bytes: [UInt8] = []
        var rest = Array(name.utf8)[...]
        while let byte = rest.popFirst() {
            if byte == UInt8(ascii: "~") { return nil }
            guard byte == UInt8(ascii: "%") else {
                bytes.append(byte)
                continue
            }
            guard rest.count >= 2, let value = UInt8(String(decoding: rest.prefix(2), as: UTF8.self), radix: 16)
            else { return nil }
            bytes.append(value)
            rest = rest.dropFirst(2)
        }
        return String(validating: bytes, as: UTF8.self)
    }

    private static func written(_ byte: UInt8) -> [UInt8] {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "_"):
            return [byte]
        default:
            let digits = Array("0123456789ABCDEF".utf8)
            return [UInt8(ascii: "%"), digits[Int(byte >> 4)], digits[Int(byte & 15)]]
        }
    }

    private static func hash(_ text: String) -> String {
        var hash: UInt64 = 0xCBF2_9CE4_8422_2325
        for byte in text.utf8 { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3 }
        let digits = String(hash, radix: 16)
        return String(repeating: "0", count: 16 - digits.count) + digits
    }
}
