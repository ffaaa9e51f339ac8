import Control
import Documents
import Testing

struct ControlMethodsTests {
    @Test func `Every row has a name of its own, a sentence and what comes back`() {
        let names = ControlMethods.all.map(\.name)
        #expect(Set(names).count == names.count && names.count >= 30)
        for row in ControlMethods.all {
            #expect(row.sentence.hasSuffix(".") && !row.result.isEmpty, "\(row.name)")
            #expect(Set(row.parameters.map(\.name)).count == row.parameters.count, "\(row.name)")
            for parameter in row.parameters { #expect(!parameter.meaning.isEmpty, "\(row.name).\(parameter.name)") }
        }
    }

    @Test(arguments: ControlMethods.all.map(\.name))
    func `The example of every row is a request that is taken, and its answer is JSON`(name: String) throws {
        let row = try #require(ControlMethods.method(name))
        let call = try ControlCall(Array(row.exampleLine.utf8))
        #expect(call.method.name == name)
        _ = try Document(Array(row.example.result.utf8))
        _ = try Document(DocumentWriter.compact(row.json))
    }

    @Test func `No row is longer than a line may be, and a page of them neither`() {
        let bench = ControlBench()
        for from in stride(from: 0, to: ControlMethods.all.count, by: 16) {
            _ = bench.send(ControlBench.line("methods", params: "{\"from\":\(from),\"count\":16}"))
        }
        let lines = bench.read()
        #expect(lines.count == (ControlMethods.all.count + 15) / 16)
        for line in lines { #expect(line.utf8.count < ControlLimits.line && errorCode(line) == nil) }
    }

    @Test(arguments: [
        ("x", "1e12", true), ("x", "-1e12", true), ("x", "1.1e12", false), ("x", "\"1\"", false), ("x", "1e400", false),
        ("yaw", "1000000", true), ("yaw", "1000001", false), ("tracking", "\"lost\"", true),
        ("tracking", "\"gone\"", false), ("place", "\"\"", false), ("z", "null", true), ("x", "null", false),
    ])
    func `A parameter is taken up to the end of its range and not beyond`(name: String, value: String, isTaken: Bool) {
        var members = ["place": "\"home\"", "x": "1", "y": "2"]
        members[name] = value
        let params = members.sorted { $0.key < $1.key }.map { "\"\($0.key)\":\($0.value)" }.joined(separator: ",")
        let line = ControlBench.line("pose", params: "{\(params)}")
        let call = try? ControlCall(Array(line.dropLast().utf8))
        #expect((call != nil) == isTaken)
    }

    @Test(arguments: [("say", "text", 500), ("go", "to", 512)])
    func `A text is taken up to its longest and not beyond, in characters`(method: String, name: String, most: Int) {
        for (count, isTaken) in [(0, false), (1, true), (most, true), (most + 1, false)] {
            let text = String(repeating: "é", count: count)
            let line = ControlBench.line(method, params: "{\"\(name)\":\"\(text)\"}")
            #expect(((try? ControlCall(Array(line.dropLast().utf8))) != nil) == isTaken, "\(count)")
        }
    }

    @Test func `A parameter that is not there brings the one that was probably meant`() {
        let line = ControlBench.line("connection", params: "{\"place\":\"a\",\"id\":\"b\",\"avail\":\"unknown\"}")
        do {
            _ = try ControlCall(Array(line.dropLast().utf8))
            Issue.record("it was taken")
        } catch {
            #expect(error.error.at == "avail" && error.error.message == "connection has no parameter \"avail\"")
        }
    }

    @Test func `A list takes only its words`() throws {
        for (types, isTaken) in [
            ("[\"say\"]", true), ("[]", true), ("[\"said\"]", false), ("\"say\"", false), ("[1]", false),
        ] {
            let line = ControlBench.line("subscribe", params: "{\"types\":\(types)}")
            #expect(((try? ControlCall(Array(line.dropLast().utf8))) != nil) == isTaken, "\(types)")
        }
    }
}
