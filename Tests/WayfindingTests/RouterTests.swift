import Evidence
import Testing
import Wayfinding

struct RouterTests {
    @Test func `the cheapest way is taken, both ways`() {
        let graph = DrawnMap(
            """
            A----B----C
            |         |
            |         |
            D---------E
            """
        ).graph
        #expect(letters(ask(graph, "A", "C")) == "ABC")
        #expect(letters(ask(graph, "C", "A")) == "CBA")
        #expect(letters(ask(graph, "E", "B")) == "ECB")
        #expect(ask(graph, "A", "C").route?.costMillionths == 10_000_000)
    }

    @Test func `fewer steps win among equal costs, then the lesser ids`() {
        let graph = DrawnMap(
            """
            A--B--C--D
            |     |  |
            E-----F--G
            """
        ).graph
        // A to G: 11 m each; AEFG and ABCFG and ABCDG, of which the first has fewest steps.
        #expect(letters(ask(graph, "A", "G")) == "AEFG")
        let tied = DrawnMap(
            """
            A--B
            |  |
            C--D
            """
        ).graph
        #expect(letters(ask(tied, "A", "D")) == "ABD")
        #expect(letters(ask(tied, "D", "A")) == "DBA")
    }

    @Test func `an exit-only door is used to leave and never to enter`() {
        let graph = DrawnMap("A-#->-B").graph
        #expect(letters(ask(graph, "A", "B")) == "AB")
        let against = ConnectionReference(place: "here", id: "AB")
        #expect(ask(graph, "B", "A").failure == .notConnected(against: [against]))
    }

    @Test func `against names the fewest one-ways, in the order of the way, and nothing where no way is drawn`() {
        let graph = DrawnMap("A->-B-->--C---D   E--F").graph
        guard case .notConnected(let against) = ask(graph, "D", "A").failure else {
            Issue.record("there is no way")
            return
        }
        #expect(against.map(\.id) == ["BC", "AB"])
        #expect(ask(graph, "A", "E").failure == .notConnected(against: []))
    }

    @Test func `against ignores availability, and costs`() {
        let graph = DrawnMap(
            """
            A-<-xB
            |    |
            v    |
            C--<-D
            """
        ).graph
        #expect(ask(graph, "A", "B").failure == .notConnected(against: [.init(place: "here", id: "AB")]))
    }

    @Test func `unavailable is never used, and the reason names it`() {
        let graph = DrawnMap("A--x--B----C").graph
        #expect(blocked(ask(graph, "A", "C")) == "AB:unavailable")
        let round = DrawnMap(
            """
            A--x--B
            |     |
            C-----D
            """
        ).graph
        #expect(letters(ask(round, "A", "B")) == "ACDB")
    }

    @Test func `step-free takes only what is confirmed, and says every reason in order`() {
        #expect(
            blocked(ask(DrawnMap("A==x==B").graph, "A", "B", stepFree: true)) == "AB:unavailable,stairs,notStepFree")
        #expect(blocked(ask(DrawnMap("A--!--B").graph, "A", "B", stepFree: true)) == "AB:stepFreeUnknown")
        #expect(letters(ask(DrawnMap("A--!--B").graph, "A", "B")) == "AB")
    }

    @Test(arguments: [Connection.Kind.stairs, .escalator])
    func `steps marked as step-free are still steps`(kind: Connection.Kind) {
        let map = DrawnMap("A--B").with("AB") {
            $0.kind = kind
            $0.stepFree = .confirmed
        }
        #expect(blocked(ask(map.graph, "A", "B", stepFree: true)) == "AB:stairs")
        #expect(letters(ask(map.graph, "A", "B")) == "AB")
    }

    @Test func `the fewest blocked connections are named, in the order of the way`() {
        let graph = DrawnMap(
            """
            A==B==C==D
            |        |
            |        |
            |        |
            E---x----F
            """
        ).graph
        #expect(blocked(ask(graph, "A", "D", stepFree: true)) == "EF:unavailable")
        #expect(
            blocked(ask(DrawnMap("A==B--C=x=D").graph, "A", "D", stepFree: true))
                == "AB:stairs,notStepFree CD:unavailable,stairs,notStepFree")
    }

    @Test func `unknown availability is allowed and stands under before you go, in order`() {
        let route = ask(DrawnMap("A-?-B---C-%?-D").graph, "D", "A").route
        #expect(route?.beforeYouGo.map(\.id) == ["CD", "AB"])
        #expect(route?.legs.first?.connections == ["CD", "BC", "AB"])
    }

    @Test func `from is looked at first, then to, then whether they are the same`() {
        let graph = DrawnMap("A--B").graph
        #expect(ask(graph, "X", "Y").failure == .unknownLandmark(.from, words: "X", nearest: ["A", "B"]))
        #expect(ask(graph, "A", "Y").failure == .unknownLandmark(.to, words: "Y", nearest: ["A", "B"]))
        #expect(ask(graph, "A", "A").failure == .alreadyThere(.init(place: "here", id: "A")))
    }

    @Test func `costs of zero end, and take the fewest steps`() {
        var map = DrawnMap("A--B--C--D")
        for id in ["AB", "BC", "CD"] { map = map.with(id) { $0.cost = 0 } }
        map.place.connections.append(
            Connection(id: "ZZ", from: "A", to: "D", instruction: "Go.", returnInstruction: "Go.", cost: 0))
        let route = ask(map.graph, "A", "D").route
        #expect(route?.connections.map(\.id) == ["ZZ"])
        #expect(route?.costMillionths == 0)
    }

    @Test func `a planner used again answers like a new one`() {
        var router = Router()
        let large = DrawnMap("A--B--C--D").graph
        let small = DrawnMap("A--B").graph
        for graph in [large, small, large, small] {
            let answer = router.plan(graph, from: .words("A", place: "here"), to: .words("B", place: "here"))
            #expect(answer == ask(graph, "A", "B"))
        }
    }

    @Test func `nothing on the map gives an answer`() {
        let empty = PlaceMap(id: "e", name: "E", scannedAt: "", kind: .surveyed, landmarks: [], connections: [])
        #expect(
            ask(RoutingGraph(places: [empty]), "A", "B").failure == .unknownLandmark(.from, words: "A", nearest: []))
        var router = Router()
        let nowhere = router.plan(
            RoutingGraph(places: []), from: .position(place: "e", .init(x: 0, y: 0)), to: .words("B", place: "e"))
        #expect(nowhere.failure == .noNearbyStart)
    }

    @Test func `a connection with an end that is not there, and one onto itself, are left out`() {
        var map = DrawnMap("A--B")
        map.place.connections.append(Connection(id: "X", from: "A", to: "nowhere", instruction: "Go."))
        map.place.connections.append(Connection(id: "Y", from: "A", to: "A", instruction: "Go."))
        #expect(map.graph.wayCount == 1)
        var graph = map.graph
        let isKnown = graph.setAvailability(of: .init(place: "here", id: "X"), to: .unavailable)
        #expect(!isKnown)
    }
}
