import Evidence
import Testing

@Suite("The field reports") struct FieldReportsTests {
    @Test func `threads are read from the rows of a table, and from the beginning of a test's name`() {
        let table =
            "| # | area | seen in | there | here |\n| --- | --- | --- | --- | --- |\n| 7 | A | o/r#12 | x | y |\n"
        #expect(FieldReports.threads(inTable: table) == ["o/r#12"])
        #expect(FieldReports.threads(ofTest: "o/r#12, p/q-1#3: it holds: always") == ["o/r#12", "p/q-1#3"])
        for name in ["it holds: o/r#12", "o/r#12 without a sentence", "o/r#: x", "r#12: x", "o/r#12 and p/q#3: x"] {
            #expect(FieldReports.threads(ofTest: name).isEmpty, "\(name)")
        }
    }

    @Test func `names are read from functions and from what trials say of themselves`() {
        let swift = House.Page(
            path: "a.swift",
            text: "    @Test func `o/r#1: it`() {\n    func plain() {\n// o/r#2: no\n        `o/r#3: on`(\n")
        #expect(FieldReports.testNames(in: swift) == ["o/r#1: it", "o/r#3: on"])
        let python = House.Page(path: "a.py", text: "def it():\n    \"\"\"o/r#1: it is\"\"\"\n    # o/r#2: no\n")
        #expect(FieldReports.testNames(in: python) == ["o/r#1: it is"])
    }

    @Test func `an exclusion names its thread, a document and that document's own sentence`() {
        let line = "- `o/r#1`: `README.md` says “It has no wheels.”, so nothing turns.\n- without\n"
        let found = FieldReports.exclusions(in: line)
        #expect(found == [.init(thread: "o/r#1", document: "README.md", sentence: "It has no wheels.")])
        #expect(FieldReports.flat("/// It has\n    /// no wheels.") == "It has no wheels.")
    }

    @Test(.enabled(if: SharedData.isPresent, "\(SharedData.absence)"))
    func `every report from the field is a test that begins with its thread, or is excluded in our own words`() throws {
        let table = try #require(Files.text(SharedData.path("fieldreports.md")))
        let reports = FieldReports.threads(inTable: table)
        #expect(reports.count > 100, "the table could not be read")
        let pages = House.pages(under: ["Tests"], endings: ["swift", "py"])
        let tested = Set(pages.flatMap(FieldReports.testNames).flatMap { FieldReports.threads(ofTest: $0) })
        let page = House.pages(under: ["Decisions"]).first { $0.path.hasSuffix(FieldReports.exclusions) }
        let excluded = Set(FieldReports.exclusions(in: page?.text ?? "").map(\.thread))
        for thread in reports where !tested.contains(thread) && !excluded.contains(thread) {
            Issue.record("\(thread) is no test's name, and nothing says why it does not apply")
        }
        for thread in excluded.intersection(tested) { Issue.record("\(thread) is excluded, and tested") }
    }

    @Test func `what is excluded is excluded by a sentence that the named document has`() throws {
        let pages = House.pages(under: ["Decisions"]).filter { $0.path.hasSuffix(FieldReports.exclusions) }
        for page in pages {
            #expect(page.lineCount <= FieldReports.exclusionLimit)
            let found = FieldReports.exclusions(in: page.text)
            #expect(found.count == page.lines.count { $0.hasPrefix("- ") }, "a line is not of the form")
            for exclusion in found {
                let document = try #require(House.page(exclusion.document), "there is no \(exclusion.document)")
                let isThere = FieldReports.flat(document.text).contains(FieldReports.flat(exclusion.sentence))
                #expect(isThere, "\(exclusion.document) does not say “\(exclusion.sentence)”")
            }
        }
    }
}
