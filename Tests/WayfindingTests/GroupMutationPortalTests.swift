import Documents
import Testing
import Wayfinding

struct GroupMutationPortalTests {
    private static let places: Set = ["lobby", "pool", "garage"]

    private func groups() throws -> GroupList {
        var groups = GroupList()
        try groups.create(name: "House", floors: ["Ground", "Floor 1"])
        try groups.move(place: "lobby", to: "house", floor: "Ground", known: Self.places)
        try groups.move(place: "pool", to: "house", floor: "Floor 1", known: Self.places)
        return groups
    }

    private static let maps = ["lobby", "pool"].map { place in
        PlaceMap(
            id: place, name: place, scannedAt: "2026-01-01T00:00:00Z", kind: .surveyed,
            landmarks: [Landmark(id: "stairs", name: "Stairs", kind: .stairs)], connections: [])
    }

    private func portal(_ changes: [String: String] = [:]) throws -> JSONValue {
        let members = [
            "id": "\"up\"", "from": #"{"place":"lobby","landmark":"stairs"}"#,
            "to": #"{"place":"pool","landmark":"stairs"}"#, "direction": "\"both\"", "kind": "\"stairs\"",
            "instruction": "\"Go up.\"", "returnInstruction": "\"Go down.\"", "stepFree": "\"unsuitable\"",
            "availability": "\"available\"", "verification": #"{"status":"unverified"}"#, "colour": "\"blue\"",
        ].merging(changes) { $1 }
        let text = "{" + members.sorted { $0.key < $1.key }.map { "\"\($0)\":\($1)" }.joined(separator: ",") + "}"
        return JSONValue(try Document(Array(text.utf8)).root)
    }

    @Test func `a portal is added with everything that it says, known or not`() throws {
        var groups = try groups()
        let (added, warnings) = try groups.addPortal(try portal(), to: "House", maps: Self.maps, now: nowInTests)
        #expect(added.fromPlace == "lobby" && added.toPlace == "pool" && warnings.isEmpty)
        guard case .array(let portals)? = groups.records[0]["portals"] else {
            Issue.record("no portal is written")
            return
        }
        #expect(portals.count == 1 && portals[0]["colour"] == .string("blue"))
        try groups.rename(group: "house", to: "Home")
        #expect(String(decoding: MapWriter.groups(groups.records), as: UTF8.self).contains(#""colour":"blue""#))
    }

    @Test(arguments: [
        (["to": #"{"place":"garage","landmark":"x"}"#], MapFindingCode.unknownPlace, "/to/place"),
        (["to": #"{"place":"pool","landmark":"nowhere"}"#], .danglingReference, "/to/landmark"),
        (["instruction": "\" \""], .emptyInstruction, "/instruction"),
        (["id": "7"], .wrongType, "/id"),
        (["cost": "-1"], .negativeCost, "/cost"),
    ])
    func `a portal that breaks a rule is refused with its place in it, and nothing is changed`(
        changes: [String: String], code: MapFindingCode, at: String
    ) throws {
        var groups = try groups()
        let before = groups.records
        let error = #expect(throws: GroupMutationError.self) {
            try groups.addPortal(try portal(changes), to: "house", maps: Self.maps, now: nowInTests)
        }
        guard case .badPortal(let findings)? = error else { return }
        #expect(findings.contains { $0.code == code && $0.pointer.description == at }, "\(findings)")
        #expect(groups.records == before)
    }

    @Test func `a second portal of the same id is refused, and so is what is no object`() throws {
        var groups = try groups()
        try groups.addPortal(try portal(), to: "house", maps: Self.maps, now: nowInTests)
        let before = groups.records
        #expect(throws: GroupMutationError.self) {
            try groups.addPortal(try portal(), to: "house", maps: Self.maps, now: nowInTests)
        }
        for value in [JSONValue.null, .array([]), .string("portal")] {
            #expect(throws: GroupMutationError.self) {
                try groups.addPortal(value, to: "house", maps: Self.maps, now: nowInTests)
            }
        }
        #expect(groups.records == before)
    }

    @Test func `a portal outlasts its place's leaving and coming back`() throws {
        var groups = try groups()
        try groups.addPortal(try portal(), to: "house", maps: Self.maps, now: nowInTests)
        groups.removePlace("pool")
        #expect(groups.groups[0].portals.count == 1)
        try groups.move(place: "pool", to: "house", floor: "Floor 1", known: Self.places)
        let again = try GroupList(records: groups.records)
        #expect(again.findings.isEmpty && again.groups[0].portals.count == 1)
    }
}
