import Testing
import Wayfinding

/// One change to the valid place, and what it must lead to.
struct PlaceChange: CustomTestStringConvertible, Sendable {
    let old: String
    let new: String
    let codes: [MapFindingCode]
    let pointers: [String]

    init(_ old: String, _ new: String, _ found: (MapFindingCode, String)...) {
        self.old = old
        self.new = new
        codes = found.map(\.0)
        pointers = found.map(\.1)
    }

    var testDescription: String { "\(old) → \(new.prefix(60)) is \(codes.map(\.rawValue))" }

    /// The text with the first occurrence changed; an empty `old` replaces everything.
    func applied(to text: String) -> String {
        old.isEmpty ? new : text.replacing(old, with: new, maxReplacements: 1)
    }
}

/// A place without a finding, and for each code the one change that brings it about.
enum PlaceCorpus {
    static let valid = """
        {"format": "companion.place", "version": 1, "id": "p1", "name": "Hall", "scannedAt": "2026-09-01T10:00:00+02:00",
        "kind": "surveyed", "bounds": {"box": {"min": {"x": -2, "y": -2}, "max": {"x": 12, "y": 9.5}}},
        "landmarks": [
        {"id": "door", "name": "Door", "kind": "entrance", "position": {"x": 0, "y": 0}},
        {"id": "desk", "name": "Desk", "kind": "desk", "position": {"x": 3, "y": 4}, "aliases": ["info"]},
        {"id": "lift", "name": "Lift", "kind": "elevator", "note": "Two doors."},
        {"id": "out", "name": "Way out", "kind": "exit", "position": {"x": 10, "y": 0, "z": 0}}],
        "connections": [
        {"id": "c0", "from": "door", "to": "desk", "direction": "both", "kind": "path", "instruction": "Go on.",
        "returnInstruction": "Go back.", "stepFree": "confirmed", "availability": "available", "displayLength": 5,
        "verification": {"status": "verified", "checkedBy": "Ada", "checkedAt": "2026-11-01"}},
        {"id": "c1", "from": "desk", "to": "lift", "direction": "both", "kind": "elevator", "instruction": "Ride.",
        "returnInstruction": "Ride back.", "stepFree": "confirmed", "availability": "available", "cost": 30,
        "verification": {"status": "unverified"}},
        {"id": "c2", "from": "desk", "to": "lift", "direction": "both", "kind": "stairs", "instruction": "Climb.",
        "returnInstruction": "Descend.", "stepFree": "unsuitable", "availability": "unavailable",
        "verification": {"status": "unverified", "source": "a plan"}},
        {"id": "c3", "from": "desk", "to": "out", "direction": "oneWay", "kind": "door", "instruction": "Push.",
        "stepFree": "confirmed", "availability": "unknown", "verification": {"status": "unverified"}}]}
        """

    private static let simulated = valid.replacing("\"unverified\"", with: "\"simulated\"").replacing(
        "\"verified\"", with: "\"simulated\"")

    static let broken: [PlaceChange] = document + texts + numbers + bounds + relations + whole

