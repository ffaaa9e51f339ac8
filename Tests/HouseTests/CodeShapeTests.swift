import Testing

@Suite("The shape of code") struct CodeShapeTests {
    @Test(arguments: [
        ("let a = \"}\" // }", ["let", "a", "="]), ("a /* b /* c */ d */ e", ["a", "e"]),
        ("\"\\(f(\"x\"))}\" + b", ["+", "b"]), ("#\"a\"b\"# c", ["c"]), ("#\"\\(a)\"# d", ["d"]),
        ("\"\"\"\n{ \"\n\"\"\" d", ["d"]), ("func `it's {`() {", ["func", "()", "{"]), ("\"\\\\\" { \"\\\"\"", ["{"]),
    ])
    func `comments and strings are blanked out of Swift, and nothing else`(source: String, left: [String]) {
        let bare = BareCode(source)
        #expect(bare.text.split { $0 == " " || $0 == "\n" }.map(String.init) == left)
        #expect(bare.text.utf8.count == source.utf8.count)
        #expect(bare.lines.count == source.split(separator: "\n", omittingEmptySubsequences: false).count)
    }

    @Test func `characters are blanked out of C, and apostrophes in comments are no characters`() {
        #expect(BareCode("c = '{'; // don't\nd = '\\'';", language: .c).text == "c =    ;         \nd =     ;")
    }

    @Test func `a function is as long as from its first word to its closing brace`() {
        let source = """
            struct Room {
                let wall = 1

                init(
                    a: Int
                ) {
                    wall = a
                }
                /// Says { nothing.
                func open() -> String {
                    if wall > 0 { return "}" }
                    return ""
                }
                var area: Int { 3 }
            }
            """
        #expect(
            CodeShape.blocks(in: source) == [
                .init(line: 4, length: 5), .init(line: 10, length: 4), .init(line: 14, length: 1),
            ])
    }

    @Test func `a C function is measured, a table and a struct are not`() {
        let source =
            "struct a {\n int b;\n};\nstatic const int c[] = {\n 1,\n};\nint f(int d) {\n if (d) {\n }\n return 1;\n}\n"
        #expect(CodeShape.blocks(in: source, language: .c) == [.init(line: 7, length: 5)])
    }

    @Test(arguments: [39, 40, 41]) func `a function is too long just over the limit`(length: Int) {
        let lines = ["func long() {"] + Array(repeating: "    call()", count: length - 2) + ["}"]
        let tooLong = CodeShape.blocks(in: lines.joined(separator: "\n")).filter { $0.length > CodeShape.functionLimit }
        #expect(tooLong.isEmpty == (length <= 40))
    }

    @Test(arguments: [
        ("Sources/A/ListHelpers.swift", true), ("Sources/A/String+Extensions.swift", true),
        ("Sources/A/Utils.swift", true),
        ("Sources/A/CommonsHall.swift", false), ("Sources/A/Helped.swift", false),
    ])
    func `a name that says nothing is known`(path: String, isEmpty: Bool) {
        #expect(CodeShape.hasEmptyName(path) == isEmpty)
    }

    @Test func `excuses are found in comments and strings, in any case, and not inside words`() {
        let marks = ["TO" + "DO", "for" + " now", "place" + "holder", "not" + " implemented"]
        for mark in marks {
            #expect(CodeShape.excuses(in: "a\n// \(mark): b").map(\.line) == [2], "\(mark)")
        }
        #expect(CodeShape.excuses(in: "stubborn, and for nowhere; todos").isEmpty)
    }

    @Test func `a call that could kill the service is found, its name in a comment is not`() {
        let source = "let a = b as" + "! C\n// as" + "! in words\nfatal" + "Error()"
        #expect(CodeShape.dangers(in: source).map(\.line) == [1, 3])
    }

    private static let code = House.pages(under: ["Sources", "Drivers", "Tests"], endings: ["swift", "c", "h"])
    private static let product = House.pages(under: ["Sources", "Drivers"], endings: ["swift", "c", "h"])

    @Test func `no source file is over the limit of lines`() {
        #expect(Self.code.count > 100)
        for page in Self.code where page.lineCount > CodeShape.fileLimit {
            Issue.record("\(page) has \(page.lineCount) lines, more than \(CodeShape.fileLimit)")
        }
    }

    @Test func `no function is over the limit of lines`() {
        var count = 0
        for page in Self.code {
            let blocks = CodeShape.blocks(in: page.text, language: page.path.hasSuffix(".swift") ? .swift : .c)
            count += blocks.count
            for block in blocks where block.length > CodeShape.functionLimit {
                Issue.record("\(page):\(block.line): \(block.length) lines, more than \(CodeShape.functionLimit)")
            }
        }
        #expect(count > 1000, "the reading of functions finds too few")
    }

    @Test func `no file has a name that says nothing`() {
        for page in Self.code where CodeShape.hasEmptyName(page.path) { Issue.record("\(page)") }
    }

    @Test func `nothing in the product kills the service`() {
        for page in Self.product where page.path.hasSuffix(".swift") {
            for danger in CodeShape.dangers(in: page.text) { Issue.record("\(page):\(danger.line): \(danger.word)") }
        }
    }

    @Test func `nothing in the product excuses itself for being unfinished`() {
        let pages =
            Self.product + House.pages(under: ["systemd", "Calibration", "scripts", ".ci"])
            + ["Makefile", "Package.swift"].compactMap(House.page)
        for page in pages {
            for excuse in CodeShape.excuses(in: page.text) { Issue.record("\(page):\(excuse.line): \(excuse.word)") }
        }
    }

    /// Folders that are of one machine, and so stand in no file.
    private static func personalFolders(in text: Substring) -> Bool {
        ["home", "root", "Users", "work", "opt", "mnt", "media"].contains { name in
            text.ranges(of: "/\(name)/").contains { found in
                let before = text[..<found.lowerBound].last
                return before.map { !$0.isLetter && !$0.isNumber && !"._-~}/)".contains($0) } ?? true
            }
        }
    }

    @Test func `a folder of one machine is told from a folder of the house`() {
        for text in ["/" + "home/sam/a", "a '/" + "opt/b'", "file:" + "/" + "root/c"] {
            #expect(Self.personalFolders(in: text[...]), "\(text)")
        }
        for text in ["https://example.org/" + "home/a", "../" + "work/a", "/usr/share/b", "$HOME/" + "opt/c"] {
            #expect(!Self.personalFolders(in: text[...]), "\(text)")
        }
    }

    @Test func `nothing names a path of one machine`() {
        let pages = House.pages()
        #expect(pages.count > 150)
        for page in pages {
            for (number, line) in page.lines.enumerated() where Self.personalFolders(in: line) {
                Issue.record("\(page):\(number + 1): \(line)")
            }
        }
    }
}
