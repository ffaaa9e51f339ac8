import Announcing
import Readings
import Wayfinding

/// A route under way with the words of its steps and what has been said of it.
struct ActiveRoute {
    /// The route.
    private(set) var route: Route
    /// Where it leads, for planning anew.
    private(set) var goal: RoutePoint
    /// The device of the person that it leads to, if it does.
    let device: String?
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
        _ route: Route, towards goal: RoutePoint, in graph: RoutingGraph, units: SpokenUnits, follow: Follow? = nil,
        after before: ActiveRoute? = nil
    ) {
        self.route = route
        self.goal = goal
        announced = before?.announced ?? []
        isDemoTold = before?.isDemoTold ?? false
        device = follow?.device
        var steps: [GuidanceStep] = []
        var texts: [String] = []
        for step in StepWords.spokenSteps(route, in: graph, units: units) {
            texts.append(step.text)
            steps.append(
                GuidanceStep(
                    routeSteps: step.routeSteps, leavesPlace: step.leavesPlace, entersPlace: step.entersPlace,
                    landmark: step.landmark))
        }
        if steps.isEmpty, let place = route.legs.last?.place {
            let landmark = route.destination
            let name = follow?.name ?? landmark.flatMap { graph.landmark($0)?.name ?? $0.id } ?? ""
            texts = [Words().text(.goTo, ["name": name])]
            steps = [GuidanceStep(routeSteps: 0..<0, leavesPlace: place, entersPlace: place, landmark: landmark)]
        }
        self.texts = texts
        var started: LandmarkReference?
        if case .landmark(let landmark) = route.start { started = landmark }
        session = GuidanceSession(route: route, steps: steps, startedAt: started)
        session.goal = follow?.position
    }

    /// The person that it leads to has moved.
    mutating func moveGoal(to position: Position) {
        if case .position(let place, _) = goal { goal = .position(place: place, position) }
        session.goal = position
    }

    /// What is left of the route, led to another end; nil where its last piece does not lead there.
    func leading(to end: RouteEnd, in graph: RoutingGraph) -> ActiveRoute? {
        guard let last = route.steps.last, session.routeStep < route.steps.count else { return nil }
        switch end {
        case .onConnection(let connection, _, _):
            if connection != last.connection { return nil }
        case .landmark(let landmark), .nearLandmark(let landmark, _):
            guard let ends = graph.ends(of: last.connection), landmark == (last.isForward ? ends.to : ends.from) else {
                return nil
            }
        }
        var led = self
        led.route.end = end
        return led
    }

    /// Whether another route is what is left of this one: the same connections, walked the same way.
    func continues(as other: Route) -> Bool {
        let rest = route.steps.dropFirst(session.routeStep)
        return rest.count == other.steps.count
            && zip(rest, other.steps).allSatisfy { $0.connection == $1.connection && $0.isForward == $1.isForward }
    }

    /// Whether the present step is the last piece, to a person.
    var leadsToPerson: Bool { device != nil && session.index == session.steps.count - 1 }

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
