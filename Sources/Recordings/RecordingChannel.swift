/// What a recording holds, each kind in a channel of its own.
enum RecordingChannel: Int, CaseIterable {
    case frame, depth, confidence, perception, optics, pressure, pose, events, effects, world, log

    /// The channels of every recording, in their order.
    static let all: [MCAPChannel] = allCases.map(\.channel)

    private var channel: MCAPChannel {
        switch self {
        case .frame: Self.json("/depth/frame", "companion.DepthFrame", Self.frameMembers)
        case .depth:
            MCAPChannel(
                topic: "/depth/image", encoding: "protobuf", schema: FoxgloveSchemas.rawImage,
                metadata: ["unit": "each message of /depth/frame tells the metres for one unit of depth"])
        case .confidence:
            MCAPChannel(
                topic: "/depth/confidence", encoding: "protobuf", schema: FoxgloveSchemas.rawImage,
                metadata: ["levels": "0 low, 1 medium, 2 high"])
        case .perception: Self.json("/depth/perception", "companion.Perception", Self.perceptionMembers)
        case .optics:
            MCAPChannel(topic: "/depth/camera", encoding: "protobuf", schema: FoxgloveSchemas.cameraCalibration)
        case .pressure: Self.json("/pressure", "companion.Pressure", Self.pressureMembers)
        case .pose: Self.json("/pose", "foxglove.PoseInFrame", Self.poseMembers)
        case .events: Self.json("/events", "companion.Event", Self.lineMembers("an event"))
        case .effects: Self.json("/effects", "companion.Effect", Self.lineMembers("an effect"))
        case .world: Self.json("/world", "companion.World", Self.worldMembers)
        case .log: MCAPChannel(topic: "/log", encoding: "protobuf", schema: FoxgloveSchemas.log)
        }
    }

    private static func json(_ topic: String, _ name: String, _ members: String) -> MCAPChannel {
        let schema = "{\"$schema\":\"https://json-schema.org/draft/2020-12/schema\",\"type\":\"object\",\(members)}"
        return MCAPChannel(
            topic: topic, encoding: "json",
            schema: MCAPSchema(name: name, encoding: "jsonschema", data: Array(schema.utf8)))
    }

    private static let time = "\"t\":{\"type\":\"number\",\"minimum\":0,\"description\":\"seconds since the start\"}"
    private static let number = "{\"type\":\"number\"}"

    private static func lineMembers(_ what: String) -> String {
        "\"description\":\"\(what) of the event log\",\"properties\":{\(time),\"type\":{\"type\":\"string\"}},"
            + "\"required\":[\"t\",\"type\"]"
    }

    private static let frameMembers =
        "\"description\":\"what belongs to the picture of the same time\",\"properties\":{\(time),"
        + "\"sequence\":{\"type\":\"integer\"},\"cameraTime\":{\"type\":[\"number\",\"null\"],"
        + "\"description\":\"seconds by the camera's own clock\"},\"unit\":{\"type\":\"number\","
        + "\"description\":\"metres for one unit of depth\"},\"width\":{\"type\":\"integer\"},"
        + "\"height\":{\"type\":\"integer\"},\"confidence\":{\"type\":\"boolean\","
        + "\"description\":\"whether there are levels in /depth/confidence\"}},\"required\":[\"t\",\"sequence\",\"unit\"]"

    private static let perceptionMembers =
        "\"description\":\"how pictures are read from now on\",\"properties\":{\(time),\"minimum\":\(number),"
        + "\"ground\":{\"type\":[\"object\",\"null\"],\"description\":\"how the camera is mounted, in metres and radians\"}}"

    private static let pressureMembers =
        "\"properties\":{\(time),\"hPa\":\(number),\"referenceHPa\":\(number)},\"required\":[\"t\",\"hPa\"]"

    private static let poseMembers =
        "\"properties\":{\"timestamp\":{\"type\":\"object\",\"properties\":{\"sec\":{\"type\":\"integer\"},"
        + "\"nsec\":{\"type\":\"integer\"}}},\"frame_id\":{\"type\":\"string\",\"description\":\"the place\"},"
        + "\"pose\":{\"type\":\"object\",\"properties\":{\"position\":{\"type\":\"object\",\"properties\":{\"x\":\(number),"
        + "\"y\":\(number),\"z\":\(number)}},\"orientation\":{\"type\":\"object\",\"properties\":{\"x\":\(number),"
        + "\"y\":\(number),\"z\":\(number),\"w\":\(number)}}}},\"tracking\":{\"type\":\"string\"}}"

    private static let worldMembers =
        "\"description\":\"the places and groups that hold from now on\",\"properties\":{\(time),"
        + "\"places\":{\"type\":\"array\",\"items\":{\"type\":\"object\"}},"
        + "\"groups\":{\"type\":\"array\",\"items\":{\"type\":\"object\"}}},\"required\":[\"t\",\"places\",\"groups\"]"
}
