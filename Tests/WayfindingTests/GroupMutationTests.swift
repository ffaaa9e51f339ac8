import Documents
import Testing
import Wayfinding

struct GroupMutationTests {
    private static let places: Set = ["lobby", "pool", "garage", "yard"]

    /// A building of three floors and a site, with some places in them.
    private func home() throws -> GroupList {
        var groups = GroupList()
        try groups.create(name: "Harbour House", floors: ["Ground", "Floor 1", "Floor 2"])
        try groups.create(name: "Yard", kind: .site)
        try groups.move(place: "lobby", to: "Harbour House", floor: "Ground", known: Self.places)
        try groups.move(place: "garage", to: "yard", known: Self.places)
        return groups
    }

    private func list(_ json: String) throws -> GroupList {
        guard case .array(let records) = JSONValue(try Document(Array(json.utf8)).root) else { return GroupList() }
        return try GroupList(records: records)
    }

    private func text(_ groups: GroupList) -> String {
        String(decoding: MapWriter.groups(groups.records), as: UTF8.self)
    }

    @Test func `a group that is made without a kind has none, and one floor, Ground`() throws {
        var groups = GroupList()
        try groups.create(name: "Annex")
        #expect(
            text(groups) == #"[{"floors":[{"id":"ground","name":"Ground","places":[]}],"id":"annex","name":"Annex"}]"#)
        try groups.create(name: "Yard", kind: .site)
        #expect(groups.groups[1].kind == .site && groups.groups[1].floors.map(\.name) == ["Ground"])
    }

    @Test(arguments: [
        ("Harbour House", "harbour-house"), ("  Café & Deck / Süd ", "caf-deck-s-d"), ("日本", "group"), ("---", "group"),
        (String(repeating: "ab", count: 40), String(repeating: "ab", count: 20)),
    ])
    func `an id is made from the name`(name: String, id: String) throws {
        var groups = GroupList()
        #expect(try groups.create(name: name).id == id)
    }

    @Test func `ids stay unique where names give the same one`() throws {
        var groups = GroupList()
        let ids = try ["A b", "A-b", "a  B"].map { try groups.create(name: $0).id }
        #expect(ids == ["a-b", "a-b-2", "a-b-3"])
        try groups.addFloor(to: "a-b", name: "ground!")
        #expect(groups.groups[0].floors.map(\.id) == ["ground", "ground-2"])
    }

