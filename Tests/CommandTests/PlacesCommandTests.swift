import Documents
import Evidence
import Foundation
import Storage
import Testing

@Suite(.enabled(if: PlacesRunner.program != nil, "companion is not built beside the tests"))
struct PlacesCommandTests {
    @Test(arguments: [
        ("yes\n", Int32(0)), ("y\n", 0), (" Y \n", 0), ("yes", 0), ("no\n", 1), ("\n", 2), ("yess\n", 2),
        ("yess\nno\n", 1), ("", 2),
    ])
    func `import shows the map and takes it in on yes or y only; an end of file is never a yes`(
        input: String, exit: Int32
    ) throws {
        try PlacesRunner.run { runner throws in
            let answer = try runner.call(
                ["places", "import", try runner.map("hall", name: "Great Hall")], input: input)
            #expect(answer.exit == exit, "\(answer)")
            #expect(answer.output.contains("\"Great Hall\" (hall): surveyed"))
            #expect(answer.output.contains("1 landmark, 0 connections"))
            #expect(answer.output.contains("noBounds"))
            #expect(FileManager.default.fileExists(atPath: runner.state) == (exit == 0))
            #expect(exit != 2 || answer.error.contains("--yes"))
        }
    }

    @Test func `import says already here, names the ways out of other content, and keeps what it replaces`() throws {
        try PlacesRunner.run { runner throws in
            try runner.take("hall", name: "Hall")
            let same = try runner.call(["places", "import", try runner.map("hall", name: "Hall")])
            #expect(same.exit == 0 && same.output.contains("already here"))
            let other = try runner.map("hall", name: "Hall", landmark: "Gate")
            let refused = try runner.call(["places", "import", other, "--yes", "--json"])
            #expect(refused.exit == 1 && refused.error.contains("--replace") && refused.error.contains("--as"))
            #expect(try refused.json["error"]?["code"] == .string("placeExists"))
            let beside = try runner.call(["places", "import", other, "--yes", "--as", "hall-2", "--json"])
            #expect(try beside.json["name"] == .string("Hall (2)") && beside.exit == 0)
            let replaced = try runner.call(["places", "import", other, "--yes", "--replace", "--json"])
            guard case .string(let aside)? = try replaced.json["setAside"] else {
                Issue.record("nothing was set aside: \(replaced)")
                return
            }
            #expect(Files.text(aside)?.contains("Door") == true)
            let list = try runner.call(["places", "list"])
            #expect(list.output.contains("Hall (2)  hall-2") && list.exit == 0)
        }
    }

    @Test func `a map with an error is refused with its place, and what is no document is bad input`() throws {
        try PlacesRunner.run { runner throws in
            let bad = runner.folder + "/bad.json"
            try #require(Files.write(#"{"format":"companion.place","version":1,"id":"a"}"#, to: bad))
            let invalid = try runner.call(["places", "import", bad, "--yes", "--json"])
            #expect(invalid.exit == 1)
            #expect(try invalid.json["error"]?["code"] == .string("invalidMap"))
            try #require(Files.write("{", to: bad))
            #expect(try runner.call(["places", "import", bad, "--yes"]).exit == 2)
            #expect(!FileManager.default.fileExists(atPath: runner.state))
        }
    }

    @Test func `a place is exported to the byte, renamed in the list, and removed with its membership`() throws {
        try PlacesRunner.run { runner throws in
            try runner.take("hall", name: "Hall")
            let copy = runner.folder + "/copy.json"
            #expect(try runner.call(["places", "export", "hall", copy]).exit == 0)
            #expect(Files.read(copy) == Files.read(runner.folder + "/hall.json"))
            let again = try runner.call(["places", "export", "hall", copy])
            #expect(again.exit == 2 && again.error.contains("is there already — "), "\(again)")
            #expect(try runner.call(["places", "export", "hall", copy, "--force"]).exit == 0)
            let unnamed = try runner.call(["places", "rename", "hall", String(repeating: "a", count: 5_000)])
            #expect(unnamed.exit == 2 && unnamed.error.contains("the name given to places rename cannot be used"))
            let empty = try runner.call(["places", "import", runner.folder + "/hall.json", "--as", ""])
            #expect(empty.exit == 2 && empty.error.contains("--as is empty"), "\(empty)")
            #expect(try runner.call(["places", "export", "hall", "-"]).output == Files.text(copy))
            #expect(try runner.call(["places", "rename", "hall", "Foyer", "--json"]).json["name"] == .string("Foyer"))
            #expect(try runner.call(["places", "rename", "hall", " "]).exit == 2)
            #expect(try runner.call(["groups", "create", "Home"]).exit == 0)
            #expect(try runner.call(["groups", "move", "Foyer", "home"]).exit == 0)
            #expect(try runner.call(["places", "remove", "Foyer"]).exit == 2)
            #expect(try runner.call(["places", "remove", "Foyer"], input: "no\n").exit == 1)
            #expect(try runner.call(["places", "remove", "Foyer"], input: "yes\n").exit == 0)
            #expect(try runner.call(["places", "list", "--json"]).json["places"] == .array([]))
            #expect(Files.text(runner.state + "/buildings.json")?.contains(#""places":[]"#) == true)
            let gone = try runner.call(["places", "remove", "hall", "--yes"])
            #expect(gone.exit == 2 && gone.error.contains("companion places list"))
        }
    }

    @Test func `a damaged index is told on reading, which writes nothing, and kept at the next change`() throws {
        try PlacesRunner.run { runner throws in
            try runner.take("hall", name: "Hall")
            try #require(Files.write("[{", to: runner.state + "/places/index.json"))
            let list = try runner.call(["places", "list", "--json"])
            #expect(list.exit == 1 && list.error.contains("damaged") && list.output.contains("\"hall\""))
            #expect(Files.text(runner.state + "/places/index.json") == "[{")
            let change = try runner.call(["places", "rename", "hall", "Foyer"])
            #expect(change.exit == 0 && change.error.contains("index.damaged-"))
        }
    }

    @Test func `while another writes, a command is refused with its process id, and reading goes on`() throws {
        try PlacesRunner.run { runner throws in
            try runner.take("hall")
            let writer = try StateDirectory(runner.state).writer()
            let refused = try runner.call(["places", "rename", "hall", "Foyer", "--json"])
            #expect(refused.exit == 1 && refused.error.contains("process \(getpid())"))
            #expect(try refused.json["error"]?["code"] == .string("busy"))
            #expect(try runner.call(["places", "list"]).exit == 0)
            #expect(writer.keptFiles.isEmpty)
        }
    }
}
