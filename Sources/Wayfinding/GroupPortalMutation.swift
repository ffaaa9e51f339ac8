import Documents

/// Adding a way between two places of a group.
extension GroupList {
    /// Adds a portal that is written as one object, and gives it with what is doubtful about it.
    ///
    /// Every rule of portals is asked, of the maps that are given too; a portal to a place outside of the group is
    /// refused here, although one that stands in a file is only passed over. Unknown members are kept. `now` is in
    /// seconds since 1970 UTC.
    @discardableResult
    public mutating func addPortal(
        _ portal: JSONValue, to group: String, maps: [PlaceMap], now: Int64
    ) throws(GroupMutationError) -> (portal: Portal, warnings: [MapFinding]) {
        let index = try index(ofGroup: group)
        let record = MapWriter.value(of: groups[index], over: entries[index].record)
        let position = groups[index].portals.count
        let extended = Self.appending(portal, to: record)
        let reading = try Self.read(extended, maps: maps, now: now)
        let base = "/0/portals/\(position)"
        let findings = reading.findings.filter { finding in
            finding.pointer.description == base || finding.pointer.description.hasPrefix(base + "/")
        }.map { finding in
            MapFinding(
                finding.code, at: JSONPointer(String(finding.pointer.description.dropFirst(base.count))),
                finding.message)
        }
        let reasons = findings.filter { $0.severity == .error || $0.code == .unknownPlace }
        guard reasons.isEmpty, let building = reading.building, building.portals.count == position + 1,
            let added = building.portals.last
        else { throw .badPortal(reasons.isEmpty ? findings : reasons) }
        entries[index] = Entry(building: building, record: extended, isAsRecorded: false)
        return (added, findings)
    }

    private static func appending(_ portal: JSONValue, to record: JSONValue) -> JSONValue {
        guard case .object(var members) = record else { return record }
        guard let place = members.firstIndex(where: { $0.key == "portals" }) else {
            members.append(.init("portals", .array([portal])))
            return .object(members)
        }
        if case .array(let list) = members[place].value { members[place].value = .array(list + [portal]) }
        return .object(members)
    }

    private static func read(
        _ record: JSONValue, maps: [PlaceMap], now: Int64
    ) throws(GroupMutationError) -> (building: Building?, findings: [MapFinding]) {
        do throws(DocumentError) {
            let document = try Document(DocumentWriter.compact(.array([record])))
            let reading = GroupsReader.read(document, now: now, surroundings: .init(maps: maps))
            return (reading.buildings.first, reading.findings)
        } catch {
            throw .badPortal([MapFinding(.wrongType, at: .root, error.description)])
        }
    }
}
