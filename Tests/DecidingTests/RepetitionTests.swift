import Testing

/// What is said again and again drives people away; each test is named after its public thread.
struct RepetitionTests {
    @Test func `Scottish-Tech-Army/Soundscape-Android#460: a place is named once, however long one stays`() throws {
        var bench = CoreBench(CoreBench.farm)
        bench.at(0, "place", "\"id\":\"yard\"")
        bench.at(5, "place", "\"id\":\"garage\"")
        for second in 6...600 {
            bench.at(Double(second), "pose", "\"place\":\"garage\",\"x\":\(second % 2 == 0 ? -1.9 : -1.6),\"y\":0")
        }
        bench.at(600, "end")
        #expect(try bench.moments("placeChanged").count == 1)
    }

    @Test func `soundscape-community/soundscape#139: what stays near is said ever more rarely`() throws {
        var bench = CoreBench()
        bench.surface(0.8, from: 0.1, to: 90)
        bench.at(90, "end")
        let moments = try bench.moments("proximity")
        let gaps = zip(moments.dropFirst(), moments).map { ($0 - $1).rounded() }
        #expect(gaps.prefix(4) == [3, 3, 3, 6])
        #expect(gaps.dropFirst(4).allSatisfy { $0 >= 12 }, "\(gaps)")
    }
}
