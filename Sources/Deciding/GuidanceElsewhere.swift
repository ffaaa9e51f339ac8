import Announcing
import Readings
import Wayfinding

/// A route whose walker has come into a place that it does not lead through.
extension GuidanceDecisions {
    /// Plans anew at once where that can be done, or ends where no way leads on; else awaits a pose to plan from.
    mutating func goOnFromElsewhere(into decisions: inout Decisions) {
        guard let active, let graph = graphs.graph, let place else { return }
        guard freshPosition(at: decisions.time) == nil else { return planAnew(.placeChanged, into: &decisions) }
        if let failure = failureFromEverywhere(in: place, active, graph) {
            let name = active.route.destination.flatMap { graph.landmark($0)?.name }
            fail(failure, to: name, active.route.preferences, into: &decisions)
            return end(.noRoute, into: &decisions)
        }
        elsewhereUntil = decisions.time + Self.poseFreshness
    }

    /// The pose has come, or will not: the way goes on from there, or ends.
    mutating func planFromElsewhere(into decisions: inout Decisions) {
        elsewhereUntil = nil
        planAnew(.placeChanged, into: &decisions)
    }

    /// Lets time pass.
    mutating func advanceElsewhere(into decisions: inout Decisions) {
        if let elsewhereUntil, elsewhereUntil <= decisions.time { planFromElsewhere(into: &decisions) }
    }

    /// Why no way leads on, wherever in the place one is; nil where one does from somewhere.
    private mutating func failureFromEverywhere(
        in place: String, _ active: ActiveRoute, _ graph: RoutingGraph
    ) -> RouteFailure? {
        let landmarks = (graph.place(place)?.landmarks ?? []).map { LandmarkReference(place: place, id: $0.id) }
        guard !landmarks.isEmpty else { return .noNearbyStart }
        switch router.plan(
            graph, from: .anyOf(landmarks), to: active.goal, preferences: active.route.preferences)
        {
        case .route, .failure(.alreadyThere): return nil
        case .failure(let failure): return failure
        }
    }
}
