import Deciding
import Documents
import Readings
import Testing
import Wayfinding

/// The way through the present place, as a line.
struct WayHereTests {
    private static let map = """
        {"format":"companion.place","version":1,"id":"hall","name":"Hall","scannedAt":"2026-09-14T09:30:00Z",
         "kind":"surveyed","landmarks":[
          {"id":"a","name":"A","kind":"entrance","position":{"x":0,"y":0}},
          {"id":"b","name":"B","kind":"spot","position":{"x":4,"y":0}},
          {"id":"c","name":"C","kind":"spot","position":{"x":4,"y":6}}],
         "connections":[
          {"id":"ab","from":"a","to":"b","direction":"both","kind":"path","instruction":"On.","returnInstruction":"Back.",
           "stepFree":"confirmed","availability":"available","verification":{"status":"unverified"},
           "path":[{"x":2,"y":1}]},
          {"id":"bc","from":"b","to":"c","direction":"both","kind":"path","instruction":"Left.","returnInstruction":"Right.",
           "stepFree":"confirmed","availability":"available","verification":{"status":"unverified"}}]}
        """

    private static func core() throws -> DecisionCore {
        let map = try #require(PlaceMapReader.read(try Document(Array(map.utf8)), now: 2_000_000_000).map)
        var core = DecisionCore(
            world: World(places: [map]), configuration: .init(ending: .estimated, isBarometerConfigured: false))
        _ = core.handle(.place("hall"), at: .start)
        return core
    }

    private static func points(_ core: DecisionCore) -> [[Double]] { core.wayHere.map { [$0.x, $0.y] } }

    @Test func `Where no route is followed there is no way`() throws { #expect(Self.points(try Self.core()).isEmpty) }

    @Test func `From landmark to landmark it leads over the bends, in the direction in which it is walked`() throws {
        var core = try Self.core()
        _ = core.handle(.go(GoRequest(target: .words("c"), from: "a")), at: .start)
        #expect(Self.points(core) == [[0, 0], [2, 1], [4, 0], [4, 6]])
        _ = core.handle(.stop, at: .start)
        #expect(Self.points(core).isEmpty)
        _ = core.handle(.go(GoRequest(target: .words("a"), from: "c")), at: .start)
        #expect(Self.points(core) == [[4, 6], [4, 0], [2, 1], [0, 0]])
    }

    @Test func `From a position it begins there, meets the graph, and leaves out what lies behind`() throws {
        var core = try Self.core()
        _ = core.handle(.pose(Pose(place: "hall", x: 5, y: 2)), at: .start)
        _ = core.handle(.go(GoRequest(target: .words("c"))), at: .start)
        #expect(Self.points(core) == [[5, 2], [4, 2], [4, 6]])
    }

    @Test func `To a position it ends there`() throws {
        var core = try Self.core()
        _ = core.handle(.go(GoRequest(target: .position(x: 3, y: 3), from: "a")), at: .start)
        #expect(Self.points(core) == [[0, 0], [2, 1], [4, 0], [4, 3], [3, 3]])
    }
}
