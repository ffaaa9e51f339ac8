import Announcing
import Deciding
import Readings
import Testing

/// announcements.md: a request to be paired is said, and once more after 20 s, while it waits for its owner.
struct PairingRequestTests {
    private func asked(_ name: String = "Sam's iPhone", _ device: String = "sam") -> String {
        "\"device\":\"\(device)\",\"name\":\"\(name)\",\"state\":\"asked\""
    }

    private func end(_ bench: inout PersonBench, _ seconds: Double, _ state: String, _ device: String = "sam") {
        bench.at(seconds, "pairing", "\"device\":\"\(device)\",\"name\":\"x\",\"state\":\"\(state)\"")
    }

    @Test func `A request is said, and once more after twenty seconds`() throws {
        var bench = PersonBench(in: nil)
        bench.at(1, "pairing", asked())
        bench.end(90)
        #expect(try bench.core.moments("pairingRequest") == [1, 21])
        #expect(try bench.words().contains("1 Sam's iPhone wants to pair. Allow?"))
    }

    private static func core() -> DecisionCore {
        DecisionCore(
            world: World(),
            configuration: .init(settings: Settings(), ending: .estimated, isBarometerConfigured: false))
    }

    private static func asks(_ device: String, _ digits: String) -> Event {
        .pairing(PairingChange(device: device, name: "Sam", state: .asked, digits: digits))
    }

    @Test func `A yes is for the phone that was put to the person, from when it is said until it lapses`() {
        var core = Self.core()
        #expect(core.pairingQuestion == nil)
        _ = core.handle(.talking(true), at: Instant(seconds: 0.5))
        _ = core.handle(Self.asks("sam", "417"), at: Instant(seconds: 1))
        #expect(core.pairingQuestion == nil, "nothing was said yet")
        _ = core.handle(.talking(false), at: Instant(seconds: 3))
        #expect(core.pairingQuestion?.device == "sam" && core.pairingQuestion?.digits == "417")
        _ = core.advance(to: Instant(seconds: 60.999))
        #expect(core.pairingQuestion != nil)
        _ = core.advance(to: Instant(seconds: 61))
        #expect(core.pairingQuestion == nil)
    }

    @Test func `Digits that changed since they were said cannot be answered with yes`() {
        var core = Self.core()
        _ = core.handle(Self.asks("sam", "417"), at: Instant(seconds: 1))
        #expect(core.pairingQuestion?.digits == "417")
        _ = core.handle(Self.asks("sam", "546"), at: Instant(seconds: 3))
        #expect(core.pairingQuestion == nil)
        _ = core.handle(.pairing(PairingChange(device: "sam", name: "Sam", state: .lapsed)), at: Instant(seconds: 4))
        _ = core.handle(Self.asks("kim", "078"), at: Instant(seconds: 9))
        _ = core.advance(to: Instant(seconds: 15))
        #expect(core.pairingQuestion?.device == "kim")
    }

    @Test func `The digits that the phone shows are said one by one`() throws {
        var bench = PersonBench(in: nil)
        bench.at(1, "pairing", asked() + ",\"digits\":\"417\"")
        bench.end(90)
        #expect(try bench.words().contains("1 Sam's iPhone wants to pair, and shows 4 1 7. Allow?"))
    }

    @Test(arguments: ["allowed", "refused", "lapsed"])
    func `What was answered or has lapsed is not said again`(state: String) throws {
        var bench = PersonBench(in: nil)
        bench.at(1, "pairing", asked())
        end(&bench, 20.999, state)
        bench.end(90)
        #expect(try bench.core.moments("pairingRequest") == [1])
    }

    @Test(arguments: ["allowed", "refused", "lapsed"])
    func `A request that was answered before it could be voiced is dropped`(state: String) throws {
        var bench = PersonBench(in: nil)
        bench.at(0.5, "talking", "\"on\":true")
        bench.at(1, "pairing", asked())
        end(&bench, 2, state)
        bench.at(3, "talking", "\"on\":false")
        bench.end(9)
        #expect(try bench.core.moments("pairingRequest") == [])
        #expect(try bench.story("dropped").contains { $0.hasSuffix("dropped pairingRequest superseded") })
    }

    @Test func `An answer cuts the words short`() throws {
        var bench = PersonBench(in: nil)
        bench.at(1, "pairing", asked())
        end(&bench, 1.2, "allowed")
        bench.end(3)
        #expect(try bench.story("hush") == ["1.2 hush 2"])
    }

    @Test func `Asking again and again says no more than asking once`() throws {
        var bench = PersonBench(in: nil)
        for index in 0..<50 { bench.at(1 + Double(index), "pairing", asked()) }
        bench.end(55)
        #expect(try bench.core.moments("pairingRequest") == [1, 21])
    }

    @Test func `Asking anew after a refusal is a new request`() throws {
        var bench = PersonBench(in: nil)
        bench.at(1, "pairing", asked())
        end(&bench, 5, "refused")
        bench.at(9, "pairing", asked())
        end(&bench, 15, "lapsed")
        bench.end(60)
        #expect(try bench.core.moments("pairingRequest") == [1, 9])
    }

    @Test func `Two that ask are both said, and the answer to one leaves the other`() throws {
        var bench = PersonBench(in: nil)
        bench.at(1, "pairing", asked())
        bench.at(1.1, "pairing", asked("Kim", "kim"))
        end(&bench, 6, "refused", "kim")
        bench.end(40)
        #expect(
            try bench.words().filter { $0.contains("pair") }.map { $0.drop { $0 != " " }.dropFirst() } == [
                "Sam's iPhone wants to pair. Allow?", "Kim wants to pair. Allow?",
                "Sam's iPhone wants to pair. Allow?",
            ])
    }

    @Test func `An answer to somebody else changes nothing`() throws {
        var bench = PersonBench(in: nil)
        bench.at(1, "pairing", asked())
        end(&bench, 2, "refused", "kim")
        bench.end(40)
        #expect(try bench.core.moments("pairingRequest") == [1, 21])
    }

    @Test func `A request that has waited for a minute has lapsed, said or not`() throws {
        var bench = PersonBench(in: nil)
        for second in [0.5, 25, 50] { bench.at(second, "talking", "\"on\":true") }
        bench.at(1, "pairing", asked())
        bench.at(61, "talking", "\"on\":false")
        bench.end(70)
        #expect(try bench.core.moments("pairingRequest") == [])
    }

    @Test func `The name is cleaned, and told apart from who is paired already`() throws {
        var bench = PersonBench()
        bench.peer(0.1, 3, 3)
        bench.at(1, "pairing", asked("Sam's\\u0007 iPhone\\u000a", "stranger"))
        bench.at(6, "pairing", asked("", "nameless"))
        bench.end(9)
        #expect(
            try bench.words(.pairingRequest) == [
                "1 Sam's iPhone 2 wants to pair. Allow?", "6 A paired phone wants to pair. Allow?",
            ])
    }
}
