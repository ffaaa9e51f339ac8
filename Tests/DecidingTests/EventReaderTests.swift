import Deciding
import Readings
import Testing
import Wayfinding

struct EventReaderTests {
    private func read(_ text: String, world: World = CoreBench.town) throws -> [(time: Instant, event: Event)] {
        try EventReader.readAll(Array(text.utf8), world: world, settings: Settings())
    }

    private func refusal(of text: String, world: World = CoreBench.town) -> String? {
        do {
            _ = try EventReader.readAll(Array(text.utf8), world: world, settings: Settings())
            return nil
        } catch {
            return error.description
        }
    }

    @Test(arguments: ["", "\n", "\r\n", "  \n"])
    func `A log without an event is no mistake`(text: String) throws { #expect(try read(text).isEmpty) }

    @Test(arguments: ["\n", "", "\n\n", "\r\n"])
    func `A log may end with or without a newline, and with one blank line`(ending: String) throws {
        #expect(try read("{\"t\":1,\"type\":\"tick\"}" + ending).map(\.event) == [.tick])
    }

    @Test func `Lines may end as on other systems`() throws {
        #expect(
            try read("{\"t\":1,\"type\":\"tick\"}\r\n{\"t\":2,\"type\":\"end\"}\r\n").map(\.event) == [.tick, .end])
    }

    @Test(
        arguments: [
            ("0", 0), ("1", 1_000_000_000), ("0.000000001", 1), ("123456789.987654321", 123_456_789_987_654_321),
            ("1e3", 1_000_000_000_000), ("1000000000", 1_000_000_000_000_000_000), ("0.1", 100_000_000), ("-0", 0),
        ] as [(String, Int64)])
    func `Times are held as whole nanoseconds`(text: String, nanoseconds: Int64) throws {
        #expect(try read("{\"t\":\(text),\"type\":\"tick\"}").map(\.time.nanoseconds) == [nanoseconds])
    }

    @Test func `Equal times are fine`() throws {
        #expect(try read("{\"t\":1,\"type\":\"tick\"}\n{\"t\":1,\"type\":\"stop\"}\n").count == 2)
    }

