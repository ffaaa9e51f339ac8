/// One step of guidance: one connection of a route, or several that are spoken as one.
public struct GuidanceStep: Equatable, Sendable {
    /// The indices of the route's steps that it covers; empty where the route only leads up to a landmark.
    public var routeSteps: Range<Int>
    /// The id of the place that it begins in.
    public var leavesPlace: String
    /// The id of the place that it ends in.
    public var entersPlace: String
    /// The landmark it ends at; nil at the end of a route to a point of a connection.
    public var landmark: LandmarkReference?

    /// Makes a step.
    public init(routeSteps: Range<Int>, leavesPlace: String, entersPlace: String, landmark: LandmarkReference?) {
        self.routeSteps = routeSteps
        self.leavesPlace = leavesPlace
        self.entersPlace = entersPlace
        self.landmark = landmark
    }

    /// Whether it ends in another place than it begins.
    public var changesPlace: Bool { leavesPlace != entersPlace }
}
