import Documents

/// The JSON of places and groups, over what a file already says so that nothing of it is lost.
public enum MapWriter {
    /// The canonical form of a document: the same values, every unknown member kept.
    public static func canonical(_ document: Document) -> [UInt8] {
        DocumentWriter.canonical(JSONValue(document.root))
    }

    /// The canonical form of a place made here, such as by an importer.
    public static func canonical(_ map: PlaceMap) -> [UInt8] { DocumentWriter.canonical(value(of: map)) }

    /// The bytes of `buildings.json`: compact, keys sorted, slashes as they are, no newline; order and unknown members
    /// as given.
    public static func groups(_ records: [JSONValue]) -> [UInt8] {
        DocumentWriter.compact(.array(records), sorted: true)
    }

    /// A place as a document.
    public static func value(of map: PlaceMap) -> JSONValue {
        var out = MapMembers()
        out.put("format", .string(PlaceMapReader.format))
        out.put("version", .integer(1))
        out.put("id", .string(map.id))
        out.put("name", .string(map.name))
        out.put("scannedAt", .string(map.scannedAt))
        out.put("kind", .string(map.kind.rawValue))
        out.put("bounds", map.bounds.map(value))
        out.put("landmarks", .array(map.landmarks.map(value)))
        out.put(
            "connections", .array(map.connections.map { value(of: $0, from: .string($0.from), to: .string($0.to)) }))
        return out.value
    }

    /// A group as a record, over the one that it was read from.
    ///
    /// Members of `record` that are not a group's own are kept, and so are those of its floors and portals, found
    /// again by id. A group without a kind gets none.
    public static func value(of building: Building, over record: JSONValue? = nil) -> JSONValue {
        var out = MapMembers(record)
        let earlier = MapMembers.items(record?["floors"])
        out.put("id", .string(building.id))
        out.put("name", .string(building.name))
        out.put("kind", building.kind.map { .string($0.rawValue) })
        out.put(
            "floors",
            .array(
                building.floors.map { floor in
                    value(of: floor, over: earlier.first { $0["id"] == .string(floor.id) })
                }))
        let portals = MapMembers.items(record?["portals"])
        out.put(
            "portals",
            list(
                building.portals.map { portal in
                    value(of: portal, over: portals.first { $0["id"] == .string(portal.connection.id) })
                }))
        out.put("rides", list(building.rides.map(value)))
        return out.value
    }

    private static func list(_ items: [JSONValue]) -> JSONValue? { items.isEmpty ? nil : .array(items) }

    private static func value(of floor: Floor, over record: JSONValue?) -> JSONValue {
        var out = MapMembers(record)
        out.put("id", .string(floor.id))
        out.put("name", .string(floor.name))
        out.put("places", .array(floor.places.map { .string($0) }))
        out.put("elevation", floor.elevationMetres.map { .decimal($0) })
        return out.value
    }

    private static func value(of portal: Portal, over record: JSONValue?) -> JSONValue {
        func end(_ place: String, _ landmark: String, _ key: String) -> JSONValue {
            var out = MapMembers(record?[key])
            out.put("place", .string(place))
            out.put("landmark", .string(landmark))
            return out.value
        }
        return value(
            of: portal.connection, from: end(portal.fromPlace, portal.connection.from, "from"),
            to: end(portal.toPlace, portal.connection.to, "to"), over: record)
    }

    private static func value(of ride: Ride) -> JSONValue {
        var out = MapMembers()
        out.put("from", .string(ride.from))
        out.put("to", .string(ride.to))
        out.put("changes", .array(ride.changesMetres.map { .decimal($0) }))
        return out.value
    }

    private static func value(of landmark: Landmark) -> JSONValue {
        var out = MapMembers()
        out.put("id", .string(landmark.id))
        out.put("name", .string(landmark.name))
        out.put("kind", .string(landmark.kind.rawValue))
        out.put("position", landmark.position.map { value(of: $0) })
        out.put("aliases", list(landmark.aliases.map { .string($0) }))
        out.put("note", landmark.note.map { .string($0) })
        return out.value
    }

    private static func value(
        of connection: Connection, from: JSONValue, to: JSONValue, over record: JSONValue? = nil
    ) -> JSONValue {
        var out = MapMembers(record)
        out.put("id", .string(connection.id))
        out.put("from", from)
        out.put("to", to)
        out.put("direction", .string(connection.direction.rawValue))
        out.put("kind", .string(connection.kind.rawValue))
        out.put("name", connection.name.map { .string($0) })
        out.put("instruction", .string(connection.instruction))
        out.put("returnInstruction", connection.returnInstruction.map { .string($0) })
        out.put("stepFree", .string(connection.stepFree.rawValue))
        out.put("availability", .string(connection.availability.rawValue))
        out.put("verification", value(of: connection.verification, over: record?["verification"]))
        out.put("displayLength", connection.displayLengthMetres.map { .decimal($0) })
        out.put("cost", connection.cost.map { .decimal($0) })
        out.put("path", list(connection.path.map { value(of: $0) }))
        return out.value
    }

    private static func value(of verification: Connection.Verification, over record: JSONValue?) -> JSONValue {
        var out = MapMembers(record)
        out.put("status", .string(verification.status.rawValue))
        out.put("source", verification.source.map { .string($0) })
        out.put("checkedBy", verification.checkedBy.map { .string($0) })
        out.put("checkedAt", verification.checkedAt.map { .string($0) })
        return out.value
    }

    private static func value(of point: Position) -> JSONValue {
        var out = MapMembers()
        out.put("x", .decimal(point.x))
        out.put("y", .decimal(point.y))
        out.put("z", point.z.map { .decimal($0) })
        return out.value
    }

    private static func value(of bounds: Bounds) -> JSONValue {
        var out = MapMembers()
        switch bounds {
        case .box(let low, let high):
            out.put("box", .object([.init("min", value(of: low)), .init("max", value(of: high))]))
        case .polygon(let corners): out.put("polygon", .array(corners.map { value(of: $0) }))
        }
        return out.value
    }
}

/// The members of an object under construction, over those that it already has.
private struct MapMembers {
    private var members: [JSONValue.Member] = []

    init(_ record: JSONValue? = nil) {
        if case .object(let members) = record { self.members = members }
    }

    var value: JSONValue { .object(members) }

    static func items(_ list: JSONValue?) -> [JSONValue] {
        if case .array(let items) = list { return items }
        return []
    }

    /// Sets a member, or removes it where there is no value; a number that has the same value keeps its spelling.
    mutating func put(_ key: String, _ value: JSONValue?) {
        guard let index = members.firstIndex(where: { $0.key == key }) else {
            if let value { members.append(.init(key, value)) }
            return
        }
        guard let value else {
            members.remove(at: index)
            return
        }
        if case .number(let old) = members[index].value, case .number(let new) = value, Double(old) == Double(new) {
            return
        }
        members[index].value = value
    }
}
