import Announcing
import Deciding
import Readings
import Testing

struct EffectWriterTests {
    private func line(_ effect: Effect, nanoseconds: Int64 = 1_500_000_000) -> String {
        EffectWriter.line(TimedEffect(effect, at: Instant(nanoseconds: nanoseconds)))
    }

    @Test(
        arguments: [
            (0, "0"), (1, "0.000000001"), (100_000_000, "0.1"), (1_000_000_000, "1"), (10_000_000_000, "10"),
            (123_456_789_987_654_321, "123456789.987654321"), (1_000_000_010, "1.00000001"),
        ] as [(Int64, String)])
    func `Times have up to nine decimals and no trailing zeros`(nanoseconds: Int64, text: String) {
        #expect(line(.hush(id: 7), nanoseconds: nanoseconds) == "{\"t\":\(text),\"type\":\"hush\",\"id\":7}")
    }

    @Test(arguments: [
        (2.0, "2.0", "2"), (2.0004, "2.000", "2"), (2.0005, "2.001", "2.001"), (-2.0005, "-2.001", "-2.001"),
        (-0.0004, "0", "0"), (8.25, "8.25", "8.25"), (69.9996, "70", "70"),
    ])
    func `Metres are rounded to the millimetre, halves away from zero`(metres: Double, long: String, short: String) {
        let text = line(.floor(.settled(metres)))
        let expected = [long, short].map { "{\"t\":1.5,\"type\":\"floor\",\"event\":\"settled\",\"change\":\($0)}" }
        #expect(expected.contains(text), "\(text)")
    }

    @Test func `Each effect has its members in the order of the format`() {
        #expect(
            line(.dropped(.stillLooking, .audience))
                == #"{"t":1.5,"type":"dropped","kind":"stillLooking","why":"audience"}"#)
        #expect(line(.place("hall")) == #"{"t":1.5,"type":"place","id":"hall"}"#)
        #expect(line(.floor(.changed(-2.5))) == #"{"t":1.5,"type":"floor","event":"changed","change":-2.5}"#)
        #expect(line(.floor(.returned)) == #"{"t":1.5,"type":"floor","event":"returned","change":null}"#)
        #expect(line(.state(.depth("ok"))) == #"{"t":1.5,"type":"state","depth":"ok"}"#)
        #expect(line(.state(.tracking("lost"))) == #"{"t":1.5,"type":"state","tracking":"lost"}"#)
        #expect(line(.state(.barometer("off"))) == #"{"t":1.5,"type":"state","barometer":"off"}"#)
        #expect(line(.state(.speech("ok"))) == #"{"t":1.5,"type":"state","speech":"ok"}"#)
    }

    @Test func `Every type that an effect can have is one that the log can name`() {
        let effects: [Effect] = [.hush(id: 1), .dropped(.ready, .expired), .place("a"), .floor(.returned)]
        for effect in effects { #expect(Effect.types.contains(effect.type)) }
    }

    @Test func `Words go through the log as they are, whatever they hold`() throws {
        var bench = CoreBench()
        bench.notice(1, "k", #"Say \"hello\",\n$(reboot) [[x]] \u00e9 ü 😀."#, "reply")
        bench.at(1.5, "end")
        #expect(
            try bench.lines() == [
                #"{"t":1,"type":"say","id":1,"kind":"notice","text":"Say \"hello\",\n$(reboot) [[x]] é ü 😀.","priority":"reply","audience":"everyone"}"#
            ])
    }
}
