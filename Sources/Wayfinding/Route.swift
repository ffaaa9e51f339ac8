/// A way from one point to another that keeps to all preferences.
public struct Route: Equatable, Sendable {
    /// The part of the way in each place, in order.
    public var legs: [RouteLeg]
    /// What it costs, in millionths of a unit.
    public var costMillionths: Int64
    /// The connections on the way of which nobody knows whether they can be used now, in order.
    public var beforeYouGo: [ConnectionReference]
    /// Every connection on the way, in order, with the direction in which it is walked.
    public var steps: [RouteStep]
    /// Where it begins.
    public var start: RouteEnd
    /// Where it ends.
    public var end: RouteEnd
    /// What the route keeps to.
    public var preferences: RoutePreferences
    /// What the destination was chosen from, where its words fitted several landmarks.
    public var choice: DestinationChoice?

    /// The connections, in order; two routes that agree here are the same way for the walker.
    public var connections: [ConnectionReference] { steps.map(\.connection) }

    /// The landmark it ends at; nil where it ends at a point of a connection.
    public var destination: LandmarkReference? {
        steps.last.map(\.landmark) ?? legs.last?.landmarks.last.map(reference)
    }

    private func reference(_ id: String) -> LandmarkReference {
        LandmarkReference(place: legs.last?.place ?? "", id: id)
    }
}

/// The part of a route that lies in one place, ids in order.
public struct RouteLeg: Equatable, Sendable {
    /// The id of the place.
    public var place: String
    /// The ids of the landmarks that are reached, the first of them being the start where that is a landmark.
    public var landmarks: [String]
    /// The ids of the connections; a portal that leaves this place is the last.
    public var connections: [String]

    /// Makes a leg.
    public init(place: String, landmarks: [String], connections: [String]) {
        self.place = place
        self.landmarks = landmarks
        self.connections = connections
    }
}

/// One connection on a route.
public struct RouteStep: Equatable, Sendable {
    /// The connection or portal.
    public var connection: ConnectionReference
    /// Whether it is walked from its `from` to its `to`.
    public var isForward: Bool
    /// Whether it is a portal, so that the step ends in another place.
    public var isPortal: Bool
    /// Whether only a part of it is walked, because the route begins or ends on it.
    public var isPart: Bool
    /// What one walks through or over.
    public var kind: Connection.Kind
    /// The authored words for this direction; nil where the map has none.
    public var instruction: String?
    /// The recorded length in metres; nil where none was recorded, and for a part of a connection.
    public var displayLengthMetres: Double?
    /// What this step costs, in millionths of a unit.
    public var costMillionths: Int64
    /// The id of the place that it begins in.
    public var leavesPlace: String
    /// The id of the place that it ends in.
    public var entersPlace: String
    /// The landmark it ends at; nil for the last step of a route to a point of a connection.
    public var landmark: LandmarkReference?
}

/// What a planner answers.
public enum RouteAnswer: Equatable, Sendable {
    /// A route that keeps to every preference.
    case route(Route)
    /// Why there is none.
    case failure(RouteFailure)

    /// The route, where there is one.
    public var route: Route? { if case .route(let route) = self { route } else { nil } }

    /// The failure, where there is one.
    public var failure: RouteFailure? { if case .failure(let failure) = self { failure } else { nil } }
}
