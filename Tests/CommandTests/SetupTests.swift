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
            #expect(left.status == 1 && left.errors.contains("\"seven\" is no answer to this; answer 1, 2 or 3"))
            let wrong = try call(["--door", "4", "--json"], in: folder)
            #expect(wrong.status == 2 && wrong.output.contains(#""code":"usage""#))
            #expect(files(folder) == before)
        }
    }

    @Test func `without a camera the first door goes through everything else, and only then offers the demo`() throws {
        try inFolder { folder in
            let before = files(folder)
            let no = try call(["--state", "state"], input: "1\n" + String(repeating: "no\n", count: 9), in: folder)
            #expect(no.status == 1 && no.output.contains("See how it works"))
            #expect(no.output.contains("No depth camera is plugged in, so the robot cannot be set up whole."))
            let parts = [
                "Depth camera: No depth camera is plugged in.", "→ plug one into a USB 3 port", "Barometer: ",
                "Voice: ",
                "Memory: ", "Configuration: ", "Where the floor is: ", "Places: None", "Phone: ", "Service: ",
                "Mend what is named above",
            ]
            let places = parts.map { no.output.range(of: $0)?.lowerBound }
            #expect(zip(places, places.dropFirst()).allSatisfy { $0 != nil && $1 != nil && $0! < $1! }, "\(no.output)")
            #expect(no.errors.contains("Until then: play a walk") && !no.output.contains("real decisions"))
            #expect(files(folder) == before, "nothing is written")
            let answers = no.errors.split(separator: "?").count - 1
            let input = "1\n" + String(repeating: "no\n", count: answers - 2) + "yes\n"
            let yes = try call(["--state", "state"], input: input, in: folder)
            #expect(yes.status == 0 && yes.output.contains("real decisions"), "\(yes.errors)")
        }
    }

    @Test func `the first door tells a machine how each part stands, and plays and writes nothing`() throws {
        struct Step: Decodable {
            var step, title, state, good, remedy: String
            var found: Bool?
        }
        try inFolder { folder in
            let before = files(folder)
            let run = try call(["--door", "1", "--json", "--state", "state"], in: folder)
            let steps = try run.lines.map { try JSONDecoder().decode(Step.self, from: Data($0.utf8)) }
            let names = [
                "camera", "barometer", "voice", "state", "configuration", "mounting", "places", "phone", "service",
            ]
            #expect(steps.map(\.step) == names && run.status == 1)
            let camera = try #require(steps.first)
            #expect(camera.found == false && camera.state == "error" && camera.remedy.contains("USB 3 port"))
            #expect(steps.first { $0.step == "places" }?.found == false && files(folder) == before)
        }
    }

    @Test func `where nobody answers, the first door still tells everything, and asks once`() throws {
        try inFolder { folder in
            let before = files(folder)
            let run = try call(["--door", "1", "--state", "state"], in: folder)
            #expect(run.status == 1 && run.output.contains("Service: ") && !run.output.contains("real decisions"))
            #expect(run.output.contains("Nobody answered") && run.errors.split(separator: "?").count == 2)
            #expect(files(folder) == before)
        }
    }

    @Test func `the first door takes in a map on yes, where none is known`() throws {
        try inFolder { folder in
            // Whatever is asked before, the answer is no until a map can be opened.
            let whole = try call(
                ["--door", "1", "--state", "state"], input: String(repeating: "no\n", count: 9), in: folder)
            let questions = whole.errors.components(separatedBy: "[yes/no]").dropLast()
            let before = try #require(questions.firstIndex { $0.contains("Take in a map") })
            let input = String(repeating: "no\n", count: before) + "yes\nground.json\nyes\n\nno\n"
            let run = try call(["--door", "1", "--state", "state"], input: input, in: folder)
            #expect(run.output.contains("Places: 1 place known."), "\(run.output) \(run.errors)")
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
            let demo = try call(["--door", "3"], input: "1\n", in: folder)
            #expect(demo.status == 0 && demo.output.contains("real decisions"))
            let list = try call(["--door", "3", "--json"], in: folder)
            #expect(list.status == 0 && list.lines.count == 1 && list.output.contains(#""command":"companion demo""#))
            let nobody = try call(["--door", "3"], in: folder)
            #expect(nobody.status == 2 && nobody.errors.contains("nobody chose what to look at"), "\(nobody.errors)")
        }
    }

    @Test func `the second door says what it needs where nobody is there, and what is wrong with a file`() throws {
        try inFolder { folder in
            let nobody = try call(["--door", "2"], in: folder)
            #expect(
                nobody.status == 2
                    && nobody.errors.contains("nobody named a map, so nothing was done — name a file or a folder"))
            Files.write("{ \"format\": ", to: folder + "/half.json")
            Files.write([0x50, 0x4B, 3, 4], to: folder + "/zip.json")
            for (path, what) in [("half.json", "half.json: "), ("zip.json", "zip.json: "), ("gone.json", "gone.json")] {
                let run = try call(["--door", "2", "--file", path, "--state", "state"], in: folder)
                #expect(run.status == 2 && run.errors.contains(what) && run.errors.contains(" — "), "\(run.errors)")
                let json = try call(["--door", "2", "--file", path, "--state", "state", "--json"], in: folder)
                #expect(json.status == 2 && json.output.hasPrefix(#"{"error":{"#), "\(json.output)")
            }
            let typed = try call(
                ["--door", "2", "--state", "state"], input: "gone.json\n'ground.json'\nno\n", in: folder)
            #expect(typed.status == 1 && typed.errors.contains("\"gone.json\" is not there"), "\(typed.errors)")
            #expect(!files(folder).contains("state"))
        }
    }

    @Test(arguments: [["--door", "2", "--file", "ground.json"], ["--door", "3"], []])
    func `an answer that is not understood is asked again, three times at the most`(words: [String]) throws {
        try inFolder { folder in
            let before = files(folder)
            let run = try call(
                words + ["--state", "state"], input: String(repeating: "maybe\n", count: 20), in: folder)
            #expect(run.status == 2 && run.errors.contains("no answer was understood in 3 tries"), "\(run.errors)")
            #expect(run.errors.components(separatedBy: "\"maybe\" is no answer to this").count == 3)
            #expect(files(folder) == before)
            guard words.contains("--file") else { return }
            let again = try call(words + ["--state", "state"], input: "maybe\nYES\n\n", in: folder)
            #expect(again.status == 0, "\(again.errors)")
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