    private static let document: [PlaceChange] = [
        .init("", "[]", (.notAPlace, "")), .init("", "3", (.notAPlace, "")),
        .init("companion.place", "companion.plate", (.notAPlace, "/format")),
        .init("\"format\": \"companion.place\", ", "", (.notAPlace, "/format")),
        .init("\"version\": 1", "\"version\": 2", (.unsupportedVersion, "/version")),
        .init("\"version\": 1, ", "", (.missingField, "/version")),
        .init("\"version\": 1", "\"version\": \"1\"", (.wrongType, "/version")),
        .init("\"name\": \"Hall\", ", "", (.missingField, "/name")),
        .init(", \"kind\": \"desk\"", "", (.missingField, "/landmarks/1/kind")),
        .init("\"stepFree\": \"unsuitable\", ", "", (.missingField, "/connections/2/stepFree")),
        .init("\"instruction\": \"Climb.\",", "", (.missingField, "/connections/2/instruction")),
        .init(
            ", \"verification\": {\"status\": \"unverified\"}}]", "}]", (.missingField, "/connections/3/verification")),
        .init("{\"status\": \"unverified\"}", "{}", (.missingField, "/connections/1/verification/status")),
        .init("\"x\": 3, ", "", (.missingField, "/landmarks/1/position/x")),
        .init("\"id\": \"p1\"", "\"id\": 1", (.wrongType, "/id")),
        .init("[\"info\"]", "\"info\"", (.wrongType, "/landmarks/1/aliases")),
        .init("[\"info\"]", "[\"a\", 2]", (.wrongType, "/landmarks/1/aliases/1")),
        .init("\"displayLength\": 5", "\"displayLength\": \"5\"", (.wrongType, "/connections/0/displayLength")),
        .init(
            "\"direction\": \"oneWay\"", "\"direction\": \"oneway\"", (.unknownEnumValue, "/connections/3/direction")),
        .init("\"surveyed\"", "\"surveyd\"", (.unknownEnumValue, "/kind")),
        .init("\"kind\": \"stairs\"", "\"kind\": \"steps\"", (.unknownEnumValue, "/connections/2/kind")),
    ]

    private static let texts: [PlaceChange] = [
        .init("+02:00", "", (.badDate, "/scannedAt")),
        .init("2026-09-01T10:00:00+02:00", "2026-09-01", (.badDate, "/scannedAt")),
        .init("\"2026-11-01\"", "\"2026-11-31\"", (.badDate, "/connections/0/verification/checkedAt")),
        .init("\"Desk\"", "\"De\\tsk\"", (.controlCharacter, "/landmarks/1/name")),
        .init("\"info\"", "\"\\u0085\"", (.controlCharacter, "/landmarks/1/aliases/0")),
        .init("\"a plan\"", "\"\\u007f\"", (.controlCharacter, "/connections/2/verification/source")),
        .init("Two doors.", String(repeating: "é", count: 2049), (.textTooLong, "/landmarks/2/note")),
        .init("\"name\": \"Lift\"", "\"name\": \" \\u00a0\"", (.emptyName, "/landmarks/2/name")),
        .init("\"name\": \"Lift\"", "\"name\": \"\\u200b\"", (.emptyName, "/landmarks/2/name")),
        .init("[\"info\"]", "[\"info\", \"\"]", (.emptyName, "/landmarks/1/aliases/1")),
        .init("\"id\": \"c2\"", "\"id\": \"c2\", \"name\": \"\"", (.emptyName, "/connections/2/name")),
        .init("\"id\": \"c2\"", "\"id\": \"\"", (.emptyName, "/connections/2/id")),
        .init("\"Push.\"", "\" \"", (.emptyInstruction, "/connections/3/instruction")),
        .init("\"Descend.\"", "\"\"", (.emptyInstruction, "/connections/2/returnInstruction")),
        .init(
            "\"returnInstruction\": \"Descend.\", ", "", (.missingReturnInstruction, "/connections/2/returnInstruction")
        ),
        .init("\"Descend.\"", "null", (.missingReturnInstruction, "/connections/2/returnInstruction")),
        .init("\"id\": \"c2\"", "\"id\": \"c0\"", (.duplicateId, "/connections/2/id")),
        .init(", \"checkedBy\": \"Ada\"", "", (.verifiedWithoutCheck, "/connections/0/verification/checkedBy")),
        .init("\"2026-11-01\"", "\" \"", (.verifiedWithoutCheck, "/connections/0/verification/checkedAt")),
        .init("\"2026-11-01\"", "\"2026-12-01\"", (.checkedInTheFuture, "/connections/0/verification/checkedAt")),
    ]

    private static let numbers: [PlaceChange] = [
        .init("\"y\": 4", "\"y\": 1e400", (.nonFinitePosition, "/landmarks/1/position/y")),
        .init("\"cost\": 30", "\"cost\": -0.5", (.negativeCost, "/connections/1/cost")),
        .init("\"displayLength\": 5", "\"displayLength\": -3", (.negativeLength, "/connections/0/displayLength")),
        .init("\"displayLength\": 5", "\"displayLength\": 1e400", (.negativeLength, "/connections/0/displayLength")),
        .init("\"y\": 4", "\"y\": -1000001", (.numberTooLarge, "/landmarks/1/position/y")),
        .init("\"cost\": 30", "\"path\": [{\"x\": 1, \"y\": 2e6}]", (.numberTooLarge, "/connections/1/path/0/y")),
        .init("\"y\": 9.5", "\"y\": 1e7", (.numberTooLarge, "/bounds/box/max/y")),
    ]

