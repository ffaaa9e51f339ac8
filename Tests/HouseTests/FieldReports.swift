import Foundation

/// What has gone wrong for others, and where this house answers for it.
enum FieldReports {
    /// The page that says which reports concern nothing that is built here.
    static let exclusions = "field-reports-that-do-not-apply.md"
    /// The most lines that page may have.
    static let exclusionLimit = 20

    /// The threads of a table of reports, such as `owner/repo#12`: the third cell of each row that begins with a number.
    static func threads(inTable text: String) -> [String] {
        text.split(separator: "\n").compactMap { line in
            let cells = line.split(separator: "|").map { $0.trimmingCharacters(in: .whitespaces) }
            guard cells.count >= 5, Int(cells[0]) != nil else { return nil }
            return cells[2]
        }
    }

    /// The threads that a test's name begins with: `a/b#1, c/d#2: a sentence`; none where it begins otherwise.
    static func threads(ofTest name: some StringProtocol) -> [String] {
        let head = name.prefix { $0 != ":" }
        guard head.endIndex < name.endIndex else { return [] }
        let words = head.split(separator: ", ").map { String($0) }
        return words.allSatisfy(isThread) ? words : []
    }

    private static func isThread(_ word: String) -> Bool {
        let parts = word.split(separator: "#", omittingEmptySubsequences: false)
        guard parts.count == 2, Int(parts[1]) != nil else { return false }
        return parts[0].split(separator: "/", omittingEmptySubsequences: false).filter { !$0.isEmpty }.count == 2
            && !word.contains(" ")
    }

    /// The names of the tests in a page: of functions in back-ticks, and in Python what a trial says of itself.
    static func testNames(in page: House.Page) -> [Substring] {
        let isPython = page.path.hasSuffix(".py")
        let end = isPython ? "\"\"\"" : "`"
        return page.lines.compactMap { line in
            let rest = isPython ? tail(of: line, after: "    \"\"\"") : tail(of: line, after: "func `") ?? alone(line)
            return rest.map { $0[..<($0.range(of: end)?.lowerBound ?? $0.endIndex)] }
        }
    }

    private static func tail(of line: Substring, after start: String) -> Substring? {
        line.range(of: start).map { line[$0.upperBound...] }
    }

    /// A name that the formatter has given a line of its own.
    private static func alone(_ line: Substring) -> Substring? {
        let rest = line.drop { $0 == " " }
        return rest.first == "`" ? rest.dropFirst() : nil
    }

    /// A line of the page of exclusions: a thread, the document that excludes it, and that document's sentence.
    struct Exclusion: Equatable {
        var thread: String
        var document: String
        var sentence: String
    }

    /// The exclusions of a page: "- `thread`: `document` says “sentence” …", one a line.
    static func exclusions(in text: String) -> [Exclusion] {
        text.split(separator: "\n").filter { $0.hasPrefix("- `") }.compactMap { line in
            let spans = line.split(separator: "`", omittingEmptySubsequences: false)
            guard spans.count >= 5, let open = line.firstIndex(of: "“"), let close = line.lastIndex(of: "”") else {
                return nil
            }
            return Exclusion(
                thread: String(spans[1]), document: String(spans[3]),
                sentence: String(line[line.index(after: open)..<close]))
        }
    }

    /// A text with every run of white space made one space, so that a sentence is found however it is broken.
    static func flat(_ text: String) -> String {
        text.split(whereSeparator: \.isWhitespace).filter { $0 != "///" && $0 != "//" }.joined(separator: " ")
    }
}
