import Documents
import Evidence
import Foundation
import Storage
import Testing

@Suite(.enabled(if: PlacesRunner.program != nil, "companion is not built beside the tests"))
struct SeenCommandTests {
    /// Three observations: two on one day in Vienna, one on the day after, which in UTC is the same.
    private func fill(_ runner: PlacesRunner) throws {
        let writer = try StateDirectory(runner.state).writer()
        let store = try writer.openSeen(now: 0).store
        try store.append(at: 1_796_033_472, place: "hall", kind: "arrived", text: "Arrived at the café.")
        try store.append(at: 1_796_033_500, place: nil, kind: "proximity", text: "A wall, half a metre.")
        try store.append(at: 1_796_081_400, place: "hall", kind: "floor", text: "Now on Floor 2.")
    }

    @Test func `seen lists by local day, newest first, each row one sentence`() throws {
        try PlacesRunner.run { runner throws in
            try runner.take("hall", name: "Great Hall")
            try fill(runner)
            let expected = """
                2026-12-01
                  00:30  Now on Floor 2. (Great Hall) #3
                2026-11-30
                  11:11  A wall, half a metre. #2
                  11:11  Arrived at the café. (Great Hall) #1

                """
            #expect(try runner.call(["seen"], zone: "CET-1").output == expected)
            #expect(try runner.call(["seen", "list"], zone: "CET-1").output == expected)
            #expect(try runner.call(["seen", "list"]).output.hasPrefix("2026-11-30\n  23:30"))
        }
    }

    @Test func `seen list as JSON is an object a line, with zone and place`() throws {
        try PlacesRunner.run { runner throws in
            try fill(runner)
            let lines = try runner.call(["seen", "list", "--json"], zone: "CET-1").output.split(separator: "\n")
            #expect(
                lines == [
                    #"{"id":3,"at":"2026-12-01T00:30:00+01:00","place":"hall","kind":"floor","text":"Now on Floor 2."}"#,
                    #"{"id":2,"at":"2026-11-30T11:11:40+01:00","place":null,"kind":"proximity","text":"A wall, half a metre."}"#,
                    #"{"id":1,"at":"2026-11-30T11:11:12+01:00","place":"hall","kind":"arrived","text":"Arrived at the café."}"#,
                ])
        }
    }

    @Test func `one is removed, all are cleared only on yes, and nothing of them is left in the file`() throws {
        try PlacesRunner.run { runner throws in
            for words in [["seen"], ["seen", "clear", "--yes"], ["places", "list"], ["groups", "list"]] {
                let nowhere = try runner.call(words)
                #expect(nowhere.exit == 2 && nowhere.error.contains("there is no state directory \(runner.state)"))
                #expect(!FileManager.default.fileExists(atPath: runner.state))
            }
            try fill(runner)
            #expect(try runner.call(["seen", "remove", "1"]).exit == 0)
            #expect(try runner.call(["seen", "remove", "1"]).exit == 1)
            #expect(try runner.call(["seen", "remove", "x"]).exit == 2)
            #expect(try runner.call(["seen", "clear"]).exit == 2)
            #expect(try runner.call(["seen", "clear"], input: "no\n").exit == 1)
            #expect(try runner.call(["seen", "list", "--json"]).output.split(separator: "\n").count == 2)
            #expect(try runner.call(["seen", "clear", "--yes"]).output == "Erased 2 observations.\n")
            let nothing = try runner.call(["seen", "clear", "--yes"]).output
            #expect(nothing == "Erased 0 observations in \(runner.state).\n")
            #expect(try runner.call(["seen"]).output.hasPrefix("Nothing is kept in \(runner.state). "))
            let bytes = Data(try #require(Files.read(runner.state + "/seen.sqlite")))
            for text in ["Arrived", "wall", "Floor 2"] { #expect(bytes.range(of: Data(text.utf8)) == nil, "\(text)") }
        }
    }
}
