import Announcing
import Deciding
import Documents
import Readings
import Wayfinding

/// Plans and draws what the page shows of places and routes, with the router and the drawing of the service itself.
final class RouteMaker {
    /// The id under which a place that was opened, and not taken in, can be asked for.
    static let openedId = "opened"

    /// What is asked for.
    struct Query {
        /// A place's id; nil for the robot's own, or the first.
        var place: String?
        /// A landmark as `place/landmark`; nil where nothing is planned.
        var from: String?
        var to: String?
        var stepFree: Bool
    }

    /// A place that was opened to be looked at.
    var opened: PlaceMap?
    private var router = Router()
    private var memory = RouteMemory()

    /// What the page shows for a query.
    func answer(_ query: Query, _ glance: ConsoleGlance, route: JSONValue?) -> JSONValue {
        let shown = shown(query.place, glance)
        let graph = memory.graph(shown.maps, shown.group, glance.changes)
        let preferences = RoutePreferences(stepFree: query.stepFree)
        let plan = plan(query, graph, preferences)
        let people = people(glance, shown.isOpened ? [] : shown.maps.map(\.id))
        let drawn = plan?.drawn ?? (shown.isOpened ? nil : Self.followed(route))
        return .object([
            .init("places", .array(places(glance))), .init("place", shown.id.map { .string($0) } ?? .null),
            .init("opened", .boolean(shown.isOpened)),
            .init("robotPlace", glance.status.place.map { .string($0) } ?? .null),
            .init("landmarks", .array(Self.landmarks(shown.maps))),
            .init("drawing", .string(memory.drawing(shown.maps, shown.group, drawn, people.map(\.drawn)))),
            .init("people", .array(people.map(\.json))), .init("plan", plan?.json ?? .null),
            .init("guidance", Self.guidance(glance.status)),
        ])
    }

    // MARK: places

    /// What is drawn together: the places of a group, or one alone.
    struct Shown {
        var id: String?
        var maps: [PlaceMap] = []
        var group: Building?
        var isOpened = false
    }

    private func shown(_ asked: String?, _ glance: ConsoleGlance) -> Shown {
        let isOpened = asked == Self.openedId || (asked == opened?.id && glance.world.map(ofPlace: asked ?? "") == nil)
        if isOpened, let opened { return Shown(id: asked, maps: [opened], isOpened: true) }
        let world = glance.world
        let known = asked.flatMap { world.map(ofPlace: $0) } ?? glance.status.place.flatMap { world.map(ofPlace: $0) }
        guard let map = known ?? world.places.first else {
            return opened.map { Shown(id: Self.openedId, maps: [$0], isOpened: true) } ?? Shown()
        }
        guard let group = world.group(ofPlace: map.id) else { return Shown(id: map.id, maps: [map]) }
        let members = group.floors.flatMap(\.places).compactMap { world.map(ofPlace: $0) }
        return Shown(id: map.id, maps: members, group: group)
    }

    private func places(_ glance: ConsoleGlance) -> [JSONValue] {
        let known = glance.world.places.map { map in
            (id: map.id, name: map.name, group: glance.world.group(ofPlace: map.id)?.name)
        }
        // one that was taken in is listed once
        let isExtra = opened.map { glance.world.map(ofPlace: $0.id) != $0 } ?? false
        let extra = [(id: Self.openedId, name: (opened?.name ?? "") + " (opened)", group: String?.none)]
        return (known + (isExtra ? extra : [])).map { place in
            .object([
                .init("id", .string(place.id)), .init("name", .string(place.name)),
                .init("group", place.group.map { .string($0) } ?? .null),
            ])
        }
    }

    private static func landmarks(_ maps: [PlaceMap]) -> [JSONValue] {
        maps.flatMap { map in
            map.landmarks.map { landmark in
                .object([
                    .init("id", .string(map.id + "/" + landmark.id)), .init("place", .string(map.name)),
                    .init("name", .string(landmark.name)), .init("kind", .string(landmark.kind.rawValue)),
                ])
            }
        }
    }

    // MARK: planning

    private struct Plan {
        var json: JSONValue
        var drawn: DrawingRoute?
    }

    private func plan(_ query: Query, _ graph: RoutingGraph, _ preferences: RoutePreferences) -> Plan? {
        guard let from = query.from.flatMap(Self.reference), let to = query.to.flatMap(Self.reference) else {
            return nil
        }
        let goal = graph.landmark(to)?.name ?? to.id
        switch router.plan(graph, from: .landmark(from), to: .landmark(to), preferences: preferences) {
        case .route(let route):
            let spoken = SpokenRoute(route, in: graph, preferences: preferences)
            let json = JSONValue.object([
                .init("found", .boolean(true)), .init("to", .string(goal)),
                .init("before", .array(spoken.before.map { .string($0) })),
                .init("steps", .array(spoken.steps.map { .string($0) })),
            ])
            return Plan(json: json, drawn: DrawingRoute(route))
        case .failure(let failure):
            let words = RouteWords(graph: graph)
            var blocked: [ConnectionReference] = []
            if case .blocked(let list) = failure { blocked = list.map(\.connection) }
            if case .notConnected(let against) = failure { blocked = against }
            let json = JSONValue.object([
                .init("found", .boolean(false)), .init("to", .string(goal)), .init("reason", .string(failure.reason)),
                .init("text", .string(words.text(of: failure, to: goal, preferences: preferences))),
                .init(
                    "blockers",
                    .array(words.reasons(of: failure).map { .string($0.capitalisedFirst.asSentence) })),
            ])
            return Plan(json: json, drawn: DrawingRoute(legs: [], blocked: blocked))
        }
    }

    /// The id of a place may hold a slash; that of a landmark that was listed is what is after the last one.
    private static func reference(_ text: String) -> LandmarkReference? {
        guard let slash = text.lastIndex(of: "/") else { return nil }
        return LandmarkReference(place: String(text[..<slash]), id: String(text[text.index(after: slash)...]))
    }

    /// The route that the robot follows, from the effect that told of it.
    private static func followed(_ route: JSONValue?) -> DrawingRoute? {
        guard case .array(let legs)? = route?["legs"] else { return nil }
        func texts(_ leg: JSONValue, _ key: String) -> [String] {
            guard case .array(let items)? = leg[key] else { return [] }
            return items.compactMap { if case .string(let text) = $0 { text } else { nil } }
        }
        return DrawingRoute(
            legs: legs.map { leg in
                var place = ""
                if case .string(let id)? = leg["place"] { place = id }
                return .init(
                    place: place, landmarks: texts(leg, "landmarks"), connections: texts(leg, "connections"))
            })
    }

    private static func guidance(_ status: CoreStatus) -> JSONValue {
        guard let route = status.route else { return .null }
        return .object([
            .init("to", route.destination.map { .string($0) } ?? .null), .init("step", .integer(route.step)),
            .init("steps", .integer(route.steps)),
            .init("instruction", route.instruction.map { .string($0) } ?? .null),
        ])
    }

    // MARK: people

    private func people(_ glance: ConsoleGlance, _ places: [String]) -> [PersonOnPage] {
        glance.people.filter { places.contains($0.place) }.map { person in
            PersonOnPage(person, place: glance.world.map(ofPlace: person.place)?.name ?? person.place)
        } + (glance.pose.map { places.contains($0.place) ? [PersonOnPage(robot: $0)] : [] } ?? [])
    }
}
