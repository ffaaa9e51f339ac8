import Evidence
import Foundation
import Testing

/// `setup` on a machine without a depth camera: the list, the doors, and that nothing is written without yes.
@Suite(.enabled(if: Companion.isPresent, "\(Companion.absence)")) struct SetupTests {
    private func call(_ words: [String], input: String = "", in folder: String) throws -> Companion.Outcome {
        try Companion.run(
            ["setup"] + words, input: input, in: folder,
            environment: ["XDG_CONFIG_HOME": folder + "/cfg", "RUNTIME_DIRECTORY": folder + "/run"], limit: 60)
    }

    /// Runs `body` in a folder with the demo's maps.
    private func inFolder(_ body: (String) throws -> Void) throws {
        try Files.withTemporaryFolder { folder in
            try DemoFiles.lay(in: folder)
            try body(folder)
        }
    }

    private func files(_ folder: String) -> Set<String> {
        Set((FileManager.default.enumerator(atPath: folder)?.allObjects as? [String]) ?? [])
    }

    @Test func `the doors are listed for a machine with what each would do`() throws {
        try inFolder { folder in
            let run = try call(["--json"], in: folder)
            #expect(run.status == 0 && run.lines.count == 1)
            struct List: Decodable {
                struct Door: Decodable {
                    var number: Int
                    var name, title, detail, willDo, command: String
                }
                var question: String
                var doors: [Door]
            }
            let list = try JSONDecoder().decode(List.self, from: Data(run.output.utf8))
            #expect(list.doors.map(\.number) == [1, 2, 3] && list.doors.map(\.name) == ["robot", "place", "look"])
            #expect(list.doors.allSatisfy { $0.command == "companion setup --door \($0.number)" })
        }
    }

    @Test func `for a person they are numbered; an end of the input, and q, choose nothing`() throws {
        try inFolder { folder in
            let before = files(folder)
            let silent = try call([], in: folder)
            #expect(silent.status == 2 && silent.errors.contains("nobody chose"))
            for text in ["1  ", "2  Open a place someone sent", "3  Look around"] {
                #expect(silent.output.contains(text))
            }
            let left = try call([], input: "seven\nq\n", in: folder)
            #expect(left.status == 1 && left.errors.contains("There is no door \"seven\""))
            let wrong = try call(["--door", "4", "--json"], in: folder)
            #expect(wrong.status == 2 && wrong.output.contains(#""code":"usage""#))
            #expect(files(folder) == before)
        }
    }

    @Test func `without a camera the first door plays the demo, and says why`() throws {
        try inFolder { folder in
            let before = files(folder)
            let run = try call([], input: "1\n", in: folder)
            #expect(run.status == 0 && run.output.contains("See how it works"))
            #expect(run.output.contains("No depth camera is plugged in, so there is no robot to set up yet. companion"))
            #expect(run.output.contains("real decisions"))
            #expect(files(folder) == before, "nothing is written")
        }
    }

    @Test func `the second door checks a map, asks, takes it in, and asks for its group`() throws {
        try inFolder { folder in
            let words = ["--door", "2", "--file", "ground.json", "--state", "state"]
            let no = try call(words, input: "no\n", in: folder)
            #expect(no.status == 1 && !files(folder).contains("state"), "\(no.output)")
            // The map, the group, that it is to be made.
            let yes = try call(words, input: "yes\nHarbour\ny\n", in: folder)
            #expect(yes.status == 0, "\(yes.output) \(yes.errors)")
            #expect(yes.output.contains("is now in \"Harbour\""), "\(yes.output)")
            let again = try call(words, input: "\n", in: folder)
            #expect(again.status == 0 && again.output.contains("already here"))
        }
    }

    @Test func `a folder is taken in map by map; one with a mistake is named, and the others come in`() throws {
        try inFolder { folder in
            try FileManager.default.createDirectory(atPath: folder + "/sent", withIntermediateDirectories: true)
            for name in ["ground", "first", "second"] {
                try FileManager.default.copyItem(
                    atPath: "\(folder)/\(name).json", toPath: "\(folder)/sent/\(name).json")
            }
            Files.write("{ \"format\": \"companion.place\" }", to: folder + "/sent/first.json")
            let words = ["--door", "2", "--file", "sent", "--state", "state", "--yes", "--json"]
            let run = try call(words + ["--group", "Hall", "--floor", "Ground"], in: folder)
            #expect(run.status == 1 && run.output.contains(#""code":"invalidMap""#), "\(run.output)")
            #expect(run.errors.contains("sent/first.json"))
            let list = try Companion.run(["groups", "list", "--state", "state", "--json"], in: folder)
            #expect(list.output.contains("ternwick-ground") && list.output.contains("ternwick-second"))
            let none = try call(["--door", "2", "--file", "state", "--state", "other", "--yes"], in: folder)
            #expect(none.status == 2 && none.errors.contains("no map in the folder"), "\(none.errors)")
            let silent = try call(["--door", "2", "--json"], in: folder)
            #expect(silent.status == 2 && silent.output.contains("--file"))
        }
    }

    @Test func `a building with several floors is asked which`() throws {
        try inFolder { folder in
            let words = ["groups", "create", "Hall", "--floor", "Low", "--floor", "High", "--state", "state"]
            #expect(try Companion.run(words, in: folder).status == 0)
            let run = try call(
                ["--door", "2", "--file", "first.json", "--state", "state"], input: "yes\nHall\nHigh\n", in: folder)
            #expect(run.status == 0 && run.output.contains("\"High\""), "\(run.output) \(run.errors)")
        }
    }

    @Test func `the third door plays, draws or runs, and writes a picture only on yes`() throws {
        try inFolder { folder in
            let no = try call(["--door", "3"], input: "2\n\nno\n", in: folder)
            #expect(no.status == 1 && !files(folder).contains("demo-ground.svg"))
            let yes = try call(["--door", "3"], input: "2\n\nyes\n", in: folder)
            #expect(yes.status == 0 && Files.text(folder + "/demo-ground.svg")?.contains("<svg") == true)
            let own = try call(["--door", "3"], input: "2\nground.json\nyes\n", in: folder)
            #expect(own.status == 0 && Files.text(folder + "/ground.svg")?.contains("<svg") == true)
            let walk = try call(["--door", "3"], input: "3\nride.json5\n", in: folder)
            #expect(walk.status == 0 && !walk.output.isEmpty, "\(walk.errors)")
            let demo = try call(["--door", "3", "--json"], in: folder)
            #expect(demo.status == 0 && demo.lines.count > 10)
        }
    }

    @Test func `Ctrl-C at a question ends it, and nothing was written`() throws {
        try inFolder { folder in
            let before = files(folder)
            let program = try RunningProgram(
                Companion.path, ["setup", "--door", "2", "--file", "ground.json", "--state", "state"], in: folder,
                environment: ["XDG_CONFIG_HOME": folder + "/cfg", "RUNTIME_DIRECTORY": folder + "/run"])
            #expect(program.wait(limit: 20) { $0.errors.contains("Take it in?") }, "\(program.errors)")
            program.send(SIGINT)
            #expect(program.end(limit: 20).status != 0)
            #expect(files(folder) == before)
        }
    }
}
