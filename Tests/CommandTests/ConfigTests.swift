import Evidence
import Foundation
import Testing

@Suite(.enabled(if: Companion.isPresent, "\(Companion.absence)")) struct ConfigTests {
    static let fiveMistakes = """
        {
            // a comment, and five mistakes
            depth: {
                threshhold: 1.0,
                repeat: 100,
                minimum: "near",
            },
            unts: "metric",
            console: { port: 80 },
        }
        """

    private func check(_ text: String, _ options: [String] = []) throws -> Companion.Outcome {
        try Files.withTemporaryFolder { folder in
            Files.write(text, to: folder + "/c.json5")
            return try Companion.run(["config", "check", "c.json5"] + options, in: folder)
        }
    }

    @Test func `Five mistakes are all told with their lines and the nearest key`() throws {
        let run = try check(Self.fiveMistakes)
        #expect(run.status == 1 && run.errors.isEmpty)
        #expect(
            run.lines.map { String($0.prefix(11)) }
                == [4, 5, 6, 8, 9].map { "c.json5:\($0): " }.map { String($0.prefix(11)) })
        #expect(run.lines.first?.contains("did you mean depth.threshold?") ?? false)
        #expect(run.output.contains("did you mean units?"))
    }

    @Test func `cppalliance/mrdocs#992: a key that is a typo is refused with the one that was meant`() throws {
        let run = try check("{ depth: { treshold: 0.5 } }")
        #expect(run.status == 1 && run.output.contains("did you mean depth.threshold?"), "\(run.output)")
    }

    @Test func `For machines the findings are one object`() throws {
        let run = try check(Self.fiveMistakes, ["--json"])
        #expect(run.status == 1 && run.lines.count == 1)
        struct Answer: Decodable {
            struct Finding: Decodable {
                var code: String
                var key: String
                var line: Int
                var message: String
            }
            var valid: Bool
            var findings: [Finding]
        }
        let answer = try JSONDecoder().decode(Answer.self, from: Data(run.output.utf8))
        #expect(!answer.valid)
        #expect(answer.findings.map(\.line) == [4, 5, 6, 8, 9])
        #expect(answer.findings.map(\.code) == ["unknownKey", "outOfRange", "wrongType", "unknownKey", "outOfRange"])
        #expect(try check("{}", ["--json"]).output == #"{"valid":true,"findings":[]}"# + "\n")
    }

    @Test(arguments: ["{", "[]", "", "depth", "{ depth: }", "{ depth: 3 }"])
    func `What is no configuration at all is bad input`(text: String) throws {
        let run = try check(text, ["--json"])
        if text == "[]" || text == "{ depth: 3 }" {
            #expect(run.status == 1 || run.status == 2)
        } else {
            #expect(run.status == 2)
            #expect(
                run.output.hasPrefix(#"{"error":{"code":""#) && run.errors.hasPrefix("companion: c.json5: "),
                "\(run.errors)")
        }
    }

    @Test func `A valid file says so, with comments and trailing commas`() throws {
        let run = try check(
            "// mine\n{ depth: { threshold: 1.5, /* far */ rearmMargin: 0.5, }, 'units': 'imperial', }\n")
        #expect(run.status == 0 && run.output == "c.json5: all settings are valid.\n")
    }

    @Test(arguments: [
        "{ depth: { minimum: 1.2, threshold: 1.0 } }", "{ depth: { minimum: 1.5, maximum: 1.0 } }",
        "{ depth: { threshold: 3, maximum: 2 } }",
    ])
    func `librealsense#2129: settings that contradict each other are refused together`(text: String) throws {
        let run = try check(text, ["--json"])
        #expect(run.status == 1 && run.output.contains(#""code":"contradiction""#), "\(run.output)")
    }

    @Test func `The table has every setting with its value, ends, unit and meaning`() throws {
        try Files.withTemporaryFolder { folder in
            Files.write("{ depth: { threshold: 1.5 } }", to: folder + "/c.json5")
            let run = try Companion.run(["config", "show", "--json", "--config", "c.json5"], in: folder)
            #expect(run.status == 0 && run.lines.count == 1)
            let order = #""key":"depth.threshold","value":1.5,"default":1,"min":0.3,"max":4,"unit":"m","meaning":""#
            #expect(run.output.hasPrefix(#"{"settings":[{"# + order), "\(run.output.prefix(200))")
            let object = try JSONSerialization.jsonObject(with: Data(run.output.utf8)) as? [String: Any]
            let settings = try #require(object?["settings"] as? [[String: Any]])
            #expect(settings.count >= 30)
            let members = Set(["key", "value", "default", "min", "max", "unit", "meaning"])
            for setting in settings { #expect(members.isSubset(of: Set(setting.keys)), "\(setting)") }
            let standard = try Companion.run(["config", "show", "--json"])
            #expect(standard.output.contains(#""key":"depth.threshold","value":1,"default":1"#))
        }
    }

    @Test func `Every key of the table is accepted with its default`() throws {
        let show = try Companion.run(["config", "show", "--json"])
        let object = try JSONSerialization.jsonObject(with: Data(show.output.utf8)) as? [String: Any]
        var sections: [String: [String: Any]] = [:]
        var top: [String: Any] = [:]
        for setting in try #require(object?["settings"] as? [[String: Any]]) {
            guard let value = setting["default"], !(value is NSNull) else { continue }
            let parts = (setting["key"] as? String ?? "").split(separator: ".").map(String.init)
            if parts.count == 1 { top[parts[0]] = value } else { sections[parts[0], default: [:]][parts[1]] = value }
        }
        for (name, section) in sections { top[name] = section }
        let text = String(decoding: try JSONSerialization.data(withJSONObject: top), as: UTF8.self)
        let run = try check(text)
        #expect(run.status == 0, "\(run.output)\(text)")
    }

    @Test func `The file that the service reads is the one that is meant where none is named`() throws {
        try Files.withTemporaryFolder { folder in
            try FileManager.default.createDirectory(
                atPath: folder + "/companion", withIntermediateDirectories: true)
            Files.write("{ unts: 1 }", to: folder + "/companion/companion.json5")
            let run = try Companion.run(["config", "check"], environment: ["XDG_CONFIG_HOME": folder])
            #expect(run.status == 1 && run.output.contains("did you mean units?"), "\(run.output)\(run.errors)")
            Files.write("{ units: 'imperial' }", to: folder + "/companion/companion.json5")
            let show = try Companion.run(["config", "show"], environment: ["XDG_CONFIG_HOME": folder])
            #expect(show.output.contains(#"units = "imperial""#), "\(show.output)")
        }
        let none = try Companion.run(["config", "check"])
        #expect(none.status == 2 && none.errors.contains("companion.json5"))
    }

    @Test func `A file with mistakes is not half used`() throws {
        try Files.withTemporaryFolder { folder in
            Files.write(Self.fiveMistakes, to: folder + "/c.json5")
            let show = try Companion.run(["config", "show", "--config", "c.json5"], in: folder)
            #expect(show.status == 2 && show.output.isEmpty)
            for line in [4, 5, 6, 8, 9] { #expect(show.errors.contains("c.json5:\(line): ")) }
            #expect(show.errors.contains("config check c.json5"))
        }
    }

    @Test(arguments: [
        ("{ recrod: { ring: true } }", "did you mean record?"), ("{ pairng: {} }", "did you mean pairing?"),
        ("{ dpeth: { threshold: 1 } }", "did you mean depth?"),
        ("{ zzzzzzzzzzzzzz: {} }", "config show lists them all"),
    ])
    func `A section that is none is refused with the one that was meant`(text: String, hint: String) throws {
        let run = try check(text)
        #expect(run.status == 1 && run.lines.count == 1 && run.output.contains(hint), "\(run.output)")
        #expect(run.output.contains("there is no section "), "\(run.output)")
    }

    @Test func `Several mistakes follow a whole sentence, and are one line for machines`() throws {
        try Files.withTemporaryFolder { folder in
            Files.write(Self.fiveMistakes, to: folder + "/c.json5")
            let words = ["config", "show", "--config", "c.json5"]
            let show = try Companion.run(words, in: folder)
            let first = "companion: c.json5 has 5 mistakes — mend it, then run companion config check c.json5"
            #expect(show.errorLines.count == 6 && show.errorLines.first == first, "\(show.errors)")
            #expect(show.errorLines.dropFirst().allSatisfy { $0.hasPrefix("  c.json5:") })
            struct Answer: Decodable {
                struct Failure: Decodable { var message: String }
                var error: Failure
            }
            let json = try Companion.run(words + ["--json"], in: folder).output
            let message = try JSONDecoder().decode(Answer.self, from: Data(json.utf8)).error.message
            #expect(!message.contains("\n") && !message.contains("  "), "\(message)")
            for line in [4, 5, 6, 8, 9] { #expect(message.contains("c.json5:\(line): ")) }
        }
    }

    @Test func `A file that is cut off says what is missing, and asks for no quotes`() throws {
        let run = try check("{ ros2: { enabled: true, ")
        #expect(run.status == 2 && run.errors.contains("close each { with }"), "\(run.errors)")
        #expect(run.errors.contains("a key was expected") && !run.errors.contains("quotes"), "\(run.errors)")
    }
}
