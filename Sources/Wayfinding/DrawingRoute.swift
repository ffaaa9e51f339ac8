/// A route as a drawing needs it: what is walked, place by place.
public struct DrawingRoute: Equatable, Sendable {
    /// The part of a route in one place.
    public struct Leg: Equatable, Sendable {
        /// The id of the place.
        public var place: String
        /// The ids of the landmarks passed, in order.
        public var landmarks: [String]
        /// The ids of the connections walked, in order; a portal is the last of the leg that it leaves.
        public var connections: [String]

        /// Makes a leg.
        public init(place: String, landmarks: [String], connections: [String]) {
            self.place = place
            self.landmarks = landmarks
            self.connections = connections
        }
    }

    /// The legs, in order.
    public var legs: [Leg]
    /// The connections that stand in the way, where there is no route.
    public var blocked: [ConnectionReference]

    /// Makes a route, or what stands in its way.
    public init(legs: [Leg], blocked: [ConnectionReference] = []) {
        self.legs = legs
        self.blocked = blocked
    }
}
