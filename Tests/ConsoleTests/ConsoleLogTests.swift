import Console
import Readings
import Testing

@Suite struct ConsoleLogTests {
    @Test func `What no voice could say is not heard, and the row that was told as said is told again`() {
        var log = ConsoleLog()
        let first = log.take(sentence: 1, .ready, "Ready.", at: .start)
        #expect(first.outcome == .said)
        let again = log.take(voice: "unavailable")
        #expect(again?.number == first.number && again?.outcome == .unheard && again?.text == "Ready.")
        #expect(again?.why.hasPrefix("Not heard: no voice works. ") == true)
        let next = log.take(sentence: 2, .ready, "Still here.", at: .start)
        #expect(next.outcome == .unheard && next.number == 2)
        #expect(log.entries.map(\.outcome) == [.unheard, .unheard])
    }

    @Test func `A voice that works again has said the last sentence, and not those before it`() {
        var log = ConsoleLog()
        _ = log.take(sentence: 1, .ready, "One.", at: .start)
        _ = log.take(voice: "unavailable")
        _ = log.take(sentence: 2, .ready, "Two.", at: .start)
        let second = log.take(voice: "ok")
        #expect(second?.text == "Two." && second?.outcome == .said && second?.why.contains("Not heard") == false)
        let third = log.take(sentence: 3, .ready, "Three.", at: .start)
        #expect(third.outcome == .said)
        #expect(log.entries.map(\.outcome) == [.unheard, .said, .said])
    }

    @Test func `That the voice fails before anything was said adds no row`() {
        var log = ConsoleLog()
        let row = log.take(voice: "unavailable")
        #expect(row == nil && log.entries.isEmpty)
    }
}