    @Test(arguments: [
        ("\"type\":\"tick\"", "needs a \"t\""), ("\"t\":-1,\"type\":\"tick\"", "t must be"),
        ("\"t\":\"1\",\"type\":\"tick\"", "t must be"), ("\"t\":1e400,\"type\":\"tick\"", "t must be"),
        ("\"t\":null,\"type\":\"tick\"", "t must be"), ("\"t\":1000000001,\"type\":\"tick\"", "t must be"),
        ("\"t\":1", "needs a \"type\""), ("\"t\":1,\"type\":7", "needs a \"type\""),
        ("\"t\":1,\"type\":\"dept\"", "did you mean \"depth\""), ("\"t\":1,\"type\":\"xyzzyxyzzy\"", "\"xyzzyxyzzy\""),
        ("\"t\":1,\"type\":\"tick\",\"on\":true", "no field \"on\""),
        ("\"t\":1,\"type\":\"depth\",\"surface\":1,\"dropof\":1", "did you mean \"dropOff\""),
        ("\"t\":1,\"type\":\"depth\",\"surfce\":1", "did you mean \"surface\""),
        ("\"t\":1,\"type\":\"talking\",\"onn\":true", "did you mean \"on\""),
        ("\"t\":1,\"type\":\"notice\",\"key\":\"a\",\"txt\":\"b\"", "did you mean \"text\""),
        ("\"t\":1,\"type\":\"depth\"", "exactly one of surface, clear and none"),
        ("\"t\":1,\"type\":\"depth\",\"surface\":1,\"clear\":true", "exactly one of"),
        ("\"t\":1,\"type\":\"depth\",\"surface\":1,\"none\":\"stuck\"", "exactly one of"),
        ("\"t\":1,\"type\":\"depth\",\"clear\":false", "depth.clear must be true"),
        ("\"t\":1,\"type\":\"depth\",\"surface\":-0.1", "depth.surface"),
        ("\"t\":1,\"type\":\"depth\",\"surface\":1e400", "depth.surface"),
        ("\"t\":1,\"type\":\"depth\",\"surface\":\"near\"", "depth.surface"),
        ("\"t\":1,\"type\":\"depth\",\"surface\":null", "depth needs \"surface\""),
        ("\"t\":1,\"type\":\"depth\",\"none\":\"dark\"", "tooFewUsable, stuck, noFrame, disconnected, malformed"),
        ("\"t\":1,\"type\":\"depth\",\"surface\":1,\"strips\":[1,2,3,4]", "five readings"),
        ("\"t\":1,\"type\":\"depth\",\"surface\":1,\"strips\":[1,2,3,4,\"5\"]", "five readings"),
        ("\"t\":1,\"type\":\"depth\",\"surface\":1,\"strips\":[1,2,3,4,1e400]", "five readings"),
        ("\"t\":1,\"type\":\"depth\",\"surface\":1,\"strips\":7", "five readings"),
        ("\"t\":1,\"type\":\"depth\",\"surface\":1,\"dropOff\":-1", "depth.dropOff"),
        ("\"t\":1,\"type\":\"pressure\"", "pressure needs \"hPa\""),
        ("\"t\":1,\"type\":\"pressure\",\"hPa\":1e400", "pressure.hPa"),
        ("\"t\":1,\"type\":\"place\",\"id\":\"hal\"", "did you mean \"hall\""),
        ("\"t\":1,\"type\":\"place\"", "place needs \"id\""),
        (
            "\"t\":1,\"type\":\"connection\",\"place\":\"nowhere\",\"id\":\"c\",\"availability\":\"available\"",
            "no place"
        ),
        (
            "\"t\":1,\"type\":\"connection\",\"place\":\"hall\",\"id\":\"c\",\"availability\":\"available\"",
            "no connection"
        ),
        ("\"t\":1,\"type\":\"talking\"", "talking needs \"on\""),
        ("\"t\":1,\"type\":\"talking\",\"on\":1", "true or false"),
        ("\"t\":1,\"type\":\"sensor\",\"sensor\":\"camera\",\"state\":\"connected\"", "depth, barometer"),
        ("\"t\":1,\"type\":\"sensor\",\"sensor\":\"depth\",\"state\":\"lost\"", "connected, disconnected"),
        ("\"t\":1,\"type\":\"spoken\",\"id\":0,\"outcome\":\"started\"", "whole number from 1"),
        ("\"t\":1,\"type\":\"spoken\",\"id\":1.5,\"outcome\":\"started\"", "whole number from 1"),
        ("\"t\":1,\"type\":\"spoken\",\"id\":1e400,\"outcome\":\"started\"", "spoken.id"),
        ("\"t\":1,\"type\":\"spoken\",\"id\":1,\"outcome\":\"done\"", "started, finished, interrupted, failed"),
        ("\"t\":1,\"type\":\"notice\",\"key\":\"a\"", "notice needs \"text\""),
        ("\"t\":1,\"type\":\"notice\",\"key\":\"a\",\"text\":\"b\",\"priority\":\"hazard\"", "trust, reply, info"),
        ("\"t\":1,\"type\":\"setting\",\"key\":\"depth.threshold\"", "setting needs \"value\""),
        ("\"t\":1,\"type\":\"setting\",\"key\":\"depth.treshold\",\"value\":1", "did you mean depth.threshold"),
        ("\"t\":1,\"type\":\"setting\",\"key\":\"depth.threshold\",\"value\":4.1", "0.3 to 4 m"),
        ("\"t\":1,\"type\":\"setting\",\"key\":\"depth.threshold\",\"value\":\"1\"", "a number"),
        ("\"t\":1,\"type\":\"setting\",\"key\":\"depth.threshold\",\"value\":{}", "a plain value"),
        ("\"t\":1,\"type\":\"setting\",\"key\":\"depth.minimum\",\"value\":0.2", "cannot change while running"),
        ("\"t\":1,\"type\":\"tick\",\"t\":2", "\"t\" stands twice"),
        ("\"t\":1,\"type\":\"pose\",\"place\":\"hall\",\"x\":1", "pose needs \"y\""),
        ("\"t\":1,\"type\":\"go\"", "go needs exactly one"),
        ("\"t\":1,\"type\":\"go\",\"to\":\"a\",\"x\":1,\"y\":1", "go needs exactly one"),
        ("\"t\":1,\"type\":\"go\",\"x\":1", "go needs exactly one"),
    ])
    func `What is not exactly an event is refused with its line`(members: String, expected: String) throws {
        let text = "{\"t\":0.5,\"type\":\"tick\"}\n{\(members)}\n"
        let message = try #require(refusal(of: text), "\(members) was accepted")
        #expect(message.hasPrefix("line 2: "), "\(message)")
        #expect(message.contains(expected), "\(message)")
    }

