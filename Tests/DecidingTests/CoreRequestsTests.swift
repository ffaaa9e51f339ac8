import Deciding
import Readings
import Testing
import Wayfinding

/// What a running core is asked for and given from outside: answers, destinations, its status, another world.
struct CoreRequestsTests {
    private static func place(_ id: String, desk: String = "Desk") -> PlaceMap {
        let names = [("door", "Door", 0.0), ("desk", desk, 4.0)]
        return PlaceMap(
            id: id, name: "Place \(id)", scannedAt: "2026-01-01T00:00:00Z", kind: .surveyed,
            landmarks: names.map { name in
                Landmark(id: name.0, name: name.1, kind: .spot, position: Position(x: name.2, y: 0))
            },
            connections: [
                Connection(
                    id: "way", from: "door", to: "desk", direction: .oneWay, kind: .path, instruction: "Go on.",
                    stepFree: .confirmed, availability: .available, displayLengthMetres: 4)
            ])
    }

    private static func tower(_ floors: [[String]], name: String = "Tower") -> Building {
        Building(
            id: "g", name: name,
            floors: floors.enumerated().map { Floor(id: "f\($0)", name: "Floor \($0)", places: $1) })
    }

    private func core(_ world: World, hasBarometer: Bool = false) -> DecisionCore {
        DecisionCore(world: world, configuration: .init(ending: .reported, isBarometerConfigured: hasBarometer))
    }

    private func at(_ seconds: Double) -> Instant { Instant(seconds: seconds) }

    @Test func `An answer tells what is to be said, although something more urgent is being said`() {
        var core = core(World(places: [Self.place("a")]))
        let near = DepthObservation(reading: .surface(metres: 0.5), strips: nil, dropOffMetres: nil)
        for step in 0..<20 { _ = core.handle(.depth(near), at: at(Double(step) / 15)) }
        let (effects, said) = core.answer(.whereAmI, at: at(1.4))
        #expect(said.count == 1 && said[0].hasPrefix("We are in Place a."))
        #expect(!effects.contains { if case .say = $0.effect { true } else { false } })
    }

    @Test func `Destinations are those of the place, then of its group, a page at a time`() {
        let world = World(
            places: [Self.place("b"), Self.place("a"), Self.place("x")], groups: [Self.tower([["a"], ["b"]])])
        var core = core(world)
        let nowhere = core.destinations(from: 0, count: 9, at: .start)
        #expect(nowhere.place == nil && nowhere.people.isEmpty && nowhere.landmarks.isEmpty && nowhere.total == 0)
        _ = core.handle(.place("a"), at: .start)
        func page(_ from: Int, _ count: Int) -> [String] {
            core.destinations(from: from, count: count, at: .start).landmarks.map { $0.place.id + "/" + $0.landmark.id }
        }
        #expect(page(0, 9) == ["a/door", "a/desk", "b/door", "b/desk"])
        #expect(page(1, 2) == ["a/desk", "b/door"])
        #expect(page(3, 2) == ["b/desk"] && page(4, 1).isEmpty && page(0, 0).isEmpty)
        #expect(core.destinations(from: 2, count: 1, at: .start).total == 4)
    }

    @Test func `People come first who are here, the nearest first, with how far and how long ago`() {
        var core = core(World(places: [Self.place("a"), Self.place("b")]))
        _ = core.handle(.place("a"), at: .start)
        _ = core.handle(.pose(Pose(place: "a", x: 0, y: 0, z: nil)), at: at(9.5))
        for (device, place, x) in [("d1", "b", 1.0), ("d2", "a", 5.0), ("d3", "a", 3.0)] {
            let peer = PeerPosition(
                device: device, name: "P" + device, place: place, position: Position(x: x, y: 0), yaw: nil)
            _ = core.handle(.peer(peer), at: at(9.5))
        }
        let people = core.people(at: at(10))
        #expect(people.map(\.device) == ["d3", "d2", "d1"])
        #expect(people.map(\.isHere) == [true, true, false] && people.map(\.metres) == [3, 5, nil])
        #expect(people.allSatisfy { $0.age == .milliseconds(500) })
        #expect(core.people(at: at(14.5)).map(\.isLive) == [false, false, false], "five seconds make quiet")
    }

