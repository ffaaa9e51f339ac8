import Announcing
import Deciding
import Readings
import Testing

/// groups.md, "What the robot has seen": kept only if turned on, without names of devices, once for each thing.
struct ObservationTests {
    private func on(_ bench: inout PersonBench, _ seconds: Double = 0, _ isOn: Bool = true) {
        bench.at(seconds, "setting", "\"key\":\"seen.enabled\",\"value\":\(isOn)")
    }

    /// A hazard, an arrival, another place, and a person who was last seen somewhere.
    private func day(_ bench: inout PersonBench) {
        bench.stand(7, 0, from: 0.5, to: 2)
        bench.at(2, "depth", "\"surface\":0.9")
        bench.at(3, "go", "\"to\":\"B\"")
        bench.walk((7, 0), (10, 0), from: 3)
        bench.peer(8, 13, 0)
        bench.at(9, "peerQuiet", "\"device\":\"sam\"")
        bench.stand(10, 0, from: 6.5, to: 10)
        bench.go(10)
        bench.walk((10, 0), (12, 0), from: 10)
        bench.at(20, "place", "\"id\":\"garden\"")
    }

    @Test func `Nothing is kept unless it is turned on`() throws {
        var bench = PersonBench()
        day(&bench)
        bench.end(30)
        #expect(try bench.story("observation") == [])
    }

    @Test func `A hazard, an arrival, a person last seen and a place entered are kept, each once`() throws {
        var bench = PersonBench()
        on(&bench)
        day(&bench)
        bench.end(30)
        let story = try bench.story("observation").map { $0.drop { $0 != " " }.dropFirst() }
        #expect(
            story == [
                "observation proximity flat 0.9 metres. Something ahead.",
                "observation arrived flat You have arrived at B.",
                "observation personLastSeenHere flat A person was last seen here.",
                "observation placeChanged garden Now in Garden.",
            ])
    }

    @Test func `Turned off again, nothing more is kept`() throws {
        var bench = PersonBench()
        on(&bench)
        on(&bench, 2.5, false)
        day(&bench)
        bench.end(30)
        #expect(try bench.story("observation").count == 1)
    }

    @Test func `The form is kind, text and place`() throws {
        var bench = PersonBench()
        on(&bench)
        bench.at(2, "depth", "\"surface\":0.9")
        bench.end(2.5)
        #expect(
            try bench.lines("observation") == [
                #"{"t":2,"type":"observation","kind":"proximity","text":"0.9 metres. Something ahead.","place":"flat"}"#
            ])
    }

    @Test func `No device's name is kept, whatever it is`() throws {
        var bench = PersonBench()
        on(&bench)
        bench.stand(0, 0, from: 0, to: 2)
        bench.peer(0.1, 5, 0, name: "Zebra")
        bench.go(1)
        bench.peer(2, 0.5, 0, name: "Zebra")
        bench.end(30)
        #expect(try bench.lines("observation").allSatisfy { !$0.contains("Zebra") })
        #expect(try bench.ofPeople().contains("2 Zebra is here.") || bench.ofPeople().count == 1)
    }

    @Test func `What is interrupted and said again is kept once`() throws {
        var bench = PersonBench()
        on(&bench)
        bench.at(2, "place", "\"id\":\"garden\"")
        bench.at(2.1, "depth", "\"surface\":0.5")
        bench.end(20)
        let said = try bench.words(.placeChanged).count
        #expect(said == 2)
        #expect(try bench.story("observation").filter { $0.contains("placeChanged") }.count == 1)
    }

    @Test func `What stands in the way for a minute is one hazard, not twenty`() throws {
        var bench = PersonBench()
        on(&bench)
        bench.seesClear = false
        for index in 0...600 { bench.at(2 + Double(index) / 10, "depth", "\"surface\":0.8") }
        bench.end(62)
        #expect(try bench.core.moments("proximity").count > 1)
        #expect(try bench.story("observation").count == 1)
    }
}