    @Test func `a floor is put on top, above or below, and the order is kept`() throws {
        var groups = try home()
        try groups.addFloor(to: "harbour-house", name: "Roof")
        try groups.addFloor(to: "harbour-house", name: "Cellar", at: .below("Ground"))
        try groups.addFloor(to: "harbour-house", name: "Mezzanine", at: .above("ground"))
        #expect(
            groups.groups[0].floors.map(\.name) == ["Cellar", "Ground", "Mezzanine", "Floor 1", "Floor 2", "Roof"])
    }

    @Test func `a site takes no second floor, however it is asked for`() throws {
        var groups = try home()
        #expect(throws: GroupMutationError.siteHasOneFloor(site: "Yard")) {
            try groups.addFloor(to: "yard", name: "Up")
        }
        #expect(throws: GroupMutationError.siteHasOneFloor(site: "Two")) {
            try groups.create(name: "Two", kind: .site, floors: ["A", "B"])
        }
        #expect(groups.groups.map(\.floors.count) == [3, 1])
    }

    @Test func `a place that moves is a member of one group only`() throws {
        var groups = try home()
        try groups.move(place: "lobby", to: "yard", known: Self.places)
        #expect(groups.group(ofPlace: "lobby")?.id == "yard")
        #expect(groups.groups[0].floors.flatMap(\.places) == [])
        #expect(groups.groups[1].siblings(ofPlace: "lobby") == ["garage"])
        try groups.move(place: "lobby", to: "harbour-house", floor: "floor-1", known: Self.places)
        try groups.move(place: "lobby", to: "harbour-house", floor: "floor-1", known: Self.places)
        #expect(groups.groups.flatMap(\.floors).flatMap(\.places).sorted() == ["garage", "lobby"])
    }

    @Test func `moving into several floors without saying which is refused, naming them`() throws {
        var groups = try home()
        let error = #expect(throws: GroupMutationError.self) {
            try groups.move(place: "pool", to: "harbour-house", known: Self.places)
        }
        #expect(error == .floorNeeded(group: "Harbour House", floors: ["Ground", "Floor 1", "Floor 2"]))
        #expect(error?.description.contains("\"Ground\", \"Floor 1\", \"Floor 2\"") == true)
    }

    @Test func `what is not there is refused by name, and what is alike is offered`() throws {
        var groups = try home()
        #expect(throws: GroupMutationError.unknownPlace("garag", nearest: ["garage"])) {
            try groups.move(place: "garag", to: "yard", known: Self.places)
        }
        #expect(throws: GroupMutationError.unknownGroup("Yrad", nearest: ["Yard"])) { try groups.group("Yrad") }
        #expect(throws: GroupMutationError.unknownFloor("9", group: "Yard", floors: ["Ground"])) {
            try groups.move(place: "lobby", to: "Yard", floor: "9", known: Self.places)
        }
        #expect(groups.group(ofPlace: "lobby")?.id == "harbour-house")
    }

    @Test func `an id wins over a name, a name over one in other capitals, and two alike are told apart by id`() throws
    {
        let groups = try list(
            #"[{"floors":[],"id":"a","name":"b"},{"floors":[],"id":"b","name":"X"},{"floors":[],"id":"c","name":"x"},"#
                + #"{"floors":[],"id":"d","name":"Same"},{"floors":[],"id":"e","name":"Same"}]"#)
        #expect(try groups.group("b").id == "b")
        #expect(try groups.group("x").id == "c")
        #expect(try groups.group("X").id == "b")
        #expect(throws: GroupMutationError.ambiguousGroup("Same", ids: ["d", "e"])) { try groups.group("Same") }
        #expect(throws: GroupMutationError.ambiguousGroup("SAME", ids: ["d", "e"])) { try groups.group("SAME") }
    }

    @Test(arguments: ["", "  ", "\u{200B}", "a\u{7}b", String(repeating: "x", count: 4097)])
    func `a name that nobody could read or hear is refused, and nothing is changed`(name: String) throws {
        var groups = try home()
        let before = text(groups)
        #expect(throws: GroupMutationError.self) { try groups.create(name: name) }
        #expect(throws: GroupMutationError.self) { try groups.create(name: "Fine", floors: ["Ground", name]) }
        #expect(throws: GroupMutationError.self) { try groups.addFloor(to: "harbour-house", name: name) }
        #expect(throws: GroupMutationError.self) { try groups.rename(group: "yard", to: name) }
        #expect(throws: GroupMutationError.self) { try groups.rename(floor: "Ground", of: "yard", to: name) }
        #expect(text(groups) == before)
    }

    @Test func `two groups, and two floors of one group, never have the same name`() throws {
        var groups = try home()
        let before = text(groups)
        #expect(throws: GroupMutationError.groupNameTaken("Yard", id: "yard")) { try groups.create(name: "Yard") }
        #expect(throws: GroupMutationError.groupNameTaken("Yard", id: "yard")) {
            try groups.rename(group: "harbour-house", to: "Yard")
        }
        #expect(throws: GroupMutationError.floorNameTaken("Ground", group: "Harbour House")) {
            try groups.rename(floor: "Floor 1", of: "harbour-house", to: "Ground")
        }
        #expect(throws: GroupMutationError.floorNameTaken("A", group: "New")) {
            try groups.create(name: "New", floors: ["A", "A"])
        }
        #expect(text(groups) == before)
        try groups.rename(group: "yard", to: "Yard")
        try groups.rename(group: "yard", to: "Garden")
        try groups.rename(floor: "Ground", of: "Garden", to: "All")
        #expect(groups.groups[1].name == "Garden" && groups.groups[1].floors[0].name == "All")
        #expect(groups.groups[1].id == "yard")
    }

    @Test func `removing a group frees its places`() throws {
        var groups = try home()
        #expect(try groups.remove(group: "Yard").floors[0].places == ["garage"])
        #expect(groups.group(ofPlace: "garage") == nil)
        try groups.move(place: "garage", to: "harbour-house", floor: "Floor 1", known: Self.places)
        #expect(groups.group(ofPlace: "garage")?.id == "harbour-house")
    }

    @Test func `a removed place leaves its group`() throws {
        var groups = try home()
        let answers = (groups.removePlace("lobby"), groups.removePlace("lobby"))
        #expect(answers == (true, false))
        #expect(groups.group(ofPlace: "lobby") == nil)
    }

    @Test func `a change writes the group that it is about, and leaves the others as they were to the letter`() throws {
        let odd =
            #"{"id":"a","name":"A","floors":[{"places":["p"],"id":"f","name":"F","tint":1.50}],"kind":null,"x":[1e2]}"#
        var groups = try list("[\(odd),{\"floors\":[],\"id\":\"b\",\"name\":\"B\",\"y\":\"kept\"}]")
        try groups.rename(group: "b", to: "C")
        guard case .array(let records) = JSONValue(try Document(Array("[\(odd)]".utf8)).root) else { return }
        #expect(groups.records[0] == records[0])
        #expect(groups.records[1]["name"] == .string("C") && groups.records[1]["y"] == .string("kept"))
    }

    @Test func `what is repaired in reading is written repaired with the next change`() throws {
        let groups = try list(
            #"[{"floors":[{"id":"f","name":"F","places":["a"]},{"id":"g","name":"G","places":["b"]}],"id":"s","#
                + #""kind":"site","name":"S"},{"floors":[{"id":"f","name":"F","places":["b","c"]}],"id":"t","name":"T"}]"#
        )
        #expect(groups.findings.map(\.code) == [.siteWithSeveralFloors, .placeInTwoGroups])
        #expect(
            text(groups)
                == #"[{"floors":[{"id":"f","name":"F","places":["a","b"]}],"id":"s","kind":"site","name":"S"},"#
                + #"{"floors":[{"id":"f","name":"F","places":["c"]}],"id":"t","name":"T"}]"#)
    }

    @Test func `a place that is not there stays a member, for its map may come back`() throws {
        var groups = try list(#"[{"floors":[{"id":"f","name":"F","places":["gone"]}],"id":"s","name":"S"}]"#)
        try groups.move(place: "pool", to: "s", known: Self.places)
        #expect(groups.groups[0].floors[0].places == ["gone", "pool"])
    }

    @Test
    func `strands-project/strands_navigation#262: floors that share coordinates are never each other's neighbours`()
        throws
    {
        var groups = try home()
        try groups.move(place: "pool", to: "harbour-house", floor: "Floor 2", known: Self.places)
        try groups.move(place: "yard", to: "harbour-house", floor: "Floor 2", known: Self.places)
        #expect(groups.groups[0].siblings(ofPlace: "pool") == ["yard"])
        #expect(groups.groups[0].siblings(ofPlace: "lobby") == [])
    }
}
