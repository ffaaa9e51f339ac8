/// Why there is no route.
///
/// What a route without the preferences would be is not in here, so that nobody can offer it.
public enum RouteFailure: Error, Equatable, Sendable {
    /// These connections stand in the way, in the order of the way.
    case blocked([BlockedConnection])
    /// Nothing leads there; these one-way connections would have to be passed backwards, in order.
    case notConnected(against: [ConnectionReference])
    /// No landmark is called that; which end it was about, the words, and up to three names like it.
    case unknownLandmark(RouteEndName, words: String, nearest: [String])
    /// The start is the destination, or within 1.0 m of it; nil where the destination is no landmark.
    case alreadyThere(LandmarkReference?)
    /// No point of the graph lies within 5 m of the position.
    case noNearbyStart
    /// No point of the graph lies within 5 m of the position to go to; the event log has no reason of its own for it.
    case noNearbyGoal
    /// The person to go to is not in this place.
    case notHere

    /// The name of the reason in the event log.
    public var reason: String {
        switch self {
        case .blocked: "blocked"
        case .notConnected: "notConnected"
        case .unknownLandmark: "unknownLandmark"
        case .alreadyThere: "alreadyThere"
        case .noNearbyStart, .noNearbyGoal: "noNearbyStart"
        case .notHere: "notHere"
        }
    }
}
