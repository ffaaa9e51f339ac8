/// The few parts of the protobuf wire format that pictures and log lines need.
enum Protobuf {
    /// What a field is, as descriptors number it.
    enum Kind: UInt64 {
        case double = 1
        case int64 = 3
        case int32 = 5
        case fixed32 = 7
        case string = 9
        case message = 11
        case bytes = 12
        case enumeration = 14
    }

    /// One field of a message's description.
    struct Field {
        var name: String
        var number: UInt64
        var kind: Kind
        var type: String?
        var isRepeated = false
    }

    /// A file that describes one message, in the form of `FileDescriptorProto`.
    static func file(
        _ path: String, package: String, imports: [String] = [], message: String, fields: [Field],
        levels: [String] = []
    ) -> [UInt8] {
        var description: [UInt8] = []
        description.field(1, text: message)
        for field in fields { description.field(2, bytes: self.field(field)) }
        if !levels.isEmpty {
            var enumeration: [UInt8] = []
            enumeration.field(1, text: "Level")
            for (number, name) in levels.enumerated() {
                var value: [UInt8] = []
                value.field(1, text: name)
                value.field(2, number: UInt64(number))
                enumeration.field(2, bytes: value)
            }
            description.field(4, bytes: enumeration)
        }
        var file: [UInt8] = []
        file.field(1, text: path)
        file.field(2, text: package)
        for name in imports { file.field(3, text: name) }
        file.field(4, bytes: description)
        file.field(12, text: "proto3")
        return file
    }

    private static func field(_ field: Field) -> [UInt8] {
        var bytes: [UInt8] = []
        bytes.field(1, text: field.name)
        bytes.field(3, number: field.number)
        bytes.field(4, number: field.isRepeated ? 3 : 1)
        bytes.field(5, number: field.kind.rawValue)
        if let type = field.type { bytes.field(6, text: type) }
        return bytes
    }

    /// What the fields of a message hold; nil where the bytes are no message.
    ///
    /// Of a field that comes twice the last counts; groups are not known.
    static func read(_ bytes: ArraySlice<UInt8>) -> [UInt64: Value]? {
        var rest = bytes
        var values: [UInt64: Value] = [:]
        while !rest.isEmpty {
            guard let key = varint(&rest) else { return nil }
            var value: Value?
            switch key & 7 {
            case 0: value = varint(&rest).map { .number($0) }
            case 1: value = fixed(&rest, 8).map { .number($0) }
            case 2:
                guard let length = varint(&rest), length <= UInt64(rest.count) else { return nil }
                value = .bytes(rest.prefix(Int(length)))
                rest = rest.dropFirst(Int(length))
            case 5: value = fixed(&rest, 4).map { .number($0) }
            default: return nil
            }
            guard let value else { return nil }
            values[key >> 3] = value
        }
        return values
    }

    /// What a field holds.
    enum Value {
        case number(UInt64)
        case bytes(ArraySlice<UInt8>)

        var number: UInt64? { if case .number(let number) = self { number } else { nil } }
        var bytes: ArraySlice<UInt8>? { if case .bytes(let bytes) = self { bytes } else { nil } }
    }

    private static func varint(_ rest: inout ArraySlice<UInt8>) -> UInt64? {
        var value: UInt64 = 0
        for shift in stride(from: UInt64(0), to: 64, by: 7) {
            guard let byte = rest.popFirst() else { return nil }
            value |= UInt64(byte & 0x7F) << shift
            if byte & 0x80 == 0 { return value }
        }
        return nil
    }

    private static func fixed(_ rest: inout ArraySlice<UInt8>, _ count: Int) -> UInt64? {
        guard rest.count >= count else { return nil }
        defer { rest = rest.dropFirst(count) }
        return rest.prefix(count).enumerated().reduce(0) { $0 | UInt64($1.element) << UInt64($1.offset * 8) }
    }
}

extension [UInt8] {
    private mutating func put(varint value: UInt64) {
        var value = value
        while value >= 0x80 {
            append(UInt8(value & 0x7F) | 0x80)
            value >>= 7
        }
        append(UInt8(value))
    }

    /// Appends a field that is a number of variable length.
    mutating func field(_ number: UInt64, number value: UInt64) {
        put(varint: number << 3)
        put(varint: value)
    }

    /// Appends a field of four bytes.
    mutating func field(_ number: UInt64, fixed32 value: UInt32) {
        put(varint: number << 3 | 5)
        put(value)
    }

    /// Appends a field that is a text.
    mutating func field(_ number: UInt64, text: String) {
        put(varint: number << 3 | 2)
        put(varint: UInt64(text.utf8.count))
        append(contentsOf: text.utf8)
    }

    /// Appends a field that is bytes, or a message.
    mutating func field(_ number: UInt64, bytes: [UInt8]) {
        field(number, raw: bytes.count) { $0 += bytes }
    }

    /// Appends a field of numbers, packed.
    mutating func field(_ number: UInt64, doubles: [Double]) {
        field(number, raw: doubles.count * 8) { for value in doubles { $0.put(value.bitPattern) } }
    }

    /// Appends a field of `count` bytes, which `body` appends.
    mutating func field(_ number: UInt64, raw count: Int, _ body: (inout [UInt8]) -> Void) {
        put(varint: number << 3 | 2)
        put(varint: UInt64(count))
        body(&self)
    }

    /// Appends a field that is a moment, in nanoseconds since 1970 UTC, in the form of `google.protobuf.Timestamp`.
    mutating func field(_ number: UInt64, time nanoseconds: UInt64) {
        var moment: [UInt8] = []
        moment.field(1, number: nanoseconds / 1_000_000_000)
        moment.field(2, number: nanoseconds % 1_000_000_000)
        field(number, bytes: moment)
    }
}