    @Test func `The status tells the route, its step, and where the robot is`() {
        var core = core(World(places: [Self.place("a")]))
        #expect(core.status(at: .start).route == nil)
        _ = core.handle(.go(.init(target: .words("Desk"), from: "door")), at: at(1))
        let status = core.status(at: at(1))
        #expect(status.place == "a" && status.placeName == "Place a" && !status.isEdgeWatched)
        #expect(status.route?.destination == "Desk" && status.route?.step == 1 && status.route?.steps == 1)
        #expect(status.route?.instruction?.hasPrefix("Go on") ?? false)
        #expect(status.depth == "starting" && status.barometer == "off" && status.tracking == "unknown")
        #expect(!status.isReady && status.hasVoice)
    }

    // MARK: another world

    @Test func `What no route uses is taken at once, what one uses when it is over`() {
        let old = World(places: [Self.place("a"), Self.place("b")])
        var core = core(old)
        _ = core.handle(.place("a"), at: .start)
        let changed = World(places: [Self.place("a", desk: "Counter"), Self.place("b")])
        let apart = World(places: [Self.place("a"), Self.place("b", desk: "Counter")])
        #expect(core.mayAdopt(changed) && core.mayAdopt(apart))
        _ = core.handle(.go(.init(target: .words("desk"), from: "door")), at: at(1))
        #expect(!core.mayAdopt(changed) && core.mayAdopt(apart) && !core.mayAdopt(World()))
        #expect(!core.mayAdopt(World(places: old.places, groups: [Self.tower([["a"], ["b"]])])), "its group is new")
        #expect(core.placesInUse == ["a"])
        _ = core.handle(.stop, at: at(2))
        #expect(core.mayAdopt(changed))
        #expect(core.adopt(changed, at: at(3)).isEmpty)
        let (effects, _) = core.answer(.go(.init(target: .words("Counter"), from: "door")), at: at(4))
        #expect(effects.contains { if case .step = $0.effect { true } else { false } })
    }

    @Test func `A connection that was closed stays closed in another world`() {
        var core = core(World(places: [Self.place("a")]))
        _ = core.handle(.connection(place: "a", id: "way", .unavailable), at: .start)
        _ = core.adopt(World(places: [Self.place("a", desk: "Counter")]), at: at(1))
        let (effects, _) = core.answer(.go(.init(target: .words("Counter"), from: "door")), at: at(2))
        #expect(!effects.contains { if case .step = $0.effect { true } else { false } })
        #expect(!core.isGuiding)
    }

    @Test func `The first place that is taken in is where the robot is, the second changes nothing`() {
        var core = core(World())
        let one = World(places: [Self.place("a")])
        #expect(core.adopt(one, at: at(1)).map(\.effect) == [.place("a")])
        #expect(core.adopt(World(places: [Self.place("a"), Self.place("b")]), at: at(2)).isEmpty)
        #expect(core.status(at: at(2)).place == "a")
        var lost = self.core(World())
        #expect(lost.adopt(World(places: [Self.place("a"), Self.place("b")]), at: at(1)).isEmpty)
        #expect(lost.status(at: at(1)).place == nil)
    }

    @Test func `Where the place comes to lie in a tower its floors are watched, and no longer when it leaves`() {
        let places = [Self.place("a"), Self.place("b")]
        var core = core(World(places: places), hasBarometer: true)
        _ = core.handle(.place("a"), at: .start)
        let tower = World(places: places, groups: [Self.tower([["a"], ["b"]])])
        #expect(core.adopt(tower, at: at(1)).map(\.effect) == [.state(.barometer("starting"))])
        let renamed = World(places: places, groups: [Self.tower([["a"], ["b"]], name: "House")])
        #expect(core.adopt(renamed, at: at(2)).isEmpty)
        #expect(core.adopt(World(places: places), at: at(3)).map(\.effect) == [.state(.barometer("off"))])
    }

    @Test func `A probe that names a place which is gone is withdrawn`() {
        var core = core(World(places: [Self.place("a"), Self.place("b")]))
        _ = core.handle(.pose(Pose(place: "a", x: 0, y: 0, z: nil)), at: at(1))
        #expect(core.status(at: at(1)).asked == ["a", "b"])
        _ = core.adopt(World(places: [Self.place("b"), Self.place("c")]), at: at(2))
        #expect(core.status(at: at(2)).asked.isEmpty)
        _ = core.handle(.pose(Pose(place: "c", x: 0, y: 0, z: nil)), at: at(3))
        #expect(core.status(at: at(3)).asked == ["c", "b"])
        #expect(core.handle(.probeResult(place: "c", id: nil), at: at(4)).map(\.effect) == [.place("c")])
    }
}
