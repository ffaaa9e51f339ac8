import Documents
import Pairing
import Testing

/// An object of texts.
enum JSONObject {
    static func make(_ texts: [String: String]) -> JSONValue {
        .object(texts.sorted { $0.key < $1.key }.map { .init($0.key, .string($0.value)) })
    }
}

/// Pairing as the control socket asks for it.
struct PairingCallsTests {
    @Test func `every method is a command, and nothing else is`() throws {
        let all = JSONObject.make(["device": "x", "name": "y", "phone": "z", "digits": "417"])
        let commands = try PairingCalls.methods.map { try PairingCalls.command($0, all) }
        #expect(
            commands == [
                .open, .close, .allow(digits: "417"), .refuse(digits: "417"), .remove(device: "x"),
                .rename(device: "x", name: "y"), .ask(phone: "z"), .status,
            ])
        #expect(try PairingCalls.command("pair.steal", all) == nil)
        #expect(try PairingCalls.command("pair.allow", JSONObject.make([:])) == .allow(digits: nil))
    }

    @Test(arguments: ["41", "4170", "4 7", "four", "٤١٧"])
    func `digits that are not three digits are refused`(digits: String) {
        #expect(throws: PairingRefusal.self) {
            try PairingCalls.command("pair.allow", JSONObject.make(["digits": digits]))
        }
    }

    @Test(arguments: ["pair.remove", "pair.rename", "pair.ask"])
    func `a parameter that is missing is named`(method: String) {
        #expect(throws: PairingRefusal.self) { try PairingCalls.command(method, JSONObject.make([:])) }
    }
}
