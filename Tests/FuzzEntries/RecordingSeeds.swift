/// Small recordings, put together byte by byte, so that fuzzing begins with what the reader knows.
enum RecordingSeeds {
    /// Every seed.
    static let all: [FuzzSeed] = [
        seed("plain", file([head, schema, channel] + messages)),
        seed("chunk", file([head, chunk([schema, channel] + messages)])),
        seed("files", file([head, attachment, schema, channel] + messages)),
        seed("cut", Array(file([head, chunk([schema, channel] + messages)]).dropLast(40))),
        seed("unknown", file([record(0x90, [1, 2, 3]), head, chunk([channel], compression: "lz4")])),
    ]

    private static func seed(_ name: String, _ bytes: [UInt8]) -> FuzzSeed {
        FuzzSeed(entry: .recording, name: name, bytes: bytes)
    }

    private static let magic: [UInt8] = [0x89, 0x4D, 0x43, 0x41, 0x50, 0x30, 0x0D, 0x0A]

    private static func number(_ value: UInt64, _ bytes: Int) -> [UInt8] {
        (0..<bytes).map { UInt8(truncatingIfNeeded: value >> UInt64($0 * 8)) }
    }

    private static func text(_ text: String) -> [UInt8] { number(UInt64(text.utf8.count), 4) + Array(text.utf8) }

    private static func record(_ opcode: UInt8, _ content: [UInt8]) -> [UInt8] {
        [opcode] + number(UInt64(content.count), 8) + content
    }

    private static func map(_ members: [(String, String)]) -> [UInt8] {
        let bytes = members.flatMap { text($0.0) + text($0.1) }
        return number(UInt64(bytes.count), 4) + bytes
    }

    /// Header, what is given, the end of the data and a footer without a summary; checksums are 0, which is not checked.
    private static func file(_ records: [[UInt8]]) -> [UInt8] {
        magic + record(1, text("") + text("seed")) + records.flatMap { $0 } + record(15, number(0, 4))
            + record(2, number(0, 20)) + magic
    }

    private static let head = record(
        12, text("companion.run") + map([("began", "0"), ("run", "a"), ("startedAt", "1000"), ("whole", "yes")]))
    private static let schema = record(
        3, number(1, 2) + text("e") + text("jsonschema") + number(2, 4) + Array("{}".utf8))
    private static let attachment = record(
        9,
        number(1, 16) + text("groups.json") + text("application/json") + number(2, 8) + Array("[]".utf8) + number(0, 4))

    private static let channel =
        topic(1, "/events", "json") + topic(2, "/depth/frame", "json") + topic(3, "/depth/image", "protobuf")

    private static func topic(_ id: UInt64, _ name: String, _ encoding: String) -> [UInt8] {
        record(4, number(id, 2) + number(id == 1 ? 1 : 0, 2) + text(name) + text(encoding) + map([]))
    }

    private static func message(_ channel: UInt64, _ data: [UInt8]) -> [UInt8] {
        record(5, number(channel, 2) + number(0, 4) + number(2000, 8) + number(2000, 8) + data)
    }

    private static let messages: [[UInt8]] = [
        message(1, Array(#"{"t":0.000001,"type":"tick"}"#.utf8)),
        message(
            2,
            Array(
                #"{"t":0.000001,"sequence":1,"cameraTime":null,"unit":0.001,"width":2,"height":1,"confidence":false}"#
                    .utf8)),
        message(
            3,
            [0x15] + number(2, 4) + [0x1D] + number(1, 4) + [0x22, 5] + Array("16UC1".utf8) + [0x2D] + number(4, 4)
                + [0x32, 4, 1, 0, 2, 0]),
    ]

    private static func chunk(_ records: [[UInt8]], compression: String = "") -> [UInt8] {
        let bytes = records.flatMap { $0 }
        let size = number(UInt64(bytes.count), 8)
        return record(6, number(2000, 16) + size + number(0, 4) + text(compression) + size + bytes)
    }
}
