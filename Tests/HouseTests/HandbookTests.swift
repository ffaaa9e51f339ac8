import Testing

@Suite("The handbook") struct HandbookTests {
    @Test func `calls are read from blocks and spans, up to a pipe`() {
        let page =
            "Say `companion demo`, not companion run.\n```\n$ .build/release/companion map check a.json | less\nmake test\n```\n"
        #expect(Handbook.calls(of: "companion", in: page) == [["demo"], ["map", "check", "a.json"]])
        #expect(Handbook.calls(of: "make", in: page) == [["test"]])
    }

    @Test func `the commands are read from the help, and the longest name is meant`() {
        let help = "A.\n\ncommands:\n  map        Draws.\n  map check  Checks.\n\nEnd."
        let commands = Handbook.commands(inHelp: help)
        #expect(commands == ["map", "map check"])
        #expect(Handbook.command(of: ["map", "check", "a.json"], among: commands) == "map check")
        #expect(Handbook.command(of: ["chart"], among: commands) == nil)
    }

    @Test(.enabled(if: Built.companion != nil, "companion is not built: the commands of README.md were not checked"))
    func `every command and option that the README shows exists`() throws {
        let companion = try #require(Built.companion)
        let calls = Handbook.calls(of: "companion", in: try #require(House.page("README.md")).text)
        let commands = Handbook.commands(inHelp: try #require(try Tool.run(companion, ["--help"])).output)
        #expect(calls.count >= 5 && commands.count >= 5)
        for call in calls where call.first?.hasPrefix("--") == false {
            guard let name = Handbook.command(of: call, among: commands) else {
                Issue.record("there is no companion \(call.joined(separator: " "))")
                continue
            }
            let words = name.split(separator: " ").map(String.init)
            let help = try #require(try Tool.run(companion, words + ["--help"])).output
            let known = Set(help.split { $0 == " " || $0 == "\n" })
            for option in call where option.hasPrefix("--") && !known.contains(Substring(option)) {
                Issue.record("companion \(name) has no option \(option)")
            }
        }
    }

    @Test(.enabled(if: Built.companion != nil, "companion is not built: the commands of README.md were not checked"))
    func `every command of the program stands in the README`() throws {
        let companion = try #require(Built.companion)
        let shown = Handbook.calls(of: "companion", in: try #require(House.page("README.md")).text)
        let commands = Handbook.commands(inHelp: try #require(try Tool.run(companion, ["--help"])).output)
        for command in commands where !shown.contains(where: { Handbook.command(of: $0, among: commands) == command }) {
            Issue.record("README.md does not show companion \(command)")
        }
    }

    @Test func `every make target that the pages name exists`() throws {
        let makefile = try #require(House.page("Makefile"))
        let targets = Set(makefile.lines.compactMap { $0.contains(":") ? $0.prefix { $0 != ":" } : nil })
        let pages = ["README.md", "ARCHITECTURE.md"].compactMap(House.page)
        let calls = pages.flatMap { Handbook.calls(of: "make", in: $0.text) }
        #expect(calls.count >= 2)
        for call in calls where !targets.contains(Substring(call[0])) { Issue.record("there is no make \(call[0])") }
    }

    @Test func `every file that the pages link to exists`() {
        for page in House.pages(endings: ["md"]) {
            let folder = page.path.split(separator: "/").dropLast().joined(separator: "/")
            for link in page.text.split(separator: "](").dropFirst().map({ $0.prefix { $0 != ")" && $0 != "#" } }) {
                guard !link.isEmpty, !link.contains(":") else { continue }
                let path = (folder.isEmpty ? "" : folder + "/") + link
                let isThere = House.page(path) != nil || !House.pages(under: [path]).isEmpty
                if !isThere { Issue.record("\(page): there is no \(path)") }
            }
        }
    }

    @Test func `the table of rooms names every room of Package.swift in its order`() throws {
        let manifest = Manifest(try #require(House.page("Package.swift")).text)
        let named = Handbook.firstCells(in: try #require(House.page("ARCHITECTURE.md")).text)
        let rooms = manifest.rooms.map(\.name)
        #expect(named.filter(rooms.contains) == rooms)
    }

    @Test func `decisions are numbered without a gap`() {
        let names = House.pages(under: ["Decisions"]).map { $0.path.split(separator: "/").last ?? "" }
        #expect(names.count >= 5)
        #expect(names.map { Int($0.prefix(4)) } == (0..<names.count).map { $0 + 1 })
    }
}
