import Readings

/// What is left of a route from where somebody is.
public struct RouteRest: Equatable, Sendable {
    /// The index of the step they are on.
    public var step: Int
    /// What the rest costs, in millionths of a unit.
    public var costMillionths: Int64
    /// How far they are from the route, in metres; nil where the step has no line to measure from.
    public var distanceMetres: Double?

    /// Makes a rest.
    public init(step: Int, costMillionths: Int64, distanceMetres: Double?) {
        self.step = step
        self.costMillionths = costMillionths
        self.distanceMetres = distanceMetres
    }
}

/// When to leave the present way for another.
public enum Replan {
    /// Whether to take a new way: the present one is blocked, or the new one is better by at least 5 % and 2 units.
    ///
    /// From 40 units it takes 38; from 30 units, 28 (5 % alone would be 28.5); costs in millionths.
    public static func shouldSwitch(presentIsWhole: Bool, presentMillionths: Int64, newMillionths: Int64) -> Bool {
        if !presentIsWhole { return true }
        let gain = presentMillionths - newMillionths
        let twentieth = presentMillionths / 20 + (presentMillionths % 20 > 0 ? 1 : 0)
        return gain >= 2 * RouteCost.unit && gain >= twentieth
    }

    /// Whether everything from a step on can still be walked under the route's own preferences.
    public static func isWhole(_ route: Route, in graph: RoutingGraph, fromStep step: Int = 0) -> Bool {
        firstBlocked(on: route, in: graph, fromStep: step) == nil
    }

    /// The first connection from a step on that cannot be walked now, and why; one that is no longer on the map counts
    /// as unavailable.
    public static func firstBlocked(on route: Route, in graph: RoutingGraph, fromStep step: Int = 0)
        -> BlockedConnection?
    {
        for step in route.steps.dropFirst(max(step, 0)) {
            guard let way = graph.wayIndex(of: step.connection) else {
                return BlockedConnection(connection: step.connection, reasons: [.unavailable])
            }
            let flags = graph.wayFlags[way].intersection(route.preferences.blocking)
            if let blocked = BlockedConnection(step.connection, flags: flags) { return blocked }
        }
        return nil
    }

    /// What is left of a route from a step on, without a position: that step and all later ones, whole.
    public static func rest(of route: Route, fromStep step: Int) -> RouteRest {
        let rest = route.steps.dropFirst(max(step, 0))
        return RouteRest(step: step, costMillionths: rest.reduce(0) { $0 + $1.costMillionths }, distanceMetres: nil)
    }

    /// What is left of a route from the point of it, on a step or a later one, that is nearest to a position.
    ///
    /// Nil where nothing of the rest has a line in that place; the earlier of two equally near steps counts.
    public static func rest(
        of route: Route, in graph: RoutingGraph, place: String, position: Position, fromStep step: Int = 0
    ) -> RouteRest? {
        var best: RouteRest?
        for index in max(step, 0)..<max(route.steps.count, max(step, 0)) {
            let candidate = route.steps[index]
            guard !candidate.isPortal, candidate.connection.place == place,
                let line = graph.line(of: candidate.connection),
                let whole = graph.costMillionths(of: candidate.connection)
            else { continue }
            let near = line.nearest(to: position)
            let isNearer = best?.distanceMetres.map {
                Micrometres(metres: near.distanceMetres) < Micrometres(metres: $0)
            }
            guard isNearer ?? true else { continue }
            let left = remaining(candidate, route, line, near, whole, isLast: index == route.steps.count - 1)
            let later = route.steps[(index + 1)...].reduce(left) { $0 + $1.costMillionths }
            best = RouteRest(step: index, costMillionths: later, distanceMetres: near.distanceMetres)
        }
        return best
    }

    /// What is left of one step from a point of its line; a last step that ends on the way ends there.
    private static func remaining(
        _ step: RouteStep, _ route: Route, _ line: WayLine, _ near: WayLine.Nearest, _ whole: Int64, isLast: Bool
    ) -> Int64 {
        let length = line.lengthMetres
        func cost(along metres: Double) -> Int64 {
            RouteCost.part(whole, share: length > 0 ? min(metres / length, 1) : 0)
        }
        let here = cost(along: near.alongMetres)
        var end = step.isForward ? whole : 0
        if isLast, case .onConnection(_, let point, _) = route.end {
            end = cost(along: line.nearest(to: point).alongMetres)
        }
        return max(step.isForward ? end - here : here - end, 0)
    }
}
