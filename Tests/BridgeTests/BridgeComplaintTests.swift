import Bridge
import Testing

struct BridgeComplaintTests {
    @Test(arguments: [
        ("nope0: does not match an available interface.", "it does not match an available interface"),
        ("nope0: no address", "no address"), ("eth0: is down.", "eth0: is down"),
        ("Failed to create a domain. \n", "Failed to create a domain"), ("...", ""), ("", ""),
    ])
    func `A complaint of the library becomes a part of a sentence, which ends once`(text: String, words: String) {
        #expect(BridgeComplaint.words(text, interface: "nope0") == words)
    }
}
