import Announcing
import Deciding
import Documents
import Service
import Wayfinding

/// The places, ends and preferences that `map route` and `map show` are given.
struct MapQuery {
    private let world: World
    private let first: String
    private let building: Building?
    private let graph: RoutingGraph
    private let from: RoutePoint?
    private let to: RoutePoint?
    private let toWords: String?
    private let preferences: RoutePreferences
    private let units: SpokenUnits

    init(_ invocation: Invocation) throws(CommandFailure) {
        guard !invocation.operands.isEmpty else {
            throw .usage("\(invocation.command.name) needs a place map", remedy: "name one or several files")
        }
        world = try WorldFiles.world(places: invocation.operands, groups: invocation.value("--groups"))
        let first = world.places.first?.id ?? ""
        self.first = first
        building = world.group(ofPlace: first)
        graph = RoutingGraph(places: world.places, building: building)
        from = try Self.end(invocation, "--from", first)
        to = try Self.end(invocation, "--to", first)
        toWords = invocation.value("--to")
        preferences = RoutePreferences(stepFree: invocation.has("--step-free"))
        switch invocation.value("--units") ?? "metric" {
        case "metric": units = .metres
        case "imperial": units = .feet
        default: throw .usage("--units is \"\(invocation.value("--units") ?? "")\"", remedy: "metric or imperial")
        }
        guard (from == nil) == (to == nil) else {
            throw .usage("a way needs both ends", remedy: "give --from and --to")
        }
        if invocation.command.name == "map route", from == nil {
            throw .usage("a way needs both ends", remedy: "give --from and --to")
        }
    }

    /// The places of a world, to be drawn.
    init(drawing world: World) {
        self.world = world
        first = world.places.first?.id ?? ""
        building = world.group(ofPlace: first)
        graph = RoutingGraph(places: world.places, building: building)
        (from, to, toWords) = (nil, nil, nil)
        preferences = RoutePreferences(stepFree: false)
        units = .metres
    }

    private static func end(
        _ invocation: Invocation, _ name: String, _ place: String
    ) throws(CommandFailure) -> RoutePoint? {
        let words = invocation.value(name)
        if words?.isEmpty ?? false { throw .usage("\(name) is empty", remedy: "give a landmark") }
        guard let text = invocation.value(name + "-position") else { return words.map { .words($0, place: place) } }
        guard words == nil else { throw .usage("\(name) and \(name)-position exclude each other", remedy: "keep one") }
        let numbers = text.split(separator: ",", omittingEmptySubsequences: false).map { Double($0) }
        guard (2...3).contains(numbers.count), let x = numbers[0], let y = numbers[1], x.isFinite, y.isFinite,
            numbers.count == 2 || numbers[2]?.isFinite ?? false
        else { throw .usage("\(name)-position is \"\(text)\"", remedy: "metres as X,Y or X,Y,Z, such as 3.5,-2") }
        return .position(place: place, Position(x: x, y: y, z: numbers.count == 3 ? numbers[2] : nil))
    }

    /// Whether a way is asked for.
    var hasEnds: Bool { from != nil && to != nil }

    /// The way, or why there is none.
    var answer: RouteAnswer {
        guard let from, let to else { return .failure(.noNearbyStart) }
        var router = Router()
        return router.plan(graph, from: from, to: to, preferences: preferences)
    }

    /// What would let the files be walked together, where an end is only in another file than the first.
    func remedy(for answer: RouteAnswer) -> String? {
        guard building == nil, case .unknownLandmark(let end, let words, _)? = answer.failure else { return nil }
        let others = world.places.dropFirst()
        guard let other = others.first(where: { hasLandmark(words, in: $0.id) }) else { return nil }
        return "\(words) is in \(other.name), and nothing joins it to the first file"
            + " — give the groups with --groups buildings.json"
            + (end == .from ? ", or name that file first" : "")
    }

    private func hasLandmark(_ words: String, in place: String) -> Bool {
        !Destination.landmarks(called: words, in: graph, from: place).isEmpty
    }

    /// The answer as it would be spoken, steps numbered.
    func lines(of answer: RouteAnswer) -> [String] {
        let words = RouteWords(graph: graph)
        switch answer {
        case .failure(let failure): return [words.text(of: failure, to: destination, preferences: preferences)]
        case .route(let route): return SpokenRoute(route, in: graph, preferences: preferences, units: units).lines
        }
    }

    private var destination: String? {
        guard let toWords else { return nil }
        let found = Destination.landmarks(called: toWords, in: graph, from: first)
        return found.first.flatMap { graph.landmark($0)?.name } ?? toWords
    }

    /// The places as SVG, with a route where there is one.
    func drawing(_ route: Route?) -> String {
        let drawn = route.map { DrawingRoute($0) }
        if world.places.count == 1, let only = world.places.first { return MapDrawing.svg(only, route: drawn) }
        let shown =
            building
            ?? Building(
                id: "places", name: "Places",
                floors: world.places.map { Floor(id: $0.id, name: $0.name, places: [$0.id]) })
        return MapDrawing.svg(shown, maps: world.places, route: drawn)
    }
}
