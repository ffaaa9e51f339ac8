/// The schemas of Foxglove that recordings use, as the field numbers of their published definitions give them.
enum FoxgloveSchemas {
    private static let stamp = ".google.protobuf.Timestamp"
    private static let stampPath = "google/protobuf/timestamp.proto"

    private static let timestamp = Protobuf.file(
        stampPath, package: "google.protobuf", message: "Timestamp",
        fields: [.init(name: "seconds", number: 1, kind: .int64), .init(name: "nanos", number: 2, kind: .int32)])

    private static func schema(_ name: String, _ fields: [Protobuf.Field], levels: [String] = []) -> MCAPSchema {
        let file = Protobuf.file(
            "foxglove/\(name).proto", package: "foxglove", imports: [stampPath], message: name, fields: fields,
            levels: levels)
        var set: [UInt8] = []
        set.field(1, bytes: timestamp)
        set.field(1, bytes: file)
        return MCAPSchema(name: "foxglove.\(name)", encoding: "protobuf", data: set)
    }

    private static let time = Protobuf.Field(name: "timestamp", number: 1, kind: .message, type: stamp)

    /// A picture as it is, row by row.
    static let rawImage = schema(
        "RawImage",
        [
            time, .init(name: "width", number: 2, kind: .fixed32), .init(name: "height", number: 3, kind: .fixed32),
            .init(name: "encoding", number: 4, kind: .string), .init(name: "step", number: 5, kind: .fixed32),
            .init(name: "data", number: 6, kind: .bytes), .init(name: "frame_id", number: 7, kind: .string),
        ])

    /// The optics of a camera.
    static let cameraCalibration = schema(
        "CameraCalibration",
        [
            time, .init(name: "width", number: 2, kind: .fixed32), .init(name: "height", number: 3, kind: .fixed32),
            .init(name: "distortion_model", number: 4, kind: .string),
            .init(name: "D", number: 5, kind: .double, isRepeated: true),
            .init(name: "K", number: 6, kind: .double, isRepeated: true),
            .init(name: "R", number: 7, kind: .double, isRepeated: true),
            .init(name: "P", number: 8, kind: .double, isRepeated: true),
            .init(name: "frame_id", number: 9, kind: .string),
        ])

    /// A line of a log.
    static let log = schema(
        "Log",
        [
            time, .init(name: "level", number: 2, kind: .enumeration, type: ".foxglove.Log.Level"),
            .init(name: "message", number: 3, kind: .string), .init(name: "name", number: 4, kind: .string),
            .init(name: "file", number: 5, kind: .string), .init(name: "line", number: 6, kind: .fixed32),
        ], levels: ["UNKNOWN", "DEBUG", "INFO", "WARNING", "ERROR", "FATAL"])
}
