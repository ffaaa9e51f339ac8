import Wayfinding

extension DecisionCore {
    /// The part of the route that is followed which lies in the present place, as a line in its frame, from where it
    /// enters the place to where it leaves it or ends; empty where no route is followed.
    public var wayHere: [Position] {
        guard let active = guidance.active, let graph = guidance.graphs.graph, let place = guidance.place else {
            return []
        }
        return WayHere(active.route, graph).points(in: place, from: active.session.routeStep)
    }
}

/// The line of a route through one of its places.
struct WayHere {
    private let route: Route
    private let graph: RoutingGraph

    init(_ route: Route, _ graph: RoutingGraph) {
        self.route = route
        self.graph = graph
    }

    /// The points in a place of the leg that holds a step of the route, or of the next one there.
    func points(in place: String, from step: Int) -> [Position] {
        let leg = steps(in: place, from: step)
        var points: [Position] = leg.first == 0 || leg.isEmpty ? beginning(in: place) : []
        for index in leg { add(line(index), to: &points) }
        if leg.last == route.steps.count - 1 || leg.isEmpty { add(ending(in: place), to: &points) }
        return points
    }

    private func steps(in place: String, from step: Int) -> [Int] {
        let isHere = { (index: Int) in !route.steps[index].isPortal && route.steps[index].leavesPlace == place }
        guard let some = route.steps.indices.first(where: { $0 >= step && isHere($0) }) else { return [] }
        var (first, last) = (some, some)
        while first > 0, isHere(first - 1) { first -= 1 }
        while last + 1 < route.steps.count, isHere(last + 1) { last += 1 }
        return Array(first...last)
    }

    /// The points of a step in the direction in which it is walked, cut where the route begins or ends on it.
    private func line(_ index: Int) -> [Position] {
        let step = route.steps[index]
        guard let line = graph.line(of: step.connection) else { return [] }
        let whole = [line.start] + line.bends + [line.end]
        let along = whole.map { line.nearest(to: $0).alongMetres }
        var (low, high) = (-Double.infinity, Double.infinity)
        if index == 0, let cut = cut(route.start, step, line) { step.isForward ? (low = cut) : (high = cut) }
        if index == route.steps.count - 1, let cut = cut(route.end, step, line) {
            step.isForward ? (high = cut) : (low = cut)
        }
        let kept = zip(whole, along).filter { $0.1 >= low && $0.1 <= high }.map(\.0)
        return step.isForward ? kept : kept.reversed()
    }

    /// How far along a connection an end of the route lies on it; nil where it lies on another, or on none.
    private func cut(_ end: RouteEnd, _ step: RouteStep, _ line: WayLine) -> Double? {
        guard case .onConnection(step.connection, let point, _) = end else { return nil }
        return line.nearest(to: point).alongMetres
    }

    private func beginning(in place: String) -> [Position] { ends(route.start, in: place) }

    private func ending(in place: String) -> [Position] { ends(route.end, in: place).reversed() }

    /// What was asked for, and then where the graph is met.
    private func ends(_ end: RouteEnd, in place: String) -> [Position] {
        switch end {
        case .landmark(let landmark):
            landmark.place == place ? [graph.landmark(landmark)?.position].compactMap { $0 } : []
        case .nearLandmark(let landmark, let asked):
            landmark.place == place ? [asked] + [graph.landmark(landmark)?.position].compactMap { $0 } : []
        case .onConnection(let connection, let point, let asked): connection.place == place ? [asked, point] : []
        }
    }

    private func add(_ more: [Position], to points: inout [Position]) {
        for point in more where point != points.last { points.append(point) }
    }
}
