import Evidence
import Wayfinding

/// Asks for a route between two letters of a drawn place, or between `place/letter`s.
func ask(_ graph: RoutingGraph, _ from: String, _ to: String, stepFree: Bool = false) -> RouteAnswer {
    var router = Router()
    let here = graph.places[0].id
    return router.plan(
        graph, from: .words(from, place: here), to: .words(to, place: here), preferences: .init(stepFree: stepFree))
}

/// The letters of a route, one after the other; legs are joined by `|`.
func letters(_ answer: RouteAnswer) -> String {
    answer.route.map { $0.legs.map { $0.landmarks.joined() }.joined(separator: "|") } ?? "none"
}

/// The blocked connections of a failure with their reasons, as `AB:stairs,notStepFree CD:unavailable`.
func blocked(_ answer: RouteAnswer) -> String {
    guard case .failure(.blocked(let blocked)) = answer else { return "not blocked" }
    return blocked.map { "\($0.connection.id):\($0.reasons.map(\.rawValue).joined(separator: ","))" }
        .joined(separator: " ")
}
