import Documents

/// The groups as they are to be used, over the records that they were read from: the one path on which they change.
///
/// Every change keeps what must hold: ids are unique, a place is in at most one group, a site has exactly one floor.
/// A change that is refused changes nothing.
public struct GroupList: Sendable {
    struct Entry: Sendable {
        var building: Building
        var record: JSONValue?
        /// Whether the record says exactly what the building is, and so is written as it was.
        var isAsRecorded: Bool
    }

    var entries: [Entry] = []
    /// What was wrong when the records were read, with pointers into the list of them.
    public private(set) var findings: [MapFinding] = []

    /// No group.
    public init() {}

    /// Reads records, repairing what is only a warning; one with an error is left out, and so is a portal or ride with
    /// an error.
    ///
    /// `now` is in seconds since 1970 UTC; it only judges dates of checks. Places that are not there stay members: the
    /// map may come back.
    public init(records: [JSONValue], now: Int64 = .max) throws(DocumentError) {
        let document = try Document(DocumentWriter.compact(.array(records)))
        let reading = GroupsReader.read(document, now: now)
        findings = reading.findings
        let repaired = Self.repairedIndices(reading.findings)
        var first: [String: Int] = [:]
        for (index, record) in records.enumerated() {
            if case .string(let id)? = record["id"], first[id] == nil { first[id] = index }
        }
        entries = reading.buildings.map { building in
            guard let index = first[building.id] else {
                return Entry(building: building, record: nil, isAsRecorded: false)
            }
            return Entry(building: building, record: records[index], isAsRecorded: !repaired.contains(index))
        }
    }

    /// The records that cannot be written as they are.
    private static func repairedIndices(_ findings: [MapFinding]) -> Set<Int> {
        let changes = findings.filter { finding in
            finding.severity == .error || finding.code == .siteWithSeveralFloors || finding.code == .placeInTwoGroups
        }
        return Set(changes.compactMap { $0.pointer.description.split(separator: "/").first.flatMap { Int($0) } })
    }

    /// The groups, in their order.
    public var groups: [Building] { entries.map(\.building) }

    /// What is to be written: of a group that nothing was changed in, its record as it was; unknown members are kept.
    public var records: [JSONValue] {
        entries.map { entry in
            if entry.isAsRecorded, let record = entry.record { return record }
            return MapWriter.value(of: entry.building, over: entry.record)
        }
    }

    /// The group with an id, else the one of that name.
    ///
    /// Capitals count only where several differ in nothing else.
    public func group(_ name: String) throws(GroupMutationError) -> Building { groups[try index(ofGroup: name)] }

    /// The group that a place is a member of.
    public func group(ofPlace place: String) -> Building? { groups.first { $0.floorIndex(ofPlace: place) != nil } }

    func index(ofGroup name: String) throws(GroupMutationError) -> Int {
        let found = GroupLookup.indices(of: name, among: groups.map { ($0.id, $0.name) })
        guard let first = found.first else {
            throw .unknownGroup(name, nearest: NearestName.among(groups.map(\.name), to: name))
        }
        guard found.count == 1 else { throw .ambiguousGroup(name, ids: found.map { groups[$0].id }) }
        return first
    }

    func index(ofFloor name: String, in group: Building) throws(GroupMutationError) -> Int {
        let found = GroupLookup.indices(of: name, among: group.floors.map { ($0.id, $0.name) })
        guard let first = found.first else {
            throw .unknownFloor(name, group: group.name, floors: group.floors.map(\.name))
        }
        guard found.count == 1 else {
            throw .ambiguousFloor(name, group: group.name, ids: found.map { group.floors[$0].id })
        }
        return first
    }

    /// Changes one group; it is written anew only where it differs afterwards.
    mutating func change(_ index: Int, _ body: (inout Building) -> Void) {
        let before = entries[index].building
        body(&entries[index].building)
        if entries[index].building != before { entries[index].isAsRecorded = false }
    }
}

/// Finds what a person calls by id or by name.
enum GroupLookup {
    /// Those with this id, else those with this name, else those whose name differs in capitals only.
    static func indices(of text: String, among names: [(id: String, name: String)]) -> [Int] {
        func all(_ matches: ((id: String, name: String)) -> Bool) -> [Int] {
            names.indices.filter { matches(names[$0]) }
        }
        let byId = all { $0.id == text }
        if !byId.isEmpty { return byId }
        let byName = all { $0.name == text }
        return byName.isEmpty ? all { $0.name.lowercased() == text.lowercased() } : byName
    }
}
