import Documents
import Evidence
import Foundation
import Testing

@Suite(.enabled(if: PlacesRunner.program != nil, "companion is not built beside the tests"))
struct GroupsCommandTests {
    @Test func `a building is made, gets floors and places, and is written compact`() throws {
        try PlacesRunner.run { runner throws in
            for id in ["a", "b"] { try runner.take(id) }
            #expect(try runner.call(["groups", "create", "Home", "--floor", "Ground", "--floor", "Top"]).exit == 0)
            #expect(try runner.call(["groups", "add-floor", "home", "Mid", "--below", "Top"]).exit == 0)
            #expect(try runner.call(["groups", "add-floor", "home", "Cellar", "--below", "ground"]).exit == 0)
            #expect(try runner.call(["groups", "move", "a", "Home", "--floor", "mid"]).exit == 0)
            let refused = try runner.call(["groups", "move", "b", "home"])
            #expect(refused.exit == 2 && refused.error.contains("\"Cellar\", \"Ground\", \"Mid\", \"Top\""))
            #expect(
                Files.text(runner.state + "/buildings.json")
                    == #"[{"floors":[{"id":"cellar","name":"Cellar","places":[]},"#
                    + #"{"id":"ground","name":"Ground","places":[]},{"id":"mid","name":"Mid","places":["a"]},"#
                    + #"{"id":"top","name":"Top","places":[]}],"id":"home","name":"Home"}]"#)
        }
    }

    @Test func `a site takes no second floor, and its places are listed`() throws {
        try PlacesRunner.run { runner throws in
            try runner.take("a", name: "Garage")
            #expect(try runner.call(["groups", "create", "Yard", "--kind", "site"]).exit == 0)
            #expect(try runner.call(["groups", "add-floor", "Yard", "Up"]).exit == 1)
            #expect(try runner.call(["groups", "create", "X", "--kind", "ship"]).exit == 2)
            #expect(try runner.call(["groups", "move", "a", "yard"]).exit == 0)
            let list = try runner.call(["groups", "list"])
            #expect(list.output == "\"Yard\" (yard), a site\n  Ground (ground): Garage\n")
        }
    }

    @Test func `list gives the groups as they are kept, and findings that point into the file`() throws {
        try PlacesRunner.run { runner throws in
            try runner.take("a")
            let group = #"{"floors":[{"id":"f","name":"F","places":["a","gone"]}],"id":"g","name":"G","x":1.50}"#
            try #require(Files.write("[\(group)]", to: runner.state + "/buildings.json"))
            let list = try runner.call(["groups", "list", "--json"])
            #expect(list.output.hasPrefix(#"{"groups":[\#(group)],"findings":["#))
            guard case .array(let findings)? = try list.json["findings"] else { return }
            #expect(findings.map { $0["code"] } == [.string("unknownPlace")])
            #expect(findings[0]["at"] == .string("/0/floors/0/places/1"))
            #expect(Files.text(runner.state + "/buildings.json") == "[\(group)]")
        }
    }

    @Test func `groups and floors are renamed, and a removed group frees its places`() throws {
        try PlacesRunner.run { runner throws in
            try runner.take("a")
            #expect(try runner.call(["groups", "create", "Home"]).exit == 0)
            #expect(try runner.call(["groups", "move", "a", "home"]).exit == 0)
            #expect(try runner.call(["groups", "rename", "Home", "House"]).exit == 0)
            #expect(try runner.call(["groups", "rename", "house", "Hall", "--floor", "Ground"]).exit == 2)
            #expect(try runner.call(["groups", "rename", "HOUSE", "Hall", "--floor", "Ground"]).exit == 2)
            #expect(try runner.call(["groups", "rename", "home", "Hall", "--floor", "Ground"]).exit == 0)
            let removed = try runner.call(["groups", "remove", "home", "--json"])
            #expect(removed.output == "{\"removed\":\"home\",\"freed\":[\"a\"]}\n")
            #expect(Files.text(runner.state + "/buildings.json") == "[]")
            #expect(try runner.call(["places", "list"]).output.contains("a, 1 landmark"))
        }
    }

    @Test func `a portal is one object in a file, and a bad one is refused with its place`() throws {
        try PlacesRunner.run { runner throws in
            for id in ["a", "b"] { try runner.take(id) }
            #expect(try runner.call(["groups", "create", "Yard", "--kind", "site"]).exit == 0)
            for id in ["a", "b"] { #expect(try runner.call(["groups", "move", id, "yard"]).exit == 0) }
            let path = runner.folder + "/portal.json"
            let text =
                #"{"id":"gate","from":{"place":"a","landmark":"door"},"to":{"place":"b","landmark":"door"},"#
                + #""direction":"oneWay","kind":"path","instruction":"Go.","stepFree":"unknown","#
                + #""availability":"available","verification":{"status":"unverified"},"note":"kept"}"#
            try #require(Files.write(text.replacing("\"b\",", with: "\"c\","), to: path))
            let bad = try runner.call(["groups", "add-portal", "yard", path, "--json"])
            #expect(bad.exit == 1)
            #expect(try bad.json["error"]?["at"] == .string("/to/place"))
            try #require(Files.write(text, to: path))
            let added = try runner.call(["groups", "add-portal", "yard", path])
            #expect(added.exit == 0, "\(added)")
            #expect(Files.text(runner.state + "/buildings.json")?.contains(#""note":"kept""#) == true)
        }
    }
}
