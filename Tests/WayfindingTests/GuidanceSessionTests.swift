import Evidence
import Readings
import Testing
import Wayfinding

/// What a session makes of poses, without any words.
struct GuidanceSessionTests {
    /// A (0, 0), B (11, 0), C (11, −6).
    private static let map = DrawnMap(
        """
        A----------B
                   |
                   |
                   C
        """)

    private func session(_ from: RoutePoint, _ to: RoutePoint) throws -> GuidanceSession {
        var router = Router()
        let route = try #require(router.plan(Self.map.graph, from: from, to: to).route)
        let steps = route.steps.indices.map { index in
            GuidanceStep(
                routeSteps: index..<(index + 1), leavesPlace: "here", entersPlace: "here",
                landmark: route.steps[index].landmark)
        }
        return GuidanceSession(route: route, steps: steps, startedAt: .init(place: "here", id: "A"))
    }

    private func walk() throws -> GuidanceSession {
        try session(.words("A", place: "here"), .words("C", place: "here"))
    }

    private func take(
        _ session: inout GuidanceSession, _ x: Double, _ y: Double, z: Double? = nil, in place: String = "here",
        at seconds: Double = 1
    ) -> GuidanceSession.Progress {
        session.take(Pose(place: place, x: x, y: y, z: z), at: Instant(seconds: seconds), in: Self.map.graph)
    }

    @Test func `Confirming goes from step to step, and after the last one has arrived`() throws {
        var session = try walk()
        #expect(session.index == 0 && !session.hasArrived && session.lastConfirmed?.id == "A")
        session.confirm()
        #expect(session.index == 1 && session.lastConfirmed?.id == "B")
        session.confirm()
        #expect(session.hasArrived && session.current == nil && session.lastConfirmed?.id == "C")
        #expect(take(&session, 0, 0) == .none, "after the end a pose says nothing")
    }

    @Test(arguments: [(-1, 0), (0, 0), (1, 1), (2, 2), (3, 0)])
    func `Only a later step can be skipped to, the end included`(later: Int, index: Int) throws {
        var session = try walk()
        session.skip(to: later)
        #expect(session.index == index)
    }

    @Test func `Back goes as far as the first step`() throws {
        var session = try walk()
        var moved = session.back()
        #expect(!moved)
        session.confirm()
        moved = session.back()
        #expect(moved && session.index == 0 && session.lastConfirmed?.id == "A")
        moved = session.back()
        #expect(!moved)
    }

    @Test func `A pose in another place says nothing`() throws {
        var session = try walk()
        #expect(take(&session, 11, 0, in: "there") == .none)
        #expect(take(&session, 11, 0) == .confirmed)
    }

    @Test func `Height counts only where both have one`() throws {
        var session = try walk()
        #expect(take(&session, 11, 0, z: 40) == .confirmed, "the landmark has no height")
    }

    @Test func `A way to a point is over within 1 m of the point`() throws {
        var session = try session(
            .words("A", place: "here"), .position(place: "here", Position(x: 6, y: 1)))
        #expect(take(&session, 4.99, 0) == .none)
        #expect(take(&session, 5, 0) == .confirmed)
    }

    @Test func `What was before poses were forgotten does not count towards standing or being off`() throws {
        var session = try walk()
        for second in [1.0, 2] { #expect(take(&session, 9.8, 0, at: second) == .none) }
        session.forgetPoses()
        for second in [3.0, 4, 4.9] { #expect(take(&session, 9.8, 0, at: second) == .none) }
        #expect(take(&session, 9.8, 0, at: 5) == .confirmed)
        session = try walk()
        for second in [1.0, 2, 3] { #expect(take(&session, 0, 4, at: second) == .none) }
        #expect(session.isAside)
        session.forgetPoses()
        #expect(!session.isAside)
        for second in [4.0, 5, 6.9] { #expect(take(&session, 0, 4, at: second) == .none) }
        #expect(take(&session, 0, 4, at: 7) == .offRoute)
        #expect(take(&session, 0, 4, at: 7.1) == .offRoute, "as long as it lasts")
    }

    @Test func `A pose that comes late still spans the two seconds of standing`() throws {
        var session = try walk()
        #expect(take(&session, 9.8, 0, at: 1) == .none)
        #expect(take(&session, 9.8, 0, at: 9) == .confirmed)
    }
}
