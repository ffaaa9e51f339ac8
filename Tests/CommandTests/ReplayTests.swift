import Evidence
import Foundation
import Testing

@Suite(.enabled(if: Companion.isPresent, "\(Companion.absence)")) struct ReplayTests {
    /// Depth every tenth of a second, at 3 m and, from a moment on, near.
    static func log(until end: Double = 6, near: Double = 3, at metres: Double = 0.8) -> [String] {
        (0...Int(end * 10)).map { index in
            let time = Double(index) / 10
            return #"{"t":\#(time),"type":"depth","surface":\#(time < near ? 3.0 : metres)}"#
        } + [#"{"t":\#(end + 1),"type":"end"}"#]
    }

    private func replay(_ lines: [String], _ options: [String] = ["--json"]) throws -> Companion.Outcome {
        try Files.withTemporaryFolder { folder in
            Files.write(lines.map { $0 + "\n" }.joined(), to: folder + "/log.jsonl")
            return try Companion.run(["replay", "log.jsonl"] + options, in: folder)
        }
    }

    @Test func `A log gives its effects, and the same bytes again`() throws {
        let first = try replay(Self.log())
        #expect(first.status == 0 && first.errors.isEmpty)
        #expect(try replay(Self.log()).output == first.output)
        #expect(
            first.lines.contains(
                #"{"t":3,"type":"say","id":2,"kind":"proximity","text":"0.8 metres. Something ahead.","priority":"hazard","audience":"everyone"}"#
            ), "\(first.output)")
    }

    @Test func `Only the effects that are asked for are printed`() throws {
        let all = try replay(Self.log())
        let some = try replay(Self.log(), ["--json", "--effects", "say,dropped"])
        let kept = all.lines.filter { $0.contains(#""type":"say""#) || $0.contains(#""type":"dropped""#) }
        #expect(some.lines == kept && !kept.isEmpty && kept.count < all.lines.count)
        for wrong in ["speech", "say,sya", "", ",", "say,,route"] {
            let run = try replay(Self.log(), ["--json", "--effects", wrong])
            #expect(run.status == 2 && run.output.contains(#""code":"usage""#), "\(wrong): \(run.output)")
        }
    }

    @Test func `For a person each line is the time and what is spoken`() throws {
        let run = try replay(Self.log(), [])
        #expect(run.lines.contains(" 0:03.0  “0.8 metres. Something ahead.”  (proximity, 2)"), "\(run.output)")
        #expect(run.lines.contains(" 0:00.0    depth: ok"), "\(run.output)")
    }

    static let badLines = [
        "{", "not JSON", "[]", "3", #"{"type":"tick"}"#, #"{"t":1}"#, #"{"t":"1","type":"tick"}"#,
        #"{"t":-1,"type":"tick"}"#, #"{"t":1e300,"type":"tick"}"#, #"{"t":1,"type":"tik"}"#,
        #"{"t":1,"type":"tick","extra":1}"#, #"{"t":0.05,"type":"tick"}"#, #"{"t":1,"type":"depth"}"#,
        #"{"t":1,"type":"depth","surface":1,"clear":true}"#, #"{"t":1,"type":"depth","surface":1,"none":"stuck"}"#,
        #"{"t":1,"type":"depth","none":"whatever"}"#, #"{"t":1,"type":"depth","surface":-1}"#,
        #"{"t":1,"type":"depth","surface":1,"strips":[1,2]}"#, #"{"t":1,"type":"pressure"}"#,
        #"{"t":1,"type":"pressure","hPa":"1013"}"#, #"{"t":1,"type":"place","id":"nowhere"}"#,
        #"{"t":1,"type":"spoken","id":1,"outcome":"shouted"}"#,
        #"{"t":1,"type":"setting","key":"depth.threshhold","value":1}"#,
        #"{"t":1,"type":"setting","key":"depth.threshold","value":9}"#, #"{"t":1,"t":2,"type":"tick"}"#,
        #"{"t":1,"type":"talking"}"#, #"{"t":1,"type":"go"}"#, #"{"t":1,"type":"notice","key":"a"}"#,
        #"{"t":1,"type":"sensor","sensor":"nose","state":"connected"}"#,
    ]

    @Test(arguments: badLines)
    func `A line that breaks the rules is named, and nothing is printed before it`(line: String) throws {
        let good = #"{"t":0,"type":"depth","surface":0.5}"#
        let next = #"{"t":0.1,"type":"depth","surface":0.5}"#
        let run = try replay([good, next, line, #"{"t":9,"type":"end"}"#], [])
        #expect(run.status == 2)
        #expect(run.output.isEmpty)
        #expect(run.errors.hasPrefix("companion: log.jsonl: line 3: "), "\(run.errors)")
        let json = try replay([good, next, line])
        #expect(json.status == 2)
        #expect(json.lines.count == 1 && json.output.hasPrefix(#"{"error":{"code":""#))
        #expect(json.output.contains(#""at":"line 3""#), "\(json.output)")
    }

    @Test func `Nothing follows the end, and only the last line may be blank`() throws {
        let tick = #"{"t":1,"type":"tick"}"#
        #expect(
            try replay([tick, #"{"t":2,"type":"end"}"#, #"{"t":3,"type":"tick"}"#], []).errors.contains("line 3: "))
        #expect(try replay([tick, "", tick], []).errors.contains("line 2: "))
        #expect(try replay([tick, "", ""], []).errors.contains("line 2: "))
        #expect(try replay([tick, ""], []).status == 0)
        #expect(try replay([], []).status == 0)
        #expect(try replay([]).output.isEmpty)
    }

    @Test func `Standard input is answered line by line, before it ends`() throws {
        let running = try RunningProgram(Companion.path, ["replay", "-", "--json"])
        running.write(#"{"t":0,"type":"depth","surface":0.8}"# + "\n")
        #expect(running.wait(limit: 20) { $0.output.contains("0.8 metres") }, "\(running.output)")
        running.write(#"{"t":4,"type":"depth","surface":0.5"#)
        running.write("}\n")
        #expect(running.wait(limit: 20) { $0.output.contains("0.5 metres") }, "\(running.output)")
        running.write("nonsense\n")
        running.closeInput()
        let outcome = running.end(limit: 20)
        #expect(outcome.status == 2)
        #expect(outcome.errors.hasPrefix("companion: line 3: "), "\(outcome.errors)")
        #expect(outcome.lines.last?.contains(#""at":"line 3""#) ?? false)
    }

    @Test func `A log gives the same from a file and from standard input`() throws {
        let text = Self.log().map { $0 + "\n" }.joined()
        let run = try Companion.run(["replay", "-", "--json"], input: text)
        #expect(run.status == 0)
        #expect(try replay(Self.log()).output == run.output)
    }

    @Test func `With the barometer switched off pressure decides nothing, from a file or a pipe`() throws {
        try Files.withTemporaryFolder { folder in
            try DemoFiles.lay(in: folder)
            Files.write("{ barometer: { enabled: false } }", to: folder + "/c.json5")
            let options = [
                "--json", "--config", "c.json5", "--groups", "buildings.json", "--place", "ground.json", "--place",
                "first.json", "--place", "second.json",
            ]
            let file = try Companion.run(["replay", "walk.jsonl"] + options, in: folder)
            let log = try #require(Files.text(folder + "/walk.jsonl"))
            let pipe = try Companion.run(["replay", "-"] + options, input: log, in: folder)
            #expect(file.status == 0 && pipe.status == 0)
            for output in [file.output, pipe.output] {
                #expect(!output.contains(#""type":"floor""#) && !output.contains(#""barometer""#), "\(output)")
            }
            Files.write("{}", to: folder + "/c.json5")
            let watched = try Companion.run(["replay", "walk.jsonl"] + options, in: folder)
            #expect(watched.output.contains(#""type":"floor","event":"changed""#), "\(watched.output)")
        }
    }

    @Test func `Places and groups from files are those of the log`() throws {
        try Files.withTemporaryFolder { folder in
            try DemoFiles.lay(in: folder)
            let log = [
                #"{"t":0,"type":"place","id":"ternwick-ground"}"#, #"{"t":1,"type":"where"}"#,
                #"{"t":2,"type":"go","to":"Workshop","from":"Main entrance"}"#, #"{"t":9,"type":"end"}"#,
            ]
            Files.write(log.map { $0 + "\n" }.joined(), to: folder + "/log.jsonl")
            let places = ["--place", "ground.json", "--place", "first.json"]
            let run = try Companion.run(
                ["replay", "log.jsonl", "--json", "--groups", "buildings.json"] + places, in: folder)
            #expect(run.status == 0, "\(run.errors)")
            #expect(run.output.contains(#""type":"route","legs":[{"place":"ternwick-ground""#), "\(run.output)")
            let alone = try Companion.run(["replay", "log.jsonl", "--json", "--place", "first.json"], in: folder)
            #expect(alone.status == 2)
            #expect(alone.output.contains(#""at":"line 1""#))
            let twice = try Companion.run(
                ["replay", "log.jsonl", "--json", "--place", "first.json", "--place", "first.json"], in: folder)
            #expect(twice.status == 2 && twice.output.contains(#""code":"duplicateId""#))
        }
    }
}
