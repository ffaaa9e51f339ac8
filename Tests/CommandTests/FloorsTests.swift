import Evidence
import Foundation
import Testing

@Suite(.enabled(if: Companion.isPresent, "\(Companion.absence)")) struct FloorsTests {
    private struct Event: Decodable {
        var t: Double
        var event: String
        var change: Double?
    }

    private func events(_ path: String) throws -> [Event] {
        let run = try Companion.run(["floors", path, "--json"])
        try #require(run.status == 0, "\(run.errors)")
        return try run.lines.map { try JSONDecoder().decode(Event.self, from: Data($0.utf8)) }
    }

    @Test(.enabled(if: SharedData.isPresent, "\(SharedData.absence)"))
    func `Six floors climbed are five changes, each before that floor is left`() throws {
        let path = SharedData.path("data/barometer/stairs-six-floors.csv")
        let events = try events(path)
        #expect(events.map(\.event) == Array(repeating: ["changed", "settled"], count: 5).flatMap { $0 })
        #expect(events.allSatisfy { ($0.change ?? 0) >= 2 })
        let rows = try #require(Files.text(path)).split(whereSeparator: \.isNewline).dropFirst().map { row in
            row.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
        }
        let changes = events.filter { $0.event == "changed" }.map(\.t)
        for (change, floor) in zip(changes, ["1", "2", "3", "4", "5"]) {
            let times = rows.filter { $0.count > 2 && $0[2] == floor }.compactMap { Double($0[0]) }
            let (first, last) = (try #require(times.first), try #require(times.last))
            #expect(change > first - 15 && change < last, "floor \(floor): \(first) to \(last), told at \(change)")
        }
    }

    @Test(.enabled(if: SharedData.isPresent, "\(SharedData.absence)"))
    func `Walking between two levels is told within 20 s of the walk that made it`() throws {
        let events = try events(SharedData.path("data/barometer/walk-two-levels.csv"))
        let truth = try #require(Files.text(SharedData.path("data/barometer/walk-two-levels.floors.csv")))
        let stood = truth.split(whereSeparator: \.isNewline).dropFirst().compactMap { row -> (Double, Int)? in
            let fields = row.split(separator: ",")
            guard let time = Double(fields[0]), let floor = Int(fields[1]) else { return nil }
            return (time, floor)
        }
        let walks = zip(stood, stood.dropFirst()).filter { $0.0.1 != $0.1.1 }
        let changes = events.filter { $0.event == "changed" }
        try #require(changes.count == walks.count && walks.count == 4)
        for (change, walk) in zip(changes, walks) {
            #expect((walk.0.0...walk.1.0 + 20).contains(change.t))
            #expect((change.change ?? 0) * Double(walk.1.1 - walk.0.1) > 0, "up is up")
        }
    }

    @Test(
        .enabled(if: SharedData.isPresent, "\(SharedData.absence)"), arguments: ["a", "b"])
    func `Walking on one level is no change of floor`(name: String) throws {
        let path = SharedData.path("data/barometer/walk-one-level-\(name).csv")
        #expect(try events(path).isEmpty)
        #expect(try Companion.run(["floors", path]).output.hasPrefix("no change of floor in "))
    }

    @Test(arguments: [
        ("t,hPa\n", "a.csv has no samples"), ("t,hPa\n0,\n1,\n", "all 2 samples are empty"),
        ("t,hPa\n0,-1013\n1,1e308\n", "2 of 2 samples are outside 300–1100 hPa — look at"),
        ("t,hPa\n0,101325\n1,\n", "1 of 2 samples are outside 300–1100 hPa — is the column in Pa?"),
    ])
    func `Nothing is said of a log in which nothing could be measured`(log: String, why: String) throws {
        try Files.withTemporaryFolder { folder in
            Files.write(log, to: folder + "/a.csv")
            let run = try Companion.run(["floors", "a.csv"], in: folder)
            #expect(run.status == 1 && run.output.isEmpty, "\(run)")
            #expect(run.errors.hasPrefix("companion: nothing could be told: \(why)"), "\(run.errors)")
            Files.write("t,hPa\n0,1013\n1,-1013\n", to: folder + "/b.csv")
            let some = try Companion.run(["floors", "b.csv"], in: folder)
            #expect(some.status == 0 && some.output == "no change of floor in 1 sample; 1 more were dropped\n")
        }
    }

    @Test func `A line of JSON has t as in the file, the event, and the metres or null`() throws {
        try Files.withTemporaryFolder { folder in
            var rows = ["x,Pa,t"]
            for index in 0..<240 {
                let time = Double(index) / 4
                let height = min(max(0, time - 20) * 1.0, 3.5)
                let noise = Double(index * 7919 % 13) * 0.05
                rows.append("9,\(101_325 - height * 12.0 + noise),\(1_700_000_000.25 + time)")
            }
            Files.write(rows.joined(separator: "\r\n"), to: folder + "/a.csv")
            let run = try Companion.run(["floors", "a.csv", "--json"], in: folder)
            #expect(run.status == 0)
            try #require(run.lines.count == 2, "\(run.output)")
            #expect(
                run.lines[0].hasPrefix(#"{"t":170000002"#) && run.lines[0].contains(#","event":"changed","change":"#))
            #expect(run.lines[1].contains(#","event":"settled","change":3."#))
            let text = try Companion.run(["floors", "a.csv"], in: folder)
            #expect(text.lines[0].hasPrefix("at 170000002") && text.lines[0].contains(" s: the floor changed, +"))
        }
    }

    @Test func `A barometer that stops is told once, with no metres`() throws {
        try Files.withTemporaryFolder { folder in
            let rows = (0..<200).map { "\(Double($0) / 10),\($0 < 60 ? "\(1000 + Double($0 % 7) / 100)" : "")" }
            Files.write((["t,hPa"] + rows).joined(separator: "\n"), to: folder + "/a.csv")
            let run = try Companion.run(["floors", "a.csv", "--json"], in: folder)
            #expect(run.output == #"{"t":10.9,"event":"unavailable","change":null}"# + "\n")
            #expect(
                try Companion.run(["floors", "a.csv"], in: folder).output.contains(
                    "became unavailable (no good samples"))
        }
    }

    @Test(arguments: ["t,hPa\n-5,1013\n", "t,hPa\n0,1013\n1,\n2,\n"])
    func `A log that shows nothing says so, and is no error`(text: String) throws {
        try Files.withTemporaryFolder { folder in
            Files.write(text, to: folder + "/a.csv")
            let run = try Companion.run(["floors", "a.csv"], in: folder)
            #expect(run.status == 0)
            #expect(run.output.hasPrefix("no change of floor in "))
            let json = try Companion.run(["floors", "a.csv", "--json"], in: folder)
            #expect(json.status == 0 && json.output.isEmpty)
        }
    }

    @Test(
        arguments: [
            ("", "empty", nil), ("t,pressure\n0,1\n", "no column hPa", 1), ("time,hPa\n0,1\n", "no column t", 1),
            ("t,hPa\n0,1013\n1,n/a\n", "hPa is \"n/a\"", 3), ("t,hPa\nx,1013\n", "t is \"x\"", 2),
            ("t,hPa\n0,1013\n2,1013\n1.5,1013\n", "goes back from 2 to 1.5", 4),
            ("t,hPa\n0\n", "before the column hPa", 2),
            ("t,hPa\n0,1e999\n", "hPa is \"1e999\"", 2), ("t,hPa\n0,nan\n", "hPa is \"nan\"", 2),
        ] as [(String, String, Int?)])
    func `Bad input names its line, and what to do`(text: String, words: String, line: Int?) throws {
        try Files.withTemporaryFolder { folder in
            Files.write(text, to: folder + "/a.csv")
            let run = try Companion.run(["floors", "a.csv", "--json"], in: folder)
            #expect(run.status == 2)
            #expect(run.errors.hasPrefix("companion: a.csv: ") && run.errors.contains(words), "\(run.errors)")
            #expect(run.errors.contains(" — "))
            #expect(run.lines.count == 1 && run.output.hasPrefix(#"{"error":{"code":"badLog","#))
            if let line { #expect(run.output.contains("\"at\":\"line \(line)\""), "\(run.output)") }
        }
    }

    @Test(arguments: [["floors"], ["floors", "nowhere.csv"], ["floors", "."], ["floors", "a", "b"]])
    func `No log, a missing one, a folder and two logs are refused`(words: [String]) throws {
        let run = try Companion.run(words)
        #expect(run.status == 2 && run.output.isEmpty)
        #expect(run.errorLines.count == 1 && run.errors.hasPrefix("companion: ") && run.errors.contains(" — "))
    }
}
