import Control
import Documents
import Testing

struct ControlCallTests {
    private func call(_ text: String) -> Result<ControlCall, ControlCall.Refusal> {
        do throws(ControlCall.Refusal) { return .success(try ControlCall(Array(text.utf8))) } catch {
            return .failure(error)
        }
    }

    @Test(arguments: [
        ("1", JSONValue.number("1")), ("\"a\"", .string("a")), ("null", .null), ("1.50", .number("1.50")),
    ])
    func `The answer carries the id exactly as it was written`(text: String, id: JSONValue) throws {
        let call = try call("{\"jsonrpc\":\"2.0\",\"id\":\(text),\"method\":\"where\"}").get()
        #expect(call.id == id && call.method.name == "where" && call.parameters.members.isEmpty)
        let line = String(decoding: ControlOutcome.result(.null).line(id: id), as: UTF8.self)
        #expect(line == "{\"jsonrpc\":\"2.0\",\"id\":\(text),\"result\":null}")
    }

    @Test func `A request without an id is a notification`() throws {
        #expect(try call("{\"jsonrpc\":\"2.0\",\"method\":\"stop\"}").get().id == nil)
    }

    @Test(arguments: [
        ("", ControlError.Kind.noJSON), ("{", .noJSON), ("hello", .noJSON), ("{}{}", .noJSON), ("\u{0}", .noJSON),
        ("{\"a\":1,\"a\":2}", .noJSON), (String(repeating: "[", count: 40), .noJSON), ("1", .noRequest),
        ("null", .noRequest), ("{}", .noRequest), ("[{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"where\"}]", .noRequest),
        ("{\"id\":1,\"method\":\"where\"}", .noRequest),
        ("{\"jsonrpc\":2.0,\"id\":1,\"method\":\"where\"}", .noRequest),
        ("{\"jsonrpc\":\"2.0\",\"id\":1}", .noRequest), ("{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":7}", .noRequest),
        ("{\"jsonrpc\":\"2.0\",\"id\":{},\"method\":\"where\"}", .noRequest),
        ("{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"where\",\"parms\":{}}", .noRequest),
        ("{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"wear\"}", .unknownMethod),
        ("{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"where\",\"params\":[]}", .badParameters),
        ("{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"where\",\"params\":{\"x\":1}}", .badParameters),
        ("{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"talking\",\"params\":{}}", .badParameters),
        ("{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"talking\",\"params\":{\"on\":1}}", .badParameters),
        ("{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"talking\",\"params\":{\"on\":null}}", .badParameters),
    ])
    func `What is no request of the table is refused by the code of its kind`(text: String, kind: ControlError.Kind) {
        guard case .failure(let refusal) = call(text) else {
            Issue.record("\(text) was taken")
            return
        }
        #expect(refusal.error.kind == kind, "\(refusal.error.message)")
        #expect(refusal.id != nil && !refusal.error.message.isEmpty)
    }

    @Test func `Bytes that are no UTF-8 are no JSON`() {
        #expect(throws: ControlCall.Refusal.self) { try ControlCall([0x22, 0xFF, 0x22]) }
    }

    @Test func `A notification that is wrong has nobody to be answered to`() {
        guard case .failure(let refusal) = call("{\"jsonrpc\":\"2.0\",\"method\":\"wear\"}") else { return }
        #expect(refusal.id == nil)
    }

    @Test(arguments: [
        ("wher", "where"), ("subscribed", "subscribe"), ("proberesult", "probeResult"),
        ("places.rename ", "places.rename"),
    ])
    func `A method that is not there brings the one that was probably meant`(word: String, meant: String) {
        guard case .failure(let refusal) = call("{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"\(word)\"}") else {
            Issue.record("\(word) was taken")
            return
        }
        #expect(refusal.error.remedy == "did you mean \"\(meant)\"?")
        #expect(refusal.error.at == "method")
    }

    @Test func `An error reads back as it was written`() {
        for kind in ControlError.Kind.allCases {
            let error = ControlError(kind, "what", remedy: "do", word: "exact", at: "here", exit: 2)
            #expect(ControlError(json: error.json) == error)
            #expect(error.json["code"] == .integer(kind.rawValue))
            #expect(error.json["message"] == .string("what — do"))
        }
    }

    @Test func `An answer that is too long comes without its effects, and says so`() throws {
        let effects = JSONValue.array(Array(repeating: .string(String(repeating: "x", count: 100)), count: 700))
        let said = JSONValue.array([.string("Go on.")])
        let long = ControlOutcome.result(.object([.init("said", said), .init("effects", effects)])).line(
            id: .integer(1))
        #expect(long.count < ControlLimits.line)
        let document = try Document(long)
        let text = document.root["result"]?["said"]?.items.map(\.string)
        #expect(text == ["Go on."])
        #expect(document.root["result"]?["isShortened"]?.boolean == true)
        let hopeless = ControlOutcome.result(.object([.init("said", effects)])).line(id: .integer(1))
        #expect(errorCode(String(decoding: hopeless, as: UTF8.self)) == ControlError.Kind.inside.rawValue)
    }
}
