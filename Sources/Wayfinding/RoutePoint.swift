/// Where a route is to begin or to end.
public enum RoutePoint: Equatable, Sendable {
    /// At a landmark.
    case landmark(LandmarkReference)
    /// At whichever of several landmarks gives the cheapest route.
    case anyOf([LandmarkReference])
    /// At a position in a place's frame: from and to the nearest point of the graph.
    case position(place: String, Position)
    /// At what somebody called by words while in a place.
    case words(String, place: String)
}

/// One end of a route that was found.
public enum RouteEnd: Equatable, Sendable {
    /// A landmark.
    case landmark(LandmarkReference)
    /// A landmark that is the nearest point of the graph to a position in its place.
    case nearLandmark(LandmarkReference, asked: Position)
    /// A point of a connection that is the nearest point of the graph to a position in its place.
    case onConnection(ConnectionReference, point: Position, asked: Position)
}

/// Which end of a route something is about.
public enum RouteEndName: String, CaseIterable, Sendable {
    /// Where it begins.
    case from
    /// Where it ends.
    case to
}
