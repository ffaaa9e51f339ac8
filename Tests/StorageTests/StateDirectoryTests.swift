import Documents
import Evidence
import Foundation
import Storage
import Testing
import Wayfinding

struct StateDirectoryTests {
    @Test(arguments: [
        (["STATE_DIRECTORY": "/s/one:/s/two"], true, "/s/one"), (["STATE_DIRECTORY": "/s"], false, "/s"),
        ([:], true, "/var/lib/companion"), (["HOME": "/h"], true, "/var/lib/companion"),
        (["XDG_STATE_HOME": "/x", "HOME": "/h"], false, "/x/companion"),
        (["XDG_STATE_HOME": "x", "HOME": "/h"], false, "/h/.local/state/companion"),
    ])
    func `the directory is where the rule says`(variables: [String: String], isRoot: Bool, path: String) {
        #expect(StateDirectory.standardPath(isRoot: isRoot) { variables[$0] } == path)
    }

    @Test func `a place that is taken in is listed, with its map to the byte`() throws {
        try StateWorld.run { world throws in
            #expect(try world.take(StateWorld.map("hall")) == .added(name: "Hall"))
            let place = try #require(try world.places().first)
            #expect(place.word == "ok" && !place.isFound)
            #expect(place.record.importedAt == "2026-11-30T10:11:12Z")
            #expect(place.record.scannedAt == "2026-01-02T03:04:05Z")
            #expect(world.bytes("places/hall/map.json") == MapWriter.canonical(StateWorld.map("hall")))
        }
    }

    @Test(arguments: [
        ("ground", "ground"), ("floor/2", "floor%2F2"), ("..", "%2E%2E"), ("index.json", "index%2Ejson"),
        (".removed-x", "%2Eremoved-x"), ("Süd", "S%C3%BCd"), ("a b", "a%20b"), ("%2F", "%252F"), ("~", "%7E"),
    ])
    func `no id leaves the folder of places, and every id is found again by its folder`(id: String, folder: String)
        throws
    {
        try StateWorld.run { world throws in
            try world.take(StateWorld.map(id, name: "N"))
            #expect(try world.names("places") == [folder, "index.json"].sorted())
            try FileManager.default.removeItem(atPath: world.path + "/places/index.json")
            let place = try #require(try world.places().first)
            #expect(place.id == id && place.isFound && place.word == "ok")
        }
    }

    @Test func `ids that are too long for a folder's name are told apart`() throws {
        try StateWorld.run { world throws in
            let long = String(repeating: "ü", count: 1000)
            try world.take(StateWorld.map(long, name: "A"))
            try world.take(StateWorld.map(long + "x", name: "B"))
            #expect(try world.names("places").allSatisfy { $0.utf8.count <= 255 })
            #expect(try world.places().map(\.name) == ["A", "B"])
            try FileManager.default.removeItem(atPath: world.path + "/places/index.json")
            #expect(try Set(world.places().map(\.id)) == [long, long + "x"])
        }
    }

