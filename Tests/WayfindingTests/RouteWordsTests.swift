import Announcing
import Evidence
import Testing
import Wayfinding

struct RouteWordsTests {
    private static func graph(_ changes: (inout Connection) -> Void = { _ in }) -> RoutingGraph {
        var stairs = Connection(
            id: "s", from: "l", to: "d", kind: .stairs, instruction: "Go up.", returnInstruction: "Go down.",
            stepFree: .unsuitable)
        changes(&stairs)
        let landmarks = [
            Landmark(id: "l", name: "Lobby", kind: .room), Landmark(id: "d", name: "Deck", kind: .exit),
            Landmark(id: "p", name: "Pool", kind: .room),
        ]
        let last = Connection(
            id: "w", from: "d", to: "p", instruction: "Go on.", returnInstruction: "Go on.", stepFree: .confirmed)
        return RoutingGraph(places: [
            PlaceMap(
                id: "h", name: "Hotel", scannedAt: "", kind: .surveyed, landmarks: landmarks,
                connections: [stairs, last])
        ])
    }

    private func text(_ graph: RoutingGraph, stepFree: Bool = false, from: String = "Lobby", to: String = "Pool")
        -> String
    {
        guard let failure = ask(graph, from, to, stepFree: stepFree).failure else { return "route" }
        return RouteWords(graph: graph).text(of: failure, to: to, preferences: .init(stepFree: stepFree))
    }

    @Test func `stairs in the way of step-free are named with what can be done`() {
        #expect(
            text(Self.graph(), stepFree: true)
                == "No way to Pool without steps: the stairs between Lobby and Deck have steps. Ask for help or go without step-free."
        )
        #expect(
            text(Self.graph { $0.name = "Grand Stairs" }, stepFree: true)
                == "No way to Pool without steps: Grand Stairs has steps. Ask for help or go without step-free.")
    }

    @Test func `what is closed is said, and that step-free is not all of it`() {
        #expect(
            text(Self.graph { $0.availability = .unavailable })
                == "No way to Pool: the stairs between Lobby and Deck cannot be used right now. Ask for help, or try again later."
        )
        #expect(
            text(Self.graph { $0.availability = .unavailable }, stepFree: true)
                == "No way to Pool without steps: the stairs between Lobby and Deck cannot be used right now and have steps. Ask for help, or try again later."
        )
        let ramp = Self.graph {
            $0.kind = .ramp
            $0.stepFree = .unknown
        }
        #expect(text(ramp, stepFree: true).contains("the ramp between Lobby and Deck may have steps."))
    }

    @Test func `a door to an exit can only be passed outwards, other ways in one direction`() {
        let door = Self.graph {
            $0.kind = .door
            $0.direction = .oneWay
        }
        #expect(
            text(door, from: "Pool", to: "Lobby")
                == "No way to Lobby: the door between Lobby and Deck can only be passed outwards. Ask for help, or choose another place."
        )
        let path = Self.graph {
            $0.kind = .path
            $0.direction = .oneWay
            $0.name = "Tunnel"
        }
        #expect(
            text(path, from: "Pool", to: "Lobby").contains(
                "Tunnel can only be passed in one direction, from Lobby to Deck."))
    }

    @Test func `the other failures say what and what to do`() {
        let words = RouteWords(graph: Self.graph())
        #expect(text(Self.graph(), to: "Pol") == "I know no place called Pol. A similar name is Pool.")
        #expect(text(Self.graph(), from: "Nowhere at all") == "I cannot start at Nowhere at all: it is not on the map.")
        #expect(text(Self.graph(), to: "Lobby") == "You are at Lobby.")
        #expect(words.text(of: .alreadyThere(nil), to: nil) == "You are already there.")
        #expect(words.text(of: .notHere, to: "Sam's iPhone") == "Sam's iPhone is not here.")
        #expect(words.text(of: .noNearbyStart, to: nil).hasSuffix("Say where to start, or ask for help."))
        let far = "No mapped way is within 5 metres of where you want to go."
        #expect(words.text(of: .noNearbyGoal, to: nil).hasPrefix(far))
        #expect(RouteFailure.noNearbyGoal.reason == "noNearbyStart")
        let long = text(Self.graph(), to: String(repeating: "a", count: 512))
        #expect(long == "I know no place called " + String(repeating: "a", count: 60) + "….")
        #expect(words.text(of: .notConnected(against: []), to: nil).contains("nothing on the map leads there"))
    }

    @Test func `more than three in the way are counted`() {
        let failure = ask(DrawnMap("A==B==C==D==E==F").graph, "A", "F", stepFree: true).failure
        let text = failure.map {
            RouteWords(graph: DrawnMap("A==B==C==D==E==F").graph).text(
                of: $0, to: "F", preferences: .init(stepFree: true))
        }
        #expect(text?.contains("between C and D have steps and 2 more stand in the way.") == true)
    }

    @Test func `one more that stands in the way is one, and the same words are said once`() throws {
        func text(_ map: String, _ to: String, name: String? = nil) throws -> String {
            var place = DrawnMap(map).place
            for index in place.connections.indices where name != nil { place.connections[index].name = name }
            let graph = RoutingGraph(places: [place])
            let failure = try #require(ask(graph, "A", to, stepFree: true).failure)
            return RouteWords(graph: graph).text(of: failure, to: to, preferences: .init(stepFree: true))
        }
        #expect(try text("A==B==C==D==E", "E").contains("and 1 more stands in the way."))
        let repeated = try text("A==B==C==D==E==F", "F", name: "Long stairs")
        #expect(repeated.ranges(of: "Long stairs").count == 1 && !repeated.contains("more"))
    }

    @Test func `before you go names the connection and its source, in one utterance`() {
        let graph = Self.graph {
            $0.availability = .unknown
            $0.verification.source = "the 2024 plan"
        }
        let connections = ask(graph, "Lobby", "Pool").route?.beforeYouGo ?? []
        #expect(
            RouteWords(graph: graph).beforeYouGo(connections)
                == "Before you go: I do not know whether you can use the stairs between Lobby and Deck now. What I know of the stairs between Lobby and Deck is from the 2024 plan."
        )
        #expect(RouteWords(graph: graph).beforeYouGo([]) == nil)
    }

    @Test func `a portal between landmarks of one name is between its places`() {
        let words = RouteWords(graph: threeFloors())
        #expect(
            words.name(of: ConnectionReference(place: "f1", id: "up1")) == "the elevator between Place 1 and Place 2")
    }

    @Test(arguments: RoutePhrases.Key.allCases)
    func `each phrase has a template that uses all of its arguments and no other`(key: RoutePhrases.Key) {
        let template = RoutePhrases.english.templates[key] ?? ""
        #expect(!template.isEmpty)
        let used = template.split(separator: "{", omittingEmptySubsequences: false).dropFirst().map {
            String($0.prefix { $0 != "}" })
        }
        #expect(Set(used) == Set(RoutePhrases.arguments(key)))
    }

    @Test func `an argument is put in as it is, braces and all`() {
        #expect(RoutePhrases.english(.notHere, ["name": "{to} $0"]) == "{to} $0 is not here.")
    }
}
