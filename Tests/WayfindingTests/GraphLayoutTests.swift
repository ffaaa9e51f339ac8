import Evidence
import Foundation
import Testing
import Wayfinding

/// The order is not public; it shows in which of two equally good connections a route takes.
struct GraphLayoutTests {
    private static let ranges: [ClosedRange<UInt32>] = [
        0x20...0x7e, 0x61...0x65, 0xc0...0x17f, 0x300...0x345, 0x1100...0x11ff, 0x1e00...0x1eff, 0x212a...0x212b,
        0xac00...0xac20, 0xf900...0xfaff, 0xfff0...0xfffd, 0x1d15e...0x1d164, 0x2f800...0x2f810,
    ]

    private func text(_ random: inout SplitMix, upTo count: Int) -> String {
        var text = String.UnicodeScalarView()
        for _ in 0..<random.below(count + 1) {
            let range = Self.ranges[random.below(Self.ranges.count)]
            if let scalar = Unicode.Scalar(range.lowerBound + UInt32(random.below(range.count))) { text.append(scalar) }
        }
        return String(text)
    }

    /// Whether the route takes the connection called `one` rather than `other`.
    private func takes(_ one: String, over other: String) -> Bool {
        let ends = ["A", "B"].map { Landmark(id: $0, name: $0, kind: .spot) }
        let connections = [other, one].map {
            Connection(id: $0, from: "A", to: "B", instruction: "Go.", returnInstruction: "Go.")
        }
        let place = PlaceMap(
            id: "p", name: "P", scannedAt: "", kind: .surveyed, landmarks: ends, connections: connections)
        let route = ask(RoutingGraph(places: [place]), "A", "B").route
        return route?.connections.map { Array($0.id.utf8) } == [Array(one.utf8)]
    }

    @Test func `of two equal ways the one with the lesser bytes in NFC is taken, however the ids are composed`() {
        var random = SplitMix(seed: 3)
        var prefixes = 0
        for _ in 0..<20_000 {
            // Half of the pairs begin alike, one of them often written in another form.
            let start = text(&random, upTo: 3)
            let respelt = random.below(2) == 0 ? start.decomposedStringWithCanonicalMapping : start
            let left = respelt + text(&random, upTo: 1)
            let right = random.below(2) == 0 ? start + text(&random, upTo: 2) : text(&random, upTo: 4)
            let (a, b) = (SlowPlanner.bytes(left), SlowPlanner.bytes(right))
            if a == b { continue }
            if a.starts(with: b) || b.starts(with: a) { prefixes += 1 }
            let expected = SlowPlanner.precedes([left], [right])
            #expect(takes(left, over: right) == expected, "\(left.debugDescription) \(right.debugDescription)")
        }
        #expect(prefixes > 1_000)
    }

    @Test(arguments: [("e\u{301}", "\u{e9}a"), ("\u{212b}", "\u{c5}b"), ("Z", "a"), ("a1", "a10"), ("a10", "a2")])
    func `the first of these comes first`(first: String, second: String) {
        #expect(takes(first, over: second))
        #expect(!takes(second, over: first))
    }

    @Test(arguments: [("\u{ffee}", "\u{1f6b6}"), ("z", "\u{e9}")])
    func `scalars beyond the sixteen bit plane come after those within`(first: String, second: String) {
        #expect(takes(first, over: second))
    }
}
