import Announcing
import Readings
import Wayfinding

/// A route under way with the words of its steps and what has been said of it.
struct ActiveRoute {
    /// The route.
    let route: Route
    /// Where it leads, for planning anew.
    let goal: RoutePoint
    /// What has been said before going, the connections of earlier plans included.
    private(set) var announced: Set<ConnectionReference>
    /// Whether it was said that a place on the way is made up.
    private(set) var isDemoTold: Bool
    /// Its progress.
    var session: GuidanceSession
    private let texts: [String]
    private var lastTry: Instant?
    private var lostTold = false

    init(
        _ route: Route, towards goal: RoutePoint, in graph: RoutingGraph, units: SpokenUnits,
        after before: ActiveRoute? = nil
    ) {
        self.route = route
        self.goal = goal
        announced = before?.announced ?? []
        isDemoTold = before?.isDemoTold ?? false
        var steps: [GuidanceStep] = []
        var texts: [String] = []
        for step in StepWords.spokenSteps(route, in: graph, units: units) {
            texts.append(step.text)
            steps.append(
                GuidanceStep(
                    routeSteps: step.routeSteps, leavesPlace: step.leavesPlace, entersPlace: step.entersPlace,
                    landmark: step.landmark))
        }
        if steps.isEmpty, let landmark = route.destination {
            let name = graph.landmark(landmark)?.name ?? landmark.id
            texts = [Words().text(.goTo, ["name": name])]
            steps = [
                GuidanceStep(
                    routeSteps: 0..<0, leavesPlace: landmark.place, entersPlace: landmark.place, landmark: landmark)
            ]
        }
        self.texts = texts
        var started: LandmarkReference?
        if case .landmark(let landmark) = route.start { started = landmark }
        session = GuidanceSession(route: route, steps: steps, startedAt: started)
    }

    /// The words of the step that is walked.
    var instruction: String? { instruction(after: 0) }

    /// The words of a later step, counted from the present one.
    func instruction(after count: Int) -> String? {
        let index = session.index + count
        return index < texts.count ? texts[index] : nil
    }

    /// The connections that are still to be walked, the present step's included.
    var remaining: [ConnectionReference] { Array(route.connections.dropFirst(session.routeStep)) }

    /// The way that the present step begins with, and whether it is walked from its `from`.
    private var ahead: RouteStep? { session.routeStep < route.steps.count ? route.steps[session.routeStep] : nil }

    /// Whether another route begins with the step that is walked, in the same words and direction.
    func isStillWalked(on other: ActiveRoute) -> Bool {
        instruction == other.instruction && ahead?.connection == other.ahead?.connection
            && ahead?.isForward == other.ahead?.isForward
    }

    /// The step, from the present one on, that leads into a place; `ends` tells whether it ends there or leads on.
    func step(into place: String) -> (index: Int, ends: Bool)? {
        let later = session.steps.indices.dropFirst(session.index)
        let passes = { (index: Int) in
            session.steps[index].routeSteps.contains {
                route.steps[$0].isPortal && route.steps[$0].entersPlace == place
            }
        }
        return later.first(where: passes).map { ($0, session.steps[$0].entersPlace == place) }
    }

    /// True once, where any place on the way is made up.
    mutating func takeDemo(_ graph: RoutingGraph) -> Bool {
        guard !isDemoTold, route.legs.contains(where: { graph.place($0.place)?.kind == .demo }) else { return false }
        isDemoTold = true
        return true
    }

    /// What is to be said before going and has not been said yet.
    mutating func takeUnannounced() -> [ConnectionReference] {
        let fresh = route.beforeYouGo.filter { !announced.contains($0) }
        announced.formUnion(fresh)
        return fresh
    }

    /// Where a plan without a pose begins: at the landmark confirmed last, or where the route began.
    var restart: (place: String, point: RoutePoint)? {
        if let landmark = session.lastConfirmed { return (landmark.place, .landmark(landmark)) }
        switch route.start {
        case .landmark(let landmark): return (landmark.place, .landmark(landmark))
        case .nearLandmark(let landmark, let asked): return (landmark.place, .position(place: landmark.place, asked))
        case .onConnection(let connection, _, let asked):
            return (connection.place, .position(place: connection.place, asked))
        }
    }

    /// Whether another way may be looked for again.
    mutating func mayRetry(at time: Instant, every span: Duration) -> Bool {
        if let lastTry, time - lastTry < span { return false }
        lastTry = time
        return true
    }

    /// True once for each time that the walker is off every way.
    mutating func tellsLostOnce() -> Bool {
        defer { lostTold = true }
        return !lostTold
    }

    /// The walker is on the route again; true where it was said that no way is near.
    mutating func isBackOnRoute() -> Bool {
        guard lostTold, !session.isAside else { return false }
        lostTold = false
        return true
    }
}
