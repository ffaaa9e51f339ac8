import Deciding
import Documents
import Speech

/// What of the core's states is wrong, and what to do about it.
enum CoreProblems {
    static func list(_ core: CoreStatus, _ world: World) -> [StatusProblem] {
        [depth(core), tracking(core), barometer(core), place(core, world)].compactMap { $0 }
    }

    private static func depth(_ core: CoreStatus) -> StatusProblem? {
        switch core.depth {
        case "unavailable":
            StatusProblem(
                code: "depthUnavailable", message: "depth does not read\(words(core.depthWords))",
                remedy: "look at the camera, its cable and what covers its lens")
        case "blocked":
            StatusProblem(
                code: "depthBlocked", message: "something is very close to the camera",
                remedy: "take away what covers its lens")
        default: nil
        }
    }

    private static func words(_ text: String?) -> String { text.map { " (\"\($0)\")" } ?? "" }

    private static func tracking(_ core: CoreStatus) -> StatusProblem? {
        guard core.tracking == "lost" else { return nil }
        return StatusProblem(
            code: "trackingLost", message: "the robot does not know where in \(core.placeName ?? "the place") it is",
            remedy: "see that the localiser runs and sends poses")
    }

    private static func barometer(_ core: CoreStatus) -> StatusProblem? {
        guard core.barometer == "unavailable" else { return nil }
        return StatusProblem(
            code: "barometerUnavailable", message: "the barometer does not read, so floor changes are not noticed",
            remedy: "look at the barometer and its bus")
    }

    private static func place(_ core: CoreStatus, _ world: World) -> StatusProblem? {
        guard core.place == nil else { return nil }
        if world.placeIds.isEmpty {
            return StatusProblem(
                code: "noPlaces", message: "there is no map of any place, so nobody can be guided",
                remedy: "companion places import FILE takes one in")
        }
        return StatusProblem(
            code: "placeUnknown", message: "the robot does not know which place it is in",
            remedy: "a localiser answers with companion probe-result PLACE, or set probe.by to person")
    }
}

/// The core's states as members of the status.
enum CoreMembers {
    static func list(_ core: CoreStatus, speech: SpeechHealth?) -> [JSONValue.Member] {
        [
            state("depth", core.depth, core.depthWords), state("tracking", core.tracking, nil),
            state("barometer", core.barometer, nil), voice(speech, core),
            .init("place", place(core)), .init("route", route(core.route)),
            .init("asked", .array(core.asked.prefix(16).map { .string($0) })),
            .init("talking", .boolean(core.isTalking)), .init("waiting", .integer(core.waiting)),
            .init("ready", .boolean(core.isReady)),
        ]
    }

    private static func state(_ name: String, _ state: String, _ words: String?) -> JSONValue.Member {
        .init(name, .object([.init("state", .string(state)), .init("words", words.map { .string($0) } ?? .null)]))
    }

    private static func voice(_ health: SpeechHealth?, _ core: CoreStatus) -> JSONValue.Member {
        switch health {
        case .ok(let hook): state("speech", core.hasVoice ? "ok" : "unavailable", hook.joined(separator: " "))
        case .textOnly(let reason): state("speech", "textOnly", reason)
        case .unavailable(let reason): state("speech", "unavailable", reason)
        case nil: state("speech", core.hasVoice ? "starting" : "unavailable", nil)
        }
    }

    private static func place(_ core: CoreStatus) -> JSONValue {
        guard let id = core.place else { return .null }
        return .object([
            .init("id", .string(id)), .init("name", .string(core.placeName ?? id)),
            .init("edgeWatched", .boolean(core.isEdgeWatched)),
        ])
    }

    private static func route(_ route: CoreStatus.RouteStatus?) -> JSONValue {
        guard let route else { return .null }
        return .object([
            .init("destination", route.destination.map { .string($0) } ?? .null), .init("step", .integer(route.step)),
            .init("of", .integer(route.steps)),
            .init("instruction", route.instruction.map { .string($0) } ?? .null),
        ])
    }
}