    private static let box = "{\"box\": {\"min\": {\"x\": -2, \"y\": -2}, \"max\": {\"x\": 12, \"y\": 9.5}}}"

    private static func polygon(_ corners: (Double, Double)...) -> String {
        "{\"polygon\": [" + corners.map { "{\"x\": \($0.0), \"y\": \($0.1)}" }.joined(separator: ", ") + "]}"
    }

    private static let bounds: [PlaceChange] = [
        .init("\"y\": 9.5", "\"y\": -2", (.badBounds, "/bounds/box")),
        .init(box, "{}", (.badBounds, "/bounds")),
        .init(box, polygon((0, 0), (1, 0)), (.badBounds, "/bounds/polygon")),
        .init(box, polygon((0, 0), (1, 1), (0, 0)), (.badBounds, "/bounds/polygon")),
        .init(box, polygon((0, 0), (1, 0), (2, 0)), (.badBounds, "/bounds/polygon")),
        .init(box, polygon((0, 0), (2, 2), (2, 0), (0, 2)), (.badBounds, "/bounds/polygon")),
        .init(box, polygon((0, 0), (4, 0), (4, 4), (2, 0), (0, 4)), (.badBounds, "/bounds/polygon")),
        .init(box, "null", (.noBounds, "/bounds")),
        .init("\"bounds\": \(box),", "", (.noBounds, "/bounds")),
    ]

    private static let relations: [PlaceChange] = [
        .init(
            "\"to\": \"out\"", "\"to\": \"desk\"", (.selfLoop, "/connections/3"), (.unreachableLandmark, "/landmarks/3")
        ),
        .init("\"unsuitable\"", "\"confirmed\"", (.stairsMarkedStepFree, "/connections/2")),
        .init(
            "",
            simulated.replacing("\"surveyed\"", with: "\"demo\"").replacing(
                "\"simulated\", \"source\"", with: "\"unverified\", \"source\""), (.demoNotSimulated, "/connections/2")),
        .init("{\"status\": \"unverified\"}", "{\"status\": \"simulated\"}", (.simulatedInSurveyed, "/connections/1")),
        .init("\"displayLength\": 5", "\"displayLength\": 7.6", (.lengthDisagreesWithPositions, "/connections/0")),
        .init("\"kind\": \"stairs\"", "\"kind\": \"elevator\"", (.parallelConnections, "/connections/2")),
        .init(
            "\"to\": \"out\"", "\"to\": \"outside\"", (.danglingReference, "/connections/3/to"),
            (.unreachableLandmark, "/landmarks/3")),
    ]

    private static let whole: [PlaceChange] = [
        .init("\"kind\": \"exit\"", "\"kind\": \"room\"", (.noWayOut, "/landmarks/3")),
        .init(
            "\"confirmed\", \"availability\": \"unknown\"", "\"unknown\", \"availability\": \"unknown\"",
            (.notStepFreeReachable, "/landmarks")),
        .init(
            "",
            "{\"format\": \"companion.place\", \"version\": 1, \"id\": \"p\", \"name\": \"n\", \"kind\": \"demo\", "
                + "\"scannedAt\": \"2026-01-01T00:00:00Z\", \"bounds\": \(box), \"landmarks\": [], \"connections\": []}",
            (.noLandmarks, "/landmarks")),
        .init(
            "\"from\": \"desk\", \"to\": \"lift\", \"direction\": \"both\", \"kind\": \"stairs\"",
            "\"from\": \"desk\", \"to\": \"door\", \"direction\": \"both\", \"kind\": \"stairs\"",
            (.elevatorWithOneDoor, "/landmarks/2")),
    ]
}
