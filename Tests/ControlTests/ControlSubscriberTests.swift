import Control
import Readings
import Testing

struct ControlSubscriberTests {
    private func subscribed(_ params: String? = nil) -> ControlBench {
        let bench = ControlBench()
        _ = bench.send(ControlBench.line("subscribe", params: params))
        _ = bench.read()
        return bench
    }

    private func effect(_ text: String) -> [UInt8] { Array(text.utf8) }

    @Test func `Who did not subscribe gets nothing`() {
        let bench = ControlBench()
        bench.connection.show(effect("a"), type: "say")
        bench.connection.lose(3)
        #expect(bench.read().isEmpty)
    }

    @Test func `A subscriber gets the types that it asked for, until it ends that`() {
        let bench = subscribed("{\"types\":[\"say\",\"route\"]}")
        for type in ["say", "hush", "route"] { bench.connection.show(effect(type), type: type) }
        #expect(bench.read() == ["say", "route"])
        _ = bench.send(ControlBench.line("unsubscribe"))
        _ = bench.read()
        bench.connection.show(effect("say"), type: "say")
        #expect(bench.read().isEmpty)
    }

    @Test func `A subscriber that does not read loses what is too much, and is told how many`() {
        let bench = subscribed()
        for number in 1...(ControlLimits.effects + 44) { bench.connection.show(effect("e\(number)"), type: "say") }
        #expect(bench.connection.queue.lost == 44)
        #expect(bench.pass(.seconds(3600)), "it is not broken off for that")
        let lines = bench.read()
        #expect(lines.count == ControlLimits.effects + 1)
        #expect(lines.first == "e1" && lines.last == #"{"jsonrpc":"2.0","method":"lost","params":{"count":44}}"#)
        bench.connection.show(effect("after"), type: "say")
        #expect(bench.read() == ["after"])
    }

    @Test func `What was lost is told before the next effect that finds room`() {
        let bench = subscribed()
        for _ in 0...ControlLimits.effects { bench.connection.show(effect("e"), type: "say") }
        bench.connection.took(2, at: bench.now)  // one effect with its newline
        bench.connection.show(effect("next"), type: "say")
        #expect(bench.read().suffix(2) == [#"{"jsonrpc":"2.0","method":"lost","params":{"count":1}}"#, "next"])
    }

    @Test func `Effects that were lost on their way here are told as well`() {
        let bench = subscribed()
        bench.connection.lose(5)
        #expect(bench.read() == [#"{"jsonrpc":"2.0","method":"lost","params":{"count":5}}"#])
    }

    @Test func `Few effects that are long are too much as well, and one longer than a line is always lost`() {
        let bench = subscribed()
        bench.connection.show([UInt8](repeating: 0x61, count: ControlLimits.line + 1), type: "say")
        #expect(bench.connection.queue.lost == 1 && bench.connection.queue.isEmpty)
        for _ in 0..<20 { bench.connection.show([UInt8](repeating: 0x61, count: ControlLimits.line), type: "say") }
        #expect(bench.connection.queue.bytes <= ControlLimits.output + ControlLimits.line + 200)
        #expect(bench.connection.queue.lost > 10)
    }

    @Test func `A subscriber that does not read is answered all the same`() {
        let bench = subscribed()
        for _ in 0..<1000 { bench.connection.show(effect("e"), type: "say") }
        let requests = bench.send(ControlBench.line("where", id: 9))
        bench.connection.answer(call: requests[0].call, .result(.null))
        #expect(bench.read().contains(#"{"jsonrpc":"2.0","id":9,"result":null}"#))
    }
}
