import Console
import Testing

@Suite struct EventQueueTests {
    private func text(_ bytes: [UInt8]) -> String { String(decoding: bytes, as: UTF8.self) }

    @Test func `An event is one line of its type and one of its data`() {
        var queue = EventQueue()
        queue.add("log", Array("{}".utf8))
        #expect(text(queue.take(1000)) == "event: log\ndata: {}\n\n")
        #expect(queue.take(1000).isEmpty && queue.count == 0 && queue.bytes == 0)
    }

    @Test func `What is taken in small bites is whole in the end`() {
        var queue = EventQueue()
        for number in 0..<200 { queue.add("log", Array("\(number)".utf8)) }
        var taken: [UInt8] = []
        while case let part = queue.take(7), !part.isEmpty {
            #expect(part.count <= 7)
            taken += part
        }
        let wanted = (0..<200).map { "event: log\ndata: \($0)\n\n" }.joined()
        #expect(text(taken) == wanted && queue.bytes == 0)
    }

    @Test func `As many events wait as may; one more ends the reader, and frees what waited`() {
        var queue = EventQueue()
        for _ in 0..<ConsoleLimits.events { queue.add("log", [0x31]) }
        #expect(!queue.isOver && queue.count == ConsoleLimits.events)
        queue.add("log", [0x31])
        #expect(queue.isOver && queue.count == 0 && queue.bytes == 0)
        queue.add("log", [0x31])
        #expect(queue.take(1000).isEmpty, "nothing comes after a gap")
    }

    @Test func `Few events that are long end a reader as well`() {
        var queue = EventQueue()
        let long = [UInt8](repeating: 0x61, count: 60_000)
        for _ in 0..<4 { queue.add("log", long) }
        #expect(!queue.isOver && queue.bytes <= ConsoleLimits.eventBytes)
        queue.add("log", long)
        #expect(queue.isOver)
    }

    @Test func `A reader who reads is never ended, however much there is`() {
        var queue = EventQueue()
        for _ in 0..<100_000 {
            queue.add("log", Array("something".utf8))
            #expect(!queue.take(4096).isEmpty)
        }
        #expect(!queue.isOver)
    }

    @Test func `A heartbeat is only for who hears nothing else`() {
        var queue = EventQueue()
        queue.addHeartbeat()
        queue.addHeartbeat()
        #expect(text(queue.take(100)) == ": here\n\n")
        queue.add("log", [0x31])
        queue.addHeartbeat()
        #expect(queue.count == 1)
    }
}