    @Test(arguments: ["[]", "7", "null", "\"tick\"", "{", "tick", "{\"t\":1,\"type\":\"tick\"} {}", "{'t':1}"])
    func `A line that is no object is refused`(line: String) {
        #expect(refusal(of: line + "\n")?.hasPrefix("line 1: ") == true)
    }

    @Test func `Bytes that are not UTF-8 are refused with their line`() {
        let bytes = Array("{\"t\":1,\"type\":\"tick\"}\n{\"t\":1,\"type\":\"".utf8) + [0xFF] + Array("\"}".utf8)
        let error = #expect(throws: EventLineError.self) {
            try EventReader.readAll(bytes, world: World(), settings: Settings())
        }
        #expect(error?.line == 2)
    }

    @Test func `Time that goes back is refused with both times`() throws {
        let message = refusal(of: "{\"t\":2.5,\"type\":\"tick\"}\n{\"t\":2.499999999,\"type\":\"tick\"}\n")
        #expect(message == "line 2: t goes back from 2.5 to 2.499999999")
    }

    @Test func `Nothing may follow the end, not even at its moment`() throws {
        let message = refusal(of: "{\"t\":2,\"type\":\"end\"}\n{\"t\":2,\"type\":\"tick\"}\n")
        #expect(message?.hasPrefix("line 2: ") == true)
        #expect(message?.contains("end") == true)
    }

    @Test(arguments: [("\n{\"t\":2,\"type\":\"tick\"}\n", 1), ("{\"t\":2,\"type\":\"tick\"}\n \n\n", 2)])
    func `A blank line is refused anywhere but at the end`(text: String, line: Int) throws {
        #expect(refusal(of: text) == "line \(line): the line is blank")
    }

    @Test func `A pose that is not finite can be told, so that the core can judge it`() throws {
        let events = try read("{\"t\":1,\"type\":\"pose\",\"place\":\"hall\",\"x\":1e400,\"y\":0}")
        guard case .pose(let pose) = try #require(events.first).event else {
            Issue.record("no pose was read")
            return
        }
        #expect(pose.x == .infinity)
    }

    @Test func `A setting that contradicts another is refused, in the light of those before it`() throws {
        func line(_ t: Int, _ key: String, _ value: String) -> String {
            "{\"t\":\(t),\"type\":\"setting\",\"key\":\"\(key)\",\"value\":\(value)}\n"
        }
        #expect(refusal(of: line(1, "depth.rearmMargin", "1.5")) == nil)
        let both = line(1, "depth.rearmMargin", "1.5") + line(2, "depth.threshold", "4")
        #expect(refusal(of: both)?.hasPrefix("line 2: depth.threshold and depth.rearmMargin together") == true)
    }

    @Test(arguments: ["depth", "pressure", "spoken", "notice", "setting"])
    func `A field that stands for nothing may be null only where it is optional`(type: String) throws {
        let fields = [
            "depth": "\"surface\":1,\"strips\":null,\"dropOff\":null", "pressure": "\"hPa\":1000,\"referenceHPa\":null",
            "spoken": "\"id\":null,\"outcome\":\"started\"", "notice": "\"key\":\"a\",\"text\":\"b\",\"on\":null",
            "setting": "\"key\":\"depth.threshold\",\"value\":null",
        ]
        let message = refusal(of: "{\"t\":1,\"type\":\"\(type)\",\(fields[type] ?? "")}")
        #expect((message != nil) == ["spoken", "setting"].contains(type), "\(message ?? "accepted")")
    }

    @Test func `A place that is only named in a group is known`() throws {
        #expect(try read("{\"t\":1,\"type\":\"place\",\"id\":\"attic\"}").map(\.event) == [.place("attic")])
    }
}
