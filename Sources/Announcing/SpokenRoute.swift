import Wayfinding

/// A route in the words that are spoken of it: what is said before going, and its steps.
public struct SpokenRoute: Equatable, Sendable {
    /// What is said before the first step, in order: which landmark was taken, that the map is made up, what may not be
    /// open, that the way is step-free.
    public var before: [String]
    /// The steps in order, the arrival last where the destination is a landmark.
    public var steps: [String]

    /// Puts a route into words.
    public init(
        _ route: Route, in graph: RoutingGraph, preferences: RoutePreferences = RoutePreferences(),
        units: SpokenUnits = .metres
    ) {
        let words = RouteWords(graph: graph)
        before = []
        if let choice = route.choice { before.append(words.text(of: choice)) }
        if route.legs.contains(where: { graph.place($0.place)?.kind == .demo }) {
            before.append(Words().text(.demoMap))
        }
        if let warning = words.beforeYouGo(route.beforeYouGo) { before.append(warning) }
        if preferences.stepFree { before.append(Words().text(.stepFreeWay)) }
        steps = StepWords.spokenSteps(route, in: graph, units: units).map(\.text)
        if let end = route.destination.flatMap({ graph.landmark($0) }) {
            steps.append(Words().text(.arrivedAt, ["name": end.name]) + (end.note.map { " " + $0 } ?? ""))
        }
    }

    /// Everything in order, the steps numbered.
    public var lines: [String] { before + steps.enumerated().map { "\($0 + 1). \($1)" } }
}
