import Announcing
import Readings
import Wayfinding

/// Planning anew while a route is under way: a connection changed, the walker left the way, or the place changed.
extension GuidanceDecisions {
    /// A connection can or cannot be used from now on.
    mutating func connectionChanged(
        _ connection: ConnectionReference, _ availability: Connection.Availability, into decisions: inout Decisions
    ) {
        graphs.set(connection, availability)
        guard metText == nil, let active, let graph = graphs.graph else { return }
        let isOnTheWay = active.remaining.contains(connection)
        if isOnTheWay, !Replan.isWhole(active.route, in: graph, fromStep: active.session.routeStep) {
            planAnew(.blocked(RouteWords(graph: graph).name(of: connection)), into: &decisions)
        } else {
            lookForBetter(connection, into: &decisions)
        }
    }

    mutating func planFromOffRoute(_ pose: Pose, _ graph: RoutingGraph, into decisions: inout Decisions) {
        guard active?.mayRetry(at: decisions.time, every: Self.retry) ?? false, let active else { return }
        let from = RoutePoint.position(place: pose.place, Position(x: pose.x, y: pose.y, z: pose.z))
        switch router.plan(graph, from: from, to: active.goal, preferences: active.route.preferences) {
        case .route(let route):
            guard route.connections != active.remaining else { return }
            tell(.wayChanged, words.text(.wayLeft), into: &decisions)
            take(route, graph, into: &decisions)
        case .failure(.alreadyThere): arriveByPlan(active, into: &decisions)
        case .failure:
            if self.active?.tellsLostOnce() ?? false {
                tell(.wayChanged, words.text(.wayLost), into: &decisions)
            }
        }
    }

    /// A plan finds that the goal is here; a person is arrived at by where they are, not by where the goal was set.
    private mutating func arriveByPlan(_ active: ActiveRoute, into decisions: inout Decisions) {
        if active.device == nil { arrive(active, into: &decisions) }
    }

    /// Why the present way cannot be followed.
    enum Reason {
        case blocked(String)
        case placeChanged
    }

    /// The present way cannot be followed: another is taken, or guidance ends.
    mutating func planAnew(_ reason: Reason, into decisions: inout Decisions) {
        guard let active, let graph = graphs.graph else { return }
        var isAstray = false
        if case .placeChanged = reason { isAstray = true }
        switch plan(active, graph, isAstray: isAstray, at: decisions.time) {
        case .route(let route):
            guard route.connections != active.remaining else { return }
            switch reason {
            case .blocked(let name):
                tell(.wayChanged, words.text(.wayBlocked, ["name": name.capitalisedFirst]), into: &decisions)
            case .placeChanged: tell(.wayChanged, words.text(.wayElsewhere), into: &decisions)
            }
            take(route, graph, into: &decisions)
        case .failure(.alreadyThere): arriveByPlan(active, into: &decisions)
        case .failure(let failure):
            let name = active.route.destination.flatMap { graph.landmark($0)?.name }
            fail(failure, to: name, active.route.preferences, into: &decisions)
            end(.noRoute, into: &decisions)
        }
    }

    /// The present way is whole; another is taken only if it is clearly better.
    private mutating func lookForBetter(_ changed: ConnectionReference, into decisions: inout Decisions) {
        guard let active, let graph = graphs.graph,
            case .route(let route) = plan(active, graph, at: decisions.time), route.connections != active.remaining
        else { return }
        let rest = presentRest(active, graph, at: decisions.time)
        guard
            Replan.shouldSwitch(
                presentIsWhole: true, presentMillionths: rest, newMillionths: route.costMillionths)
        else { return }
        let name = RouteWords(graph: graph).name(of: changed).capitalisedFirst
        let isReason = route.connections.contains(changed)
        tell(.wayChanged, words.text(isReason ? .wayOpened : .wayBetter, ["name": name]), into: &decisions)
        take(route, graph, into: &decisions)
    }

    func presentRest(_ active: ActiveRoute, _ graph: RoutingGraph, at time: Instant) -> Int64 {
        let step = active.session.routeStep
        if let position = freshPosition(at: time), let place,
            let rest = Replan.rest(of: active.route, in: graph, place: place, position: position, fromStep: step)
        {
            return rest.costMillionths
        }
        return Replan.rest(of: active.route, fromStep: step).costMillionths
    }

    /// A plan to the same goal, from the pose where there is one, else from the landmark confirmed last.
    ///
    /// Astray, in a place off the route, only a landmark of that place counts.
    mutating func plan(
        _ active: ActiveRoute, _ graph: RoutingGraph, isAstray: Bool = false, at time: Instant
    ) -> RouteAnswer {
        var answer = RouteAnswer.failure(.noNearbyStart)
        if let position = freshPosition(at: time), let place {
            let from = RoutePoint.position(place: place, position)
            answer = router.plan(graph, from: from, to: active.goal, preferences: active.route.preferences)
            if answer.route != nil || answer.failure == .alreadyThere(active.route.destination) { return answer }
        }
        guard let from = active.restart, isAstray ? from.place == place : true else { return answer }
        let other = router.plan(graph, from: from.point, to: active.goal, preferences: active.route.preferences)
        return other.route != nil || answer.failure == .noNearbyStart ? other : answer
    }

    /// Follows a new route to the same goal; a present step that is still on the way is kept and not said again.
    mutating func take(_ route: Route, _ graph: RoutingGraph, into decisions: inout Decisions) {
        guard let before = active else { return }
        if route.connections != before.remaining { decisions.add(.route(RouteJSON.value(.route(route)))) }
        active = ActiveRoute(
            route, towards: before.goal, in: graph, units: units, follow: follow, after: before)
        sayBeforeYouGo(graph, into: &decisions)
        if let active, before.isStillWalked(on: active) {
            tellStep(into: &decisions)
        } else {
            openStep(into: &decisions)
        }
    }
}