    @Test func `a map folder that is not in the index is listed again, and saved with the next change`() throws {
        try StateWorld.run { world throws in
            for id in ["a", "b", "c"] { try world.take(StateWorld.map(id)) }
            try world.put("places/index.json", #"[{"id":"b","name":"Kitchen","importedAt":7}]"#)
            #expect(try world.places().map(\.name) == ["Kitchen", "A", "C"])
            #expect(try world.places().map(\.isFound) == [false, true, true])
            try world.take(StateWorld.map("d"))
            #expect(try world.places().map(\.id) == ["b", "a", "c", "d"])
            #expect(try world.places().allSatisfy { !$0.isFound })
            #expect(try world.names("places").contains("index.damaged-2026-11-30T101112Z.json"))
        }
    }

    @Test func `a damaged map is shown by the name of its place, and the others are as they were`() throws {
        try StateWorld.run { world throws in
            for id in ["a", "b", "c"] { try world.take(StateWorld.map(id, name: "Room \(id)")) }
            let whole = try #require(world.bytes("places/b/map.json"))
            let damages: [[UInt8]] = [
                Array(whole.prefix(40)), [], [UInt8](repeating: 0, count: 500), Array("[]".utf8),
                try #require(world.bytes("places/a/map.json")),
            ]
            for damage in damages {
                try world.put("places/b/map.json", damage)
                let places = try world.places()
                #expect(places.map(\.name) == ["Room a", "Room b", "Room c"])
                #expect(places[0].word == "ok" && places[2].word == "ok" && places[1].word.hasPrefix("damaged"))
            }
            try world.take(StateWorld.map("b", name: "Fresh"), replacing: true)
            #expect(try world.places().map(\.name) == ["Room a", "Room b", "Room c"])
            #expect(try world.names("places/b") == ["map.damaged-2026-11-30T101112Z.json", "map.json"])
        }
    }

    @Test func `a damaged map that the index has lost is listed by its id`() throws {
        try StateWorld.run { world throws in
            try world.put("places/old%20hall/map.json", "{")
            let place = try #require(try world.places().first)
            #expect(place.id == "old hall" && place.name == "old hall" && place.word.hasPrefix("damaged"))
        }
    }

    @Test func `the same map is here already, another of its id is refused, or replaces it and is kept`() throws {
        try StateWorld.run { world throws in
            try world.take(StateWorld.map("a"))
            #expect(try world.take(StateWorld.map("a")) == .alreadyHere(name: "A"))
            let pretty = try Document(Array(" ".utf8) + MapWriter.canonical(StateWorld.map("a")))
            let same = try #require(try PlaceCandidate.make(pretty, now: 0).candidate)
            #expect(same.standing(beside: try world.places()) == .same(name: "A"))
            let other = StateWorld.map("a", landmark: "Gate")
            #expect(throws: StorageError.placeExists(id: "a", name: "A")) { try world.take(other) }
            let outcome = try world.take(other, replacing: true)
            let aside = world.path + "/places/a/map.replaced-2026-11-30T101112Z.json"
            #expect(outcome == .replaced(name: "A", setAside: aside))
            #expect(Files.read(aside) == MapWriter.canonical(StateWorld.map("a")))
            #expect(try world.places()[0].map?.landmarks[0].name == "Gate")
        }
    }

    @Test func `a map is taken in under another id with everything else as it was`() throws {
        try StateWorld.run { world throws in
            let writer = try world.directory.writer()
            let document = try Document(
                Array(#"{"more":1.50,"#.utf8) + MapWriter.canonical(StateWorld.map("a")).dropFirst())
            let candidate = try #require(try PlaceCandidate.make(document, as: "b/2", now: 0).candidate)
            #expect(try writer.take(candidate, now: 0) == .added(name: "A"))
            let kept = try Document(try #require(world.bytes("places/b%2F2/map.json")))
            #expect(kept.root["id"]?.string == "b/2" && kept.root["more"]?.numberText == "1.50")
        }
    }

    @Test func `a name that is taken gets a number, in the list only`() throws {
        try StateWorld.run { world throws in
            for id in ["a", "b", "c"] { try world.take(StateWorld.map(id, name: "Hall")) }
            #expect(try world.places().map(\.name) == ["Hall", "Hall (2)", "Hall (3)"])
            #expect(try world.places().allSatisfy { $0.map?.name == "Hall" })
            let writer = try world.directory.writer()
            #expect(try writer.rename(place: "c", to: "Hall", now: 0) == "Hall (3)")
            #expect(try writer.rename(place: "c", to: "Loft", now: 0) == "Loft")
            #expect(throws: StorageError.unknownPlace(id: "z")) { try writer.rename(place: "z", to: "Z", now: 0) }
        }
    }

    @Test func `a removed place is gone with its map and leaves its group; one that is in use is not removed`() throws {
        try StateWorld.run { world throws in
            try world.take(StateWorld.map("a"))
            try world.take(StateWorld.map("b"))
            try world.put(
                "buildings.json", #"[{"floors":[{"id":"f","name":"F","places":["a","b"]}],"id":"g","name":"G"}]"#)
            let writer = try world.directory.writer()
            #expect(throws: StorageError.placeInUse(id: "a", name: "A")) {
                try writer.remove(place: "a", inUse: ["a"], now: 0)
            }
            #expect(try world.places().count == 2)
            #expect(try writer.remove(place: "a", now: 0) == "A")
            #expect(try world.names("places") == ["b", "index.json"])
            #expect(world.text("buildings.json")?.contains(#""places":["b"]"#) == true)
            #expect(throws: StorageError.unknownPlace(id: "a")) { try writer.remove(place: "a", now: 0) }
        }
    }

    @Test func `a removal that was begun is over for readers, and ended by the next writer`() throws {
        try StateWorld.run { world throws in
            try world.take(StateWorld.map("a"))
            try world.take(StateWorld.map("b"))
            try world.put("buildings.json", #"[{"floors":[{"id":"f","name":"F","places":["a"]}],"id":"g","name":"G"}]"#)
            try #require(rename(world.path + "/places/a", world.path + "/places/.removed-a") == 0)
            #expect(try world.places().map(\.id) == ["b"])
            let groups = try world.directory.groups(places: try world.places(), now: 0)
            #expect(groups.findings.map(\.code) == [.unknownPlace])
            _ = try world.directory.writer()
            #expect(try world.names("places") == ["b", "index.json"])
            #expect(try world.directory.index.read().records.map(\.id) == ["b"])
            #expect(world.text("buildings.json")?.contains(#""places":[]"#) == true)
        }
    }

    @Test func `where the groups cannot be read, no place is removed`() throws {
        try StateWorld.run { world throws in
            try world.take(StateWorld.map("a"))
            try FileManager.default.createDirectory(
                atPath: world.path + "/buildings.json", withIntermediateDirectories: true)
            let writer = try world.directory.writer()
            #expect(throws: StorageError.self) { try writer.remove(place: "a", now: 0) }
            #expect(try world.places().map(\.word) == ["ok"])
        }
    }

    @Test func `findings about groups point into the file as it is`() throws {
        try StateWorld.run { world throws in
            try world.take(StateWorld.map("a"))
            try world.put(
                "buildings.json",
                #"[{"floors":[{"id":"f","name":"F","places":["a","gone"]}],"id":"g","name":"G"},"#
                    + #"{"floors":[{"id":"f","name":"F","places":["a"]}],"id":"g","name":"H"}]"#)
            let stored = try world.directory.groups(places: try world.places(), now: StateWorld.now)
            #expect(stored.isList)
            #expect(stored.findings.map(\.code) == [.duplicateId, .unknownPlace])
            #expect(stored.findings.map(\.pointer.description) == ["/1/id", "/0/floors/0/places/1"])
            #expect(stored.groups.groups.map(\.name) == ["G"])
        }
    }
}
