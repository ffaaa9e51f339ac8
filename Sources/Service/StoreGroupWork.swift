import Control
import Documents
import Storage
import Wayfinding

/// Changes to the groups: read, changed, written at once, and told.
extension StoreWork {
    /// What a change gives.
    private struct Change {
        /// The group that it leaves, by id.
        var group: String?
        /// For a person.
        var text: String
        /// Further members for a machine.
        var json: [JSONValue.Member] = []
    }

    func changeGroups(_ writer: borrowing StateWriter) throws(ControlError) -> [JSONValue.Member] {
        var (groups, loaded) = try StoreRefusal.checked { () throws(StorageError) in try writer.loadGroups(now: now) }
        let places = try StoreRefusal.checked { () throws(StorageError) in
            try writer.directory.places(now: now).places
        }
        let change = try change(&groups, places)
        try StoreRefusal.checked { () throws(StorageError) in _ = try writer.save(groups, over: loaded, now: now) }
        let index = groups.groups.firstIndex { $0.id == change.group }
        let record = index.map { [JSONValue.Member("group", groups.records[$0])] } ?? []
        return record + change.json + [.init("text", .string(change.text))]
    }

    private func change(_ groups: inout GroupList, _ places: [StoredPlace]) throws(ControlError) -> Change {
        switch method {
        case "groups.create": try create(&groups)
        case "groups.addFloor": try addFloor(&groups)
        case "groups.move": try move(&groups, places)
        case "groups.rename": try rename(&groups)
        case "groups.remove": try remove(&groups)
        case "groups.addPortal": try addPortal(&groups, places)
        default: throw ControlError(.inside, "\(method) is no change of the stores")
        }
    }

    private func create(_ groups: inout GroupList) throws(ControlError) -> Change {
        let kind = parameters.text("kind").flatMap(Building.Kind.init(rawValue:))
        let group = try StoreRefusal.changed { () throws(GroupMutationError) in
            try groups.create(name: text("name"), kind: kind, floors: parameters.texts("floors"))
        }
        let floors = group.floors.map(\.name).joined(separator: ", ")
        return Change(group: group.id, text: "Created \(Self.name(group)) with \(floors).")
    }

    private func addFloor(_ groups: inout GroupList) throws(ControlError) -> Change {
        let position: GroupList.FloorPosition
        switch (parameters.text("above"), parameters.text("below")) {
        case (nil, nil): position = .top
        case (let floor?, nil): position = .above(floor)
        case (nil, let floor?): position = .below(floor)
        default: throw ControlError(.badParameters, "above and below exclude each other", remedy: "keep one")
        }
        let (building, floor) = try StoreRefusal.changed { () throws(GroupMutationError) in
            let floor = try groups.addFloor(to: text("group"), name: text("name"), at: position)
            return (try groups.group(text("group")), floor)
        }
        let order = building.floors.map(\.name).joined(separator: ", ")
        return Change(
            group: building.id,
            text: "Added \"\(floor.name)\" (\(floor.id)) to \(Self.name(building)). From the lowest: \(order).")
    }

    private func move(_ groups: inout GroupList, _ places: [StoredPlace]) throws(ControlError) -> Change {
        let id = StoreRefusal.place(text("place"), among: places)?.id ?? text("place")
        let building = try StoreRefusal.changed { () throws(GroupMutationError) in
            try groups.move(
                place: id, to: text("group"), floor: parameters.text("floor"), known: Set(places.map(\.id)))
            return try groups.group(text("group"))
        }
        let floor = building.floorIndex(ofPlace: id).map { building.floors[$0].name } ?? ""
        return Change(group: building.id, text: "\(id) is now in \(Self.name(building)), \"\(floor)\".")
    }

    private func rename(_ groups: inout GroupList) throws(ControlError) -> Change {
        let id = try StoreRefusal.changed { () throws(GroupMutationError) in
            let id = try groups.group(text("group")).id
            if let floor = parameters.text("floor") {
                try groups.rename(floor: floor, of: id, to: text("name"))
            } else {
                try groups.rename(group: id, to: text("name"))
            }
            return id
        }
        return Change(group: id, text: "Renamed to \"\(text("name"))\".")
    }

    private func remove(_ groups: inout GroupList) throws(ControlError) -> Change {
        let removed = try StoreRefusal.changed { () throws(GroupMutationError) in
            try groups.remove(group: text("group"))
        }
        let freed = removed.floors.flatMap(\.places)
        let places = freed.isEmpty ? "It had no places." : "Free now: \(freed.joined(separator: ", "))."
        return Change(
            group: nil, text: "Removed \(Self.name(removed)). \(places)",
            json: [.init("removed", .string(removed.id)), .init("freed", .array(freed.map { .string($0) }))])
    }

    private func addPortal(_ groups: inout GroupList, _ places: [StoredPlace]) throws(ControlError) -> Change {
        let portal = parameters["portal"] ?? .null
        let (added, warnings, building) = try StoreRefusal.changed { () throws(GroupMutationError) in
            let (added, warnings) = try groups.addPortal(
                portal, to: text("group"), maps: places.compactMap(\.map), now: now)
            return (added, warnings, try groups.group(text("group")))
        }
        return Change(
            group: building.id,
            text: "Added the portal \(added.connection.id) from \(added.fromPlace) to \(added.toPlace).",
            json: [.init("findings", .array(warnings.map(\.jsonValue)))])
    }

    /// `"Harbour House" (b-home)`.
    private static func name(_ group: Building) -> String { "\"\(group.name)\" (\(group.id))" }
}
