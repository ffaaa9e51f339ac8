/// A route as a drawing needs it: what is walked, place by place.
public struct DrawingRoute: Equatable, Sendable {
    /// The legs, in order.
    public var legs: [RouteLeg]
    /// The connections that stand in the way, where there is no route.
    public var blocked: [ConnectionReference]

    /// Draws a route that was planned.
    public init(_ route: Route) { self.init(legs: route.legs) }

    /// Makes a route, or what stands in its way.
    public init(legs: [RouteLeg], blocked: [ConnectionReference] = []) {
        self.legs = legs
        self.blocked = blocked
    }
}
