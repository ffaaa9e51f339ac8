import Bridge
import Deciding
import Testing

struct ProbeExchangeTests {
    private static func asked() -> ProbeExchange {
        var exchange = ProbeExchange()
        _ = exchange.ask(id: 3, places: ["ground", "first"], why: "floorChange")
        return exchange
    }

    @Test func `The question is JSON with its id, its places in order, and why`() {
        var exchange = ProbeExchange()
        #expect(
            exchange.ask(id: 3, places: ["ground", "o\"ne"], why: "edge")
                == #"{"id":3,"places":["ground","o\"ne"],"why":"edge"}"#)
    }

    @Test(
        arguments: [
            (#"{"id":3,"place":"first"}"#, .probeResult(place: "first", id: 3)),
            (#"{"id":3,"place":null}"#, .probeResult(place: nil, id: 3)),
            (#" {"place":"ground","id":3,"note":"sure"} "#, .probeResult(place: "ground", id: 3)),
            (#"{"id":3,"place":"cellar"}"#, nil), (#"{"id":2,"place":"first"}"#, nil), (#"{"place":"first"}"#, nil),
            (#"{"id":3}"#, nil), (#"{"id":3,"place":7}"#, nil), (#"{"id":3.5,"place":"first"}"#, nil),
            (#"{"id":"3","place":"first"}"#, nil), (#"{"id":99999999999999999999,"place":"first"}"#, nil),
            ("first", nil), ("", nil), ("[3]", nil), (#"{"id":3,"place":"first""#, nil),
            (#"{"id":3,"place":{"a":{"b":{"c":{"d":1}}}}}"#, nil),
        ] as [(String, Event?)])
    func `Only an answer to the last question, with one of its places or none, is an event`(text: String, event: Event?)
    {
        var exchange = Self.asked()
        #expect(exchange.answer(text) == event)
    }

    @Test func `A question is answered once`() {
        var exchange = Self.asked()
        #expect(exchange.answer(#"{"id":3,"place":"first"}"#) != nil)
        #expect(exchange.answer(#"{"id":3,"place":"first"}"#) == nil)
    }

    @Test func `An answer that was no answer leaves the question open, and a newer one replaces it`() {
        var exchange = Self.asked()
        #expect(exchange.answer(#"{"id":3,"place":"cellar"}"#) == nil)
        _ = exchange.ask(id: 4, places: ["attic"], why: "edge")
        #expect(exchange.answer(#"{"id":3,"place":"first"}"#) == nil)
        #expect(exchange.answer(#"{"id":4,"place":"attic"}"#) == .probeResult(place: "attic", id: 4))
    }

    @Test func `Before any question nothing is answered`() {
        var exchange = ProbeExchange()
        #expect(exchange.answer(#"{"id":1,"place":null}"#) == nil)
    }
}
