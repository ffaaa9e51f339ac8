import Evidence
import Foundation
import Testing

@Suite(.enabled(if: Companion.isPresent, "\(Companion.absence)")) struct ManualTests {
    private func lines(_ words: String...) throws -> [String] {
        let run = try Companion.run(words)
        try #require(run.status == 0 && run.errors.isEmpty, "\(run.errors)")
        return run.output.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    }

    @Test func `the manual page has every command with its summary and options`() throws {
        let page = try lines("manual")
        #expect(page.first?.hasPrefix(".TH COMPANION 1") ?? false)
        for command in HelpTests.commands {
            let name = command.replacingOccurrences(of: "-", with: "\\-")
            #expect(page.contains { $0.hasPrefix(".SS companion \(name)") }, "\(command)")
        }
        #expect(page.contains { $0.hasPrefix("\\fB\\-\\-simulate\\fR \\fISCENARIO\\fR") })
        #expect(page.allSatisfy { line in line.utf8.allSatisfy { $0 < 0x80 } })
    }

    @Test(.enabled(if: Tool.groff != nil, "groff is not installed: the manual page was not set"))
    func `the manual page is set without a warning`() throws {
        try Files.withTemporaryFolder { folder in
            Files.write(try lines("manual").joined(separator: "\n"), to: folder + "/companion.1")
            let run = try Companion.shell("groff -man -Tutf8 -ww companion.1 > page", in: folder)
            #expect(run.status == 0 && run.errors.isEmpty, "\(run.errors)")
            #expect((Files.text(folder + "/page") ?? "").contains("companion"))
        }
    }

    @Test(arguments: [
        ("companion de", ["demo", "devices"]), ("companion map ", ["check", "route", "show", "import", "export"]),
        ("companion run --si", ["--simulate"]),
        ("companion config check --j", ["--json"]), ("companion seen ", ["list", "remove", "clear"]),
        ("companion nearest file", []), ("companion map import --from ", ["imdf", "osm"]),
        ("companion map import x.zip --out d --from o", ["osm"]), ("companion map route --units i", ["imperial"]),
    ])
    func `bash completes commands and options`(line: String, completions: [String]) throws {
        try Files.withTemporaryFolder { folder in
            Files.write(try lines("completion", "bash").joined(separator: "\n"), to: folder + "/c.bash")
            let words = line.split(separator: " ", omittingEmptySubsequences: false).map { "'\($0)'" }
            let script =
                "source ./c.bash; COMP_WORDS=(\(words.joined(separator: " "))); COMP_CWORD=\(words.count - 1)\n"
                + "COMPREPLY=(); _companion; printf '%s\\n' \"${COMPREPLY[@]}\""
            let run = try Companion.shell(script, in: folder)
            #expect(run.errors.isEmpty, "\(run.errors)")
            #expect(run.lines.filter { !$0.isEmpty } == completions)
        }
    }

    @Test func `another shell, or none, is refused`() throws {
        for words in [["completion"], ["completion", "tcsh"], ["manual", "x"]] {
            let run = try Companion.run(words)
            #expect(run.status == 2 && run.errorLines.count == 1, "\(run.errors)")
        }
    }

    @Test func `the template has every setting, is valid as it is, and valid with every comment taken away`() throws {
        try Files.withTemporaryFolder { folder in
            let template = try lines("config", "template")
            let bare = template.map { line in
                let text = line.drop { $0 == " " }
                guard text.hasPrefix("// "), let colon = text.firstIndex(of: ":"), text.hasSuffix(",") else {
                    return line
                }
                let name = text.dropFirst(3).prefix(upTo: colon)
                return name.allSatisfy(\.isLetter) ? String(text.dropFirst(3)) : line
            }
            for (name, content) in [("as-is.json5", template), ("bare.json5", bare)] {
                Files.write(content.joined(separator: "\n"), to: folder + "/" + name)
                let run = try Companion.run(["config", "check", name], in: folder)
                #expect(run.status == 0, "\(run.output)\(run.errors)")
                let shown = try Companion.run(["config", "show", "--json", "--config", name], in: folder).output
                Files.write(shown, to: folder + "/\(name).shown")
            }
            let standard = try Companion.run(
                ["config", "show", "--json"], in: folder, environment: ["XDG_CONFIG_HOME": "/nowhere"])
            #expect(Files.text(folder + "/as-is.json5.shown") == standard.output)
            #expect(Files.text(folder + "/bare.json5.shown") == standard.output)
            #expect(bare != template)
        }
    }
}

private enum Tool {
    static let groff = ["/usr/bin/groff", "/usr/local/bin/groff"].first {
        FileManager.default.isExecutableFile(atPath: $0)
    }
}
