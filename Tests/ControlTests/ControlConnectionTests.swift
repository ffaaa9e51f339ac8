import Control
import Documents
import Readings
import Testing

struct ControlConnectionTests {
    @Test func `Requests come out one by one, however their bytes came`() {
        let text =
            ControlBench.line("where", id: 1) + ControlBench.line("stop", id: 2) + ControlBench.line("back", id: 3)
        for size in [1, 7, 60, 1000] {
            let bench = ControlBench()
            var names: [String] = []
            let bytes = Array(text.utf8)
            for start in stride(from: 0, to: bytes.count, by: size) {
                names += bench.send(bytes: Array(bytes[start..<min(start + size, bytes.count)])).map(\.name)
            }
            #expect(names == ["where", "stop", "back"], "in parts of \(size)")
        }
    }

    @Test func `An answer goes to its request, once, whatever the order`() {
        let bench = ControlBench()
        let requests = bench.send(ControlBench.line("where", id: 1) + ControlBench.line("stop", id: 2))
        bench.connection.answer(call: requests[1].call, .result(.string("b")))
        bench.connection.answer(call: requests[0].call, .result(.string("a")))
        bench.connection.answer(call: requests[0].call, .result(.string("again")))
        #expect(
            bench.read() == [
                "{\"jsonrpc\":\"2.0\",\"id\":2,\"result\":\"b\"}", "{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":\"a\"}",
            ])
    }

    @Test func `A notification is done and never answered, even where it is wrong`() {
        let bench = ControlBench()
        let requests = bench.send(ControlBench.line("stop", id: nil) + ControlBench.line("wear", id: nil))
        #expect(requests.map(\.name) == ["stop"])
        bench.connection.answer(call: requests[0].call, .result(.null))
        #expect(bench.read().isEmpty)
    }

    @Test func `Garbage between requests costs an error each and nothing else`() {
        let bench = ControlBench()
        let requests = bench.send(
            "garbage\n" + ControlBench.line("where") + "{\n\n   \n\u{1}\n" + ControlBench.line("stop"))
        #expect(requests.map(\.name) == ["where", "stop"])
        #expect(bench.read().compactMap(errorCode) == [-32700, -32700, -32700])
    }

    @Test func `No more than eight requests wait; the next is read when one was answered`() {
        let bench = ControlBench()
        let text = (1...10).map { ControlBench.line("where", id: $0) }.joined()
        let first = bench.send(text)
        #expect(first.count == ControlLimits.waiting && !bench.connection.wantsBytes)
        bench.connection.answer(call: first[3].call, .result(.null))
        #expect(bench.requests().count == 1)
        #expect(bench.requests().isEmpty)
    }

    @Test(arguments: [(ControlLimits.line, true), (ControlLimits.line + 1, false)])
    func `A line may be 64 KiB and not a byte longer`(length: Int, isTaken: Bool) {
        let bench = ControlBench()
        let head = "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"where\""
        let line = head + String(repeating: " ", count: length - head.count - 1) + "}\n"
        #expect(bench.send(line).count == (isTaken ? 1 : 0))
        #expect(bench.read().compactMap(errorCode) == (isTaken ? [] : [-32004]))
        #expect(bench.connection.isOver == !isTaken)
    }

    @Test func `A megabyte without a newline ends the connection as soon as it is too long`() {
        let bench = ControlBench()
        for _ in 0..<16 { _ = bench.send(bytes: [UInt8](repeating: 0x41, count: 65_536)) }
        #expect(bench.read().compactMap(errorCode) == [-32004])
        #expect(bench.connection.isOver && !bench.connection.wantsBytes)
    }

    @Test func `A line that is begun and not ended within ten seconds ends the connection`() {
        let bench = ControlBench()
        _ = bench.send("{\"jsonrpc\"")
        #expect(bench.connection.deadline == .start + .seconds(10))
        #expect(bench.pass(.milliseconds(9999)) && bench.read().isEmpty)
        _ = bench.send(":")  // a byte now and then does not help
        #expect(bench.pass(.milliseconds(1)))
        #expect(bench.read().compactMap(errorCode) == [-32005])
        #expect(bench.connection.isOver)
    }

    @Test func `A connection that says nothing may stay`() {
        let bench = ControlBench()
        #expect(bench.pass(.seconds(3600)) && !bench.connection.isOver && bench.connection.deadline == nil)
    }

    @Test func `A request that nobody answers is answered with an error in five seconds, or in a minute by the stores`()
    {
        let bench = ControlBench()
        let requests = bench.send(ControlBench.line("where", id: 1) + ControlBench.line("seen.clear", id: 2))
        #expect(bench.pass(.milliseconds(4999)) && bench.read().isEmpty)
        #expect(bench.pass(.milliseconds(1)))
        #expect(bench.read().compactMap(errorCode) == [-32003])
        #expect(bench.pass(.seconds(55)))
        #expect(bench.read().compactMap(errorCode) == [-32003])
        bench.connection.answer(call: requests[0].call, .result(.null))
        #expect(bench.read().isEmpty)
    }

    @Test func `Faster than 250 a second over a longer time, a connection waits`() {
        let bench = ControlBench()
        var count = 0
        for _ in 0..<40 {
            _ = bench.send(String(repeating: "x\n", count: 50))
            count += bench.read().count
        }
        #expect(count == ControlLimits.callsASecond)
        #expect(bench.connection.deadline == .start + .milliseconds(4))
        _ = bench.pass(.milliseconds(3))
        #expect(bench.requests().isEmpty && bench.read().isEmpty)
        _ = bench.pass(.milliseconds(1))
        #expect(bench.requests().isEmpty && bench.read().count == 1)
        _ = bench.pass(.seconds(100))
        _ = bench.requests()
        #expect(bench.read().count == ControlLimits.callsASecond)
    }

    @Test func `Answers that are not read for thirty seconds break the connection`() {
        let bench = ControlBench()
        _ = bench.send(ControlBench.line("version"))
        #expect(bench.pass(.zero) && bench.pass(.milliseconds(29_999)))
        #expect(!bench.pass(.milliseconds(1)))
    }

    @Test func `An answer that took long is not held against the client`() {
        let bench = ControlBench()
        let request = bench.send(ControlBench.line("seen.clear"))[0]
        #expect(bench.pass(.seconds(45)))
        bench.connection.answer(call: request.call, .result(.null))
        #expect(bench.pass(.milliseconds(1)) && bench.read().count == 1)
    }

    @Test func `Who leaves answers unread is not read from any more`() {
        let bench = ControlBench()
        var sent = 0
        while bench.connection.wantsBytes, sent < 1000 {
            _ = bench.send(ControlBench.line("methods", params: "{\"count\":16}"))
            sent += 1
            bench.now = bench.now + .milliseconds(4)
        }
        #expect(sent < 60 && bench.connection.queue.bytes < ControlLimits.output + ControlLimits.line)
        _ = bench.read()
        #expect(bench.connection.wantsBytes)
    }

    @Test func `What is sent before the end of a half-closed connection is still answered`() {
        let bench = ControlBench()
        let requests = bench.send(ControlBench.line("where"))
        bench.connection.takeEnd(at: bench.now)
        #expect(!bench.connection.isOver)
        bench.connection.answer(call: requests[0].call, .result(.null))
        #expect(!bench.connection.isOver && bench.read().count == 1 && bench.connection.isOver)
    }

    @Test func `A last line without a newline is no request`() {
        let bench = ControlBench()
        _ = bench.send("{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"stop\"}")
        bench.connection.takeEnd(at: bench.now)
        #expect(bench.requests().isEmpty)
        #expect(bench.read().compactMap(errorCode) == [-32005])
        #expect(bench.connection.isOver)
    }

    @Test func `At the end of the service whoever waits is told`() {
        let bench = ControlBench()
        _ = bench.send(ControlBench.line("where", id: 1) + ControlBench.line("stop", id: 2))
        bench.connection.stop()
        #expect(bench.read().compactMap(errorCode) == [-32013, -32013])
        #expect(bench.connection.isOver)
    }

    @Test func `An upload is gathered part by part, handed over once, and forgotten`() {
        let bench = ControlBench()
        _ = bench.send(
            ControlBench.line("upload", params: "{\"text\":\"ab\"}")
                + ControlBench.line("upload", params: "{\"text\":\"c\"}"))
        #expect(bench.uploads == ControlLimits.uploads - 3)
        let requests = bench.send(ControlBench.line("places.import") + ControlBench.line("places.import"))
        #expect(requests.map(\.upload) == [Array("abc".utf8), []])
        #expect(bench.uploads == ControlLimits.uploads)
    }

    @Test func `What is uploaded beyond what all may have is refused and forgotten`() {
        let bench = ControlBench()
        bench.uploads = 4
        _ = bench.send(
            ControlBench.line("upload", params: "{\"text\":\"abcd\"}")
                + ControlBench.line("upload", params: "{\"text\":\"e\"}"))
        #expect(bench.read().map(errorCode) == [nil, -32010])
        #expect(bench.uploads == 4 && bench.connection.upload.isEmpty)
    }

    @Test func `Only who rests makes room: nothing is waited for, and no subscriber reads`() {
        let bench = ControlBench()
        #expect(bench.connection.restingSince == .start)
        let requests = bench.send(ControlBench.line("where"))
        #expect(bench.connection.restingSince == nil)
        bench.connection.answer(call: requests[0].call, .result(.null))
        _ = bench.read()
        #expect(bench.connection.restingSince != nil)
        _ = bench.send(ControlBench.line("subscribe"))
        _ = bench.read()
        #expect(bench.connection.restingSince == nil)
        bench.connection.show([0x7B, 0x7D], type: "say")
        #expect(bench.connection.restingSince != nil)
        _ = bench.read()
        #expect(bench.connection.restingSince == nil)
        bench.connection.takeEnd(at: bench.now)
        #expect(bench.connection.restingSince != nil && !bench.connection.isOver, "it may be gone, or only say no more")
    }
}
