import Documents
import Readings

/// Reads and validates a place map.
public enum PlaceMapReader {
    /// The most landmarks, and the most connections, of a place that is read from a document.
    public static let countLimit = 300_000

    /// The name of the format.
    public static let format = "companion.place"

    /// The place, or nil where a finding is an error, and every finding at once.
    ///
    /// `now` is in seconds since 1970 UTC; it only judges ``MapFindingCode/checkedInTheFuture``. Errors come before
    /// warnings. Within each: the place's own members, the landmarks in order, the connections in order (each its
    /// members in the order of the format, then what they say together), then what only the whole shows:
    /// connections that repeat others, landmark by landmark, and last the list of those that cannot be reached without steps. After
    /// ``MapFindingCode/notAPlace`` or ``MapFindingCode/unsupportedVersion``, and past a limit of count, nothing else is
    /// looked for. The time is linear in the document, but for the corners of its bounds (n log n).
    ///
    /// `portals` has the ids of landmarks that a portal of the place's group leads to or from: an elevator with one door
    /// on this floor leads somewhere by its portal.
    public static func read(
        _ document: Document, now: Int64, portals: Set<String> = []
    ) -> (map: PlaceMap?, findings: [MapFinding]) {
        let log = FindingLog()
        let root = MapFields(document.root, trail: FindingTrail(), noun: "", log: log)
        guard isPlace(root) else { return (nil, log.findings) }
        let reading = PlaceReading(root: root, now: now, portals: portals)
        let map = reading.read()
        return (log.errorCount == 0 ? map : nil, log.findings)
    }

    private static func isPlace(_ root: MapFields) -> Bool {
        guard root.element.kind == .object else {
            root.note(.notAPlace, at: .root, "the document is no place map but \(MapFields.word(root.element.kind))")
            return false
        }
        guard root.element["format"]?.string == format else {
            root.note(.notAPlace, "format", "the document is no place map — a place says \"format\": \"\(format)\"")
            return false
        }
        guard let version = root.value("version", .number), version.number != 1 else { return true }
        root.note(
            .unsupportedVersion, "version",
            "version \(MapText.quoted(version.numberText ?? "")) is not known — this software reads version 1")
        return false
    }
}

/// One reading of one place.
private struct PlaceReading {
    let root: MapFields
    let now: Int64
    let portals: Set<String>

    func read() -> PlaceMap? {
        let id = root.text("id", blank: .emptyName)
        let name = root.text("name", blank: .emptyName)
        let scannedAt = scannedAt()
        let kind: PlaceMap.Kind? = root.choice("kind")
        let bounds = MapBoundsReader.read(root)
        let landmarkList = root.value("landmarks", .array)
        let connectionList = root.value("connections", .array)
        guard fits(landmarkList, "landmarks", .tooManyLandmarks),
            fits(connectionList, "connections", .tooManyConnections)
        else { return nil }
        let landmarks = MapLandmarks(landmarkList, in: root)
        if let landmarkList, landmarkList.items.first(where: { _ in true }) == nil {
            root.note(.noLandmarks, "landmarks", "the place has no landmarks — add what people walk to")
        }
        let connections = connections(connectionList, landmarks, kind)
        ValidationWarnings(landmarks: landmarks, connections: connections, root: root, portals: portals).note()
        return PlaceMap(
            id: id ?? "", name: name ?? "", scannedAt: scannedAt ?? "", kind: kind ?? .surveyed, bounds: bounds,
            landmarks: landmarks.drafts.map(\.landmark), connections: connections.map(\.draft.connection))
    }

    private func scannedAt() -> String? {
        guard let text = root.text("scannedAt") else { return nil }
        if MapDate.unixSeconds(text) != nil { return text }
        root.note(
            .badDate, "scannedAt",
            "\"scannedAt\" is \(MapText.quoted(text)) — write RFC 3339 with a zone, such as 2026-11-30T10:11:12Z")
        return nil
    }

    /// Whether a list is within the limit; it is never counted further.
    private func fits(_ list: JSONElement?, _ key: StaticString, _ code: MapFindingCode) -> Bool {
        guard let list else { return true }
        var count = 0
        for _ in list.items {
            count += 1
            guard count <= PlaceMapReader.countLimit else {
                root.note(code, key, "there are more than \(PlaceMapReader.countLimit) \(key) — split the place")
                return false
            }
        }
        return true
    }

    private func connections(
        _ list: JSONElement?, _ landmarks: MapLandmarks, _ kind: PlaceMap.Kind?
    ) -> [ValidationEdge] {
        guard let list else { return [] }
        let count = MapIds.count(list)
        var ids = MapIds(list: "connections", capacity: count)
        var edges: [ValidationEdge] = []
        edges.reserveCapacity(count)
        var index = -1
        for item in list.items {
            index += 1
            let trail = FindingTrail(list: "connections", index: index)
            guard item.kind == .object else {
                root.note(.wrongType, at: trail.pointer, "a connection must be an object — change it")
                continue
            }
            let fields = MapFields(item, trail: trail, noun: "connection", log: root.log)
            let edge = connection(fields, index, landmarks, kind)
            ids.claim(edge.draft.connection.id, index, fields)
            edges.append(edge)
        }
        return edges
    }

    private func connection(
        _ fields: MapFields, _ number: Int, _ landmarks: MapLandmarks, _ kind: PlaceMap.Kind?
    ) -> ValidationEdge {
        let reader = MapConnectionReader(fields: fields, now: now)
        let (from, start) = end("from", fields, landmarks)
        let (to, finish) = end("to", fields, landmarks)
        let draft = reader.draft(from: from ?? "", to: to ?? "")
        if let from, let to { reader.judgeLoop(from == to, end: from) }
        reader.judgeRelations(draft, simulated: kind.map { $0 == .demo })
        let edge = ValidationEdge(number: number, draft: draft, from: start, to: finish)
        judgeLength(edge, fields, landmarks)
        return edge
    }

    private func end(_ key: StaticString, _ fields: MapFields, _ landmarks: MapLandmarks) -> (String?, Int?) {
        guard let id = fields.text(key) else { return (nil, nil) }
        if let index = landmarks.index[id] { return (id, index) }
        fields.note(
            .danglingReference, key,
            "\"\(key)\" names the landmark \(MapText.quoted(id)), which is not there — correct the id, or add it")
        return (id, nil)
    }

    /// A length that is more than half the way's distance off is noted.
    private func judgeLength(_ edge: ValidationEdge, _ fields: MapFields, _ landmarks: MapLandmarks) {
        guard let length = edge.draft.connection.displayLengthMetres, let from = edge.from, let to = edge.to,
            let start = landmarks.drafts[from].landmark.position, let end = landmarks.drafts[to].landmark.position
        else { return }
        let path = edge.draft.connection.path
        let distance =
            path.isEmpty
            ? PlaceMeasure.distanceMetres(start, end) : PlaceMeasure.lengthMetres(along: [start] + path + [end])
        let difference = Micrometres(metres: length - distance).count.magnitude
        guard 2 * difference > Micrometres(metres: distance).count.magnitude else { return }
        fields.note(
            .lengthDisagreesWithPositions, at: fields.trail.pointer,
            "its displayLength is \(DecimalText.fixed(length, digits: 2)) m, but its ends are "
                + "\(DecimalText.fixed(distance, digits: 2)) m apart — measure again, or correct a position")
    }
}
