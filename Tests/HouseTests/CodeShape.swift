/// The size of files and functions, and what code may not say.
enum CodeShape {
    /// The most lines that a file may have.
    static let fileLimit = 400
    /// The most lines that a function may have, from its first word to its closing brace.
    static let functionLimit = 40

    /// A stretch of code in braces that is no type and lies in no other such stretch.
    struct Block: Equatable {
        var line: Int
        var length: Int
    }

    /// The functions, bodies of properties and closures of types and files, outermost only.
    static func blocks(in source: String, language: BareCode.Language = .swift) -> [Block] {
        var blocks: [Block] = []
        var open: [(isType: Bool, line: Int)] = []
        var (line, header, headerLine) = (1, "", 1)
        for character in BareCode(source, language: language).text {
            switch character {
            case "{":
                open.append((isType(header, language), headerLine))
                header = ""
            case "}":
                if let last = open.popLast(), !last.isType, open.allSatisfy(\.isType) {
                    blocks.append(Block(line: last.line, length: line - last.line + 1))
                }
                header = ""
            case ";":
                header = ""
            case "\n":
                line += 1
                header += " "
            default:
                if begins(header, character, language) { header = "" }
                if header.allSatisfy({ $0 == " " }) { headerLine = line }
                header.append(character)
            }
        }
        return blocks
    }

    /// Whether a new declaration begins here, so that what stood before is none of its header.
    private static func begins(_ header: String, _ character: Character, _ language: BareCode.Language) -> Bool {
        guard language == .swift else { return false }
        if character == "(" || character == "<" || character == "?" { return header.hasSuffix(" init") }
        let words = ["func", "var", "let", "case", "subscript", "typealias", "import"]
        return character == " " && words.contains { header.hasSuffix(" " + $0) }
    }

    private static func isType(_ header: String, _ language: BareCode.Language) -> Bool {
        if language == .c { return !header.contains("(") }
        let words = Set(header.split { !$0.isLetter })
        return !words.isDisjoint(with: ["struct", "class", "enum", "extension", "protocol", "actor"])
    }

    /// Names that say nothing of what a file holds.
    static let emptyNames = ["Utils", "Utilities", "Helpers", "Helper", "Common", "Manager", "Extensions", "Misc"]

    /// Whether a file's name, such as `ListHelpers.swift` or `String+Utils.swift`, ends in a word that says nothing.
    static func hasEmptyName(_ path: String) -> Bool {
        let file = path.split(separator: "/").last ?? ""
        let stem = file.split(separator: ".").first ?? ""
        return emptyNames.contains { stem.hasSuffix($0) }
    }

    /// Calls after which the service would die or lie, each with its line.
    static func dangers(in source: String) -> [(word: String, line: Int)] {
        let words = ["fatalError(", "try!", "as!", "unowned(unsafe)", "nonisolated(unsafe)"]
        return BareCode(source).lines.enumerated().flatMap { number, line in
            words.filter { line.contains($0) }.map { ($0, number + 1) }
        }
    }

    /// Words of unfinished work, each with its line; comments and strings are read as well.
    static func excuses(in text: String) -> [(word: String, line: Int)] {
        let loud = ["TODO", "FIXME", "XXX"]
        let quiet = ["stub", "stubs", "stubbed", "placeholder", "placeholders"]
        let phrases = ["not implemented", "for now", "unimplemented"]
        return text.split(separator: "\n", omittingEmptySubsequences: false).enumerated().flatMap { number, line in
            let words = Set(line.split { !$0.isLetter && $0 != "_" }.map(String.init))
            let lower = line.lowercased()
            let lowerWords = lower.split { !$0.isLetter && $0 != "_" }
            let found =
                loud.filter(words.contains) + quiet.filter { lowerWords.contains(Substring($0)) }
                + phrases.filter { phrase in
                    let parts = phrase.split(separator: " ")
                    return lowerWords.indices.contains { lowerWords[$0...].starts(with: parts) }
                }
            return found.map { ($0, number + 1) }
        }
    }
}
