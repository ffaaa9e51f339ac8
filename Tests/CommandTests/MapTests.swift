import Evidence
import Foundation

#if canImport(FoundationXML)
    import FoundationXML
#endif
import Testing

@Suite(.enabled(if: Companion.isPresent, "\(Companion.absence)")) struct MapTests {
    /// Runs a body in a folder with the demo building's files.
    private func withDemo<Result>(_ body: (String) throws -> Result) throws -> Result {
        try Files.withTemporaryFolder { folder in
            try DemoFiles.lay(in: folder)
            return try body(folder)
        }
    }

    private static let all = ["ground.json", "first.json", "second.json", "--groups", "buildings.json"]

    @Test func `A sound map is valid, a broken one is refused with every finding`() throws {
        try withDemo { folder in
            let sound = try Companion.run(["map", "check", "ground.json", "--json"], in: folder)
            #expect(sound.status == 0 && sound.output.hasPrefix(#"{"valid":true,"findings":["#), "\(sound.output)")
            let text = try #require(Files.text(folder + "/ground.json"))
            Files.write(
                text.replacingOccurrences(of: "\"foyer\"", with: "\"foyeer\"").replacingOccurrences(
                    of: "\"to\":\"foyeer\"", with: "\"to\":\"nowhere\""), to: folder + "/bad.json")
            let bad = try Companion.run(["map", "check", "bad.json", "--json"], in: folder)
            Files.write(#"{"id":"x"}"#, to: folder + "/worse.json")
            let worse = try Companion.run(["map", "check", "worse.json", "--json"], in: folder)
            for run in [worse] {
                #expect(run.status == 1 && run.errors.isEmpty && run.lines.count == 1)
                #expect(run.output.hasPrefix(#"{"valid":false,"findings":[{"code":""#), "\(run.output)")
                let object = try JSONSerialization.jsonObject(with: Data(run.output.utf8)) as? [String: Any]
                let findings = try #require(object?["findings"] as? [[String: Any]])
                for finding in findings { #expect(Set(finding.keys) == ["code", "severity", "at", "message"]) }
            }
            #expect([0, 1].contains(bad.status))
            let readable = try Companion.run(["map", "check", "worse.json"], in: folder)
            #expect(readable.status == 1 && readable.lines.last?.hasPrefix("worse.json: refused, ") ?? false)
        }
    }

    @Test func `What is no document gives the error object with its place`() throws {
        try Files.withTemporaryFolder { folder in
            Files.write("{\n  \"id\": \"x\",\n  nonsense\n}", to: folder + "/a.json")
            let run = try Companion.run(["map", "check", "a.json", "--json"], in: folder)
            #expect(run.status == 2)
            #expect(run.output.hasPrefix(#"{"error":{"code":""#) && run.output.contains(#""at":"3:"#), "\(run.output)")
            #expect(try Companion.run(["map", "check", "nowhere.json"], in: folder).status == 2)
        }
    }

    @Test func `What check writes is valid and stays the same when it is written again`() throws {
        try withDemo { folder in
            let first = try Companion.run(["map", "check", "ground.json", "--write", "a.json"], in: folder)
            let second = try Companion.run(["map", "check", "a.json", "--write", "b.json"], in: folder)
            #expect(first.status == 0 && second.status == 0)
            #expect(Files.read(folder + "/a.json") == Files.read(folder + "/b.json"))
            #expect(Files.read(folder + "/a.json")?.isEmpty == false)
        }
    }

    @Test func `A way is the route effect without its time, and numbered steps for a person`() throws {
        try withDemo { folder in
            let ends = ["--from", "Main entrance", "--to", "workshop"]
            let run = try Companion.run(["map", "route"] + Self.all + ends + ["--json"], in: folder)
            #expect(run.status == 0 && run.lines.count == 1)
            #expect(
                run.output.hasPrefix(#"{"legs":[{"place":"ternwick-ground","landmarks":["main-entrance""#),
                "\(run.output)")
            #expect(run.output.contains(#""cost":"#) && run.output.contains(#""beforeYouGo":["#))
            let text = try Companion.run(["map", "route"] + Self.all + ends, in: folder)
            #expect(text.lines.first == "This is a demo map.")
            #expect(text.output.contains("\n1. Go through the glass door, 4 metres.\n"), "\(text.output)")
            #expect(text.lines.last?.contains("You have arrived at Workshop.") ?? false)
        }
    }

    @Test func `No way is an answer: exit 1, with the reason`() throws {
        try withDemo { folder in
            let run = try Companion.run(
                ["map", "route"] + Self.all + ["--from", "main-entrance", "--to", "worksop", "--json"], in: folder)
            #expect(run.status == 1 && run.lines.count == 1)
            #expect(run.output.hasPrefix(#"{"failure":{"reason":"unknownLandmark""#), "\(run.output)")
            let same = try Companion.run(
                ["map", "route"] + Self.all + ["--from", "workshop", "--to", "Workshop", "--json"], in: folder)
            #expect(same.status == 1 && same.output.contains(#""reason":"alreadyThere""#))
        }
    }

    @Test func `A map with errors is refused with its first finding`() throws {
        try withDemo { folder in
            Files.write(#"{"id":"x"}"#, to: folder + "/bad.json")
            for command in ["route", "show"] {
                let run = try Companion.run(
                    ["map", command, "bad.json", "--from", "a", "--to", "b"] + (command == "route" ? ["--json"] : []),
                    in: folder)
                #expect(run.status == 2)
                #expect(run.errors.hasPrefix("companion: bad.json has "), "\(run.errors)")
                if command == "route" {
                    #expect(run.output.hasPrefix(#"{"error":{"code":"invalidMap""#), "\(run.output)")
                }
            }
        }
    }

    @Test(arguments: [
        ["--from", "a"], ["--to", "a"], [], ["--from", "a", "--from-position", "1,2", "--to", "b"],
        ["--from-position", "1", "--to", "b"], ["--from-position", "1,x", "--to", "b"],
        ["--from-position", "1,2,3,4", "--to", "b"], ["--from", "a", "--to", "b", "--units", "miles"],
    ])
    func `A way needs both its ends, once each`(options: [String]) throws {
        try withDemo { folder in
            let run = try Companion.run(["map", "route", "ground.json"] + options, in: folder)
            #expect(run.status == 2 && run.output.isEmpty && run.errors.contains(" — "), "\(run.errors)")
        }
    }

    @Test func `A position may begin with a dash`() throws {
        try withDemo { folder in
            for form in [["--from-position", "-0.5,0.2"], ["--from-position=-0.5,0.2"]] {
                let run = try Companion.run(["map", "route", "ground.json", "--to", "lobby"] + form, in: folder)
                #expect(run.status == 0, "\(run.output)\(run.errors)")
            }
        }
    }

    @Test func `The drawing is well-formed and marked as a demo, with and without a way`() throws {
        try withDemo { folder in
            let ends = ["--from", "main-entrance", "--to", "workshop"]
            for words in [
                ["ground.json"], Self.all, Self.all + ends, ["ground.json", "--from", "foyer", "--to", "lobby"],
            ] {
                let run = try Companion.run(["map", "show"] + words, in: folder)
                #expect(run.status == 0, "\(run.errors)")
                let parser = XMLParser(data: Data(run.output.utf8))
                #expect(parser.parse(), "\(words): \(String(describing: parser.parserError))")
                #expect(run.output.contains("<svg") && run.output.uppercased().contains("DEMO"))
            }
            let none = try Companion.run(["map", "show"] + Self.all + ["--from", "foyer", "--to", "moon"], in: folder)
            #expect(none.status == 1 && none.output.isEmpty && none.errors.hasPrefix("companion: "), "\(none.errors)")
        }
    }

    @Test func `A name with markup in it is drawn as text`() throws {
        try withDemo { folder in
            let text = try #require(Files.text(folder + "/ground.json"))
            let named = text.replacingOccurrences(of: "Main entrance", with: "<b>A & \\\"B\\\"</b>]]>")
            Files.write(named, to: folder + "/odd.json")
            let run = try Companion.run(["map", "show", "odd.json"], in: folder)
            #expect(run.status == 0, "\(run.errors)")
            #expect(XMLParser(data: Data(run.output.utf8)).parse())
            #expect(!run.output.contains("<b>"))
        }
    }

    @Test func `A landmark that only another file has is told with what joins the files`() throws {
        try withDemo { folder in
            let words = ["map", "route", "ground.json", "first.json", "--from", "foyer", "--to", "library"]
            let apart = try Companion.run(words, in: folder)
            #expect(apart.status == 1 && apart.errors.contains("--groups"), "\(apart.output)\(apart.errors)")
            let joined = try Companion.run(words + ["--groups", "buildings.json"], in: folder)
            #expect(joined.status == 0 && joined.errors.isEmpty, "\(joined.errors)")
            let nowhere = try Companion.run(
                ["map", "route", "ground.json", "first.json", "--from", "foyer", "--to", "zzzz"], in: folder)
            #expect(nowhere.status == 1 && nowhere.errors.isEmpty, "\(nowhere.errors)")
        }
    }
}
