import Documents
import MapFormats
import Testing
import Wayfinding

/// Routes over what an import gave, by the planner that the program itself uses.
struct ImportedRoutes {
    let result: ImportResult
    private let graph: RoutingGraph

    init(_ result: ImportResult, group: Int = 0) {
        self.result = result
        graph = RoutingGraph(places: result.places.map(\.map), building: result.groups[group])
    }

    func answer(_ from: String, _ to: String, stepFree: Bool = false) -> RouteAnswer {
        var router = Router()
        let place = result.places[0].map.id
        return router.plan(
            graph, from: .words(from, place: place), to: .words(to, place: place),
            preferences: RoutePreferences(stepFree: stepFree))
    }

    /// What is said on the way, with the floor's change left to guidance; the same words in a row are one step.
    func words(_ from: String, _ to: String, stepFree: Bool = false) -> [String] {
        let all = answer(from, to, stepFree: stepFree).route?.steps.compactMap(\.instruction) ?? []
        return all.reduce(into: []) { if $0.last != $1 { $0.append($1) } }
    }

    /// The cost in units, which are metres here.
    func cost(_ from: String, _ to: String, stepFree: Bool = false) -> Double? {
        answer(from, to, stepFree: stepFree).route.map { Double($0.costMillionths) / 1_000_000 }
    }
}

extension ImportReport {
    /// The codes of what was left out, by feature.
    func codes(leftOut feature: String) -> [String] { leftOut.filter { $0.feature == feature }.map(\.code) }
    /// The codes of what was changed, by feature.
    func codes(changed feature: String) -> [String] { changed.filter { $0.feature == feature }.map(\.code) }
}

extension ImportResult {
    /// The landmark of an id, anywhere.
    func landmark(_ id: String) -> Landmark? { places.lazy.flatMap(\.map.landmarks).first { $0.id == id } }
    /// The connection of an id, anywhere.
    func connection(_ id: String) -> Connection? { places.lazy.flatMap(\.map.connections).first { $0.id == id } }
    /// The portals of all groups.
    var portals: [Portal] { groups.flatMap(\.portals) }
}
