import Readings

/// A route under way: which step is walked, and what poses and the person say of it.
///
/// It decides nothing but progress; words and re-planning are for whoever holds it.
public struct GuidanceSession: Sendable {
    /// The route that is followed.
    public let route: Route
    /// Its steps.
    public let steps: [GuidanceStep]
    /// The index of the step that is walked, from 0.
    public private(set) var index = 0
    /// The landmark that was confirmed last on this route, or that it began at.
    public private(set) var lastConfirmed: LandmarkReference?
    /// Where the route ends if not at its last landmark: a person, who may walk.
    public var goal: Position?
    private var trail = PoseTrail()
    private var isReopened = false
    private var mayCut = true
    private var offSince: Instant?

    /// What a pose says of progress.
    public enum Progress: Equatable, Sendable {
        /// Nothing new.
        case none
        /// The present step is confirmed.
        case confirmed
        /// A later step is walked already, by its index: a corner was cut.
        case cut(to: Int)
        /// The walker has been off the route for three seconds, or longer.
        case offRoute
    }

    /// Within this of its landmark a step is confirmed.
    public static let reach = Micrometres(count: 1_000_000)
    /// Within this it is, if one stands.
    public static let standingReach = Micrometres(count: 1_500_000)
    /// How far a step that was opened again must be left before a pose confirms it.
    public static let reopenedReach = Micrometres(count: 1_500_000)
    /// How near a later connection must be for a corner to be cut, and how far everything must be to be off the route.
    public static let corridor = Micrometres(count: 3_000_000)
    /// How far along the later connection one must be.
    public static let cutAlong = Micrometres(count: 2_000_000)
    /// How long one must be off the route.
    public static let offLimit = Duration.seconds(3)

    /// Begins to follow a route; `startedAt` is the landmark it begins at, where it does.
    public init(route: Route, steps: [GuidanceStep], startedAt: LandmarkReference?) {
        self.route = route
        self.steps = steps
        lastConfirmed = startedAt
    }

    /// The step that is walked; nil after the last.
    public var current: GuidanceStep? { index < steps.count ? steps[index] : nil }

    /// The index of the route's step that is walked now.
    public var routeStep: Int { current?.routeSteps.lowerBound ?? route.steps.count }

    /// Whether the last pose was far from everything that is left of the route here, for however short a time.
    public var isAside: Bool { offSince != nil }

    /// Whether the last step has been confirmed.
    public var hasArrived: Bool { index >= steps.count }

    /// The present step is confirmed, by the person or by a pose.
    public mutating func confirm() {
        if let landmark = current?.landmark { lastConfirmed = landmark }
        move(to: index + 1)
    }

    /// A later step is walked: those before it count as done.
    public mutating func skip(to later: Int) {
        guard later > index, later <= steps.count else { return }
        if let landmark = steps[later - 1].landmark { lastConfirmed = landmark }
        move(to: later)
    }

    /// The step before is opened again; false at the first.
    public mutating func back() -> Bool {
        guard index > 0 else { return false }
        move(to: index - 1)
        isReopened = true
        mayCut = false
        lastConfirmed = index > 0 ? steps[index - 1].landmark : start
        return true
    }

    /// The last step is walked again: who was reached has gone on.
    public mutating func reopenLast() {
        if hasArrived, !steps.isEmpty { move(to: steps.count - 1) }
    }

    private var start: LandmarkReference? {
        switch route.start {
        case .landmark(let landmark), .nearLandmark(let landmark, _): landmark
        case .onConnection: nil
        }
    }

    private mutating func move(to new: Int) {
        index = new
        isReopened = false
        mayCut = true
        offSince = nil
        trail.clear()
    }

    /// Nothing is concluded from what was before: tracking was lost, or another place was entered.
    public mutating func forgetPoses() {
        offSince = nil
        trail.clear()
    }

    /// Takes a pose that can be relied on; poses of other places say nothing, but for the one the present step leads to.
    public mutating func take(_ pose: Pose, at time: Instant, in graph: RoutingGraph) -> Progress {
        guard let step = current else { return .none }
        if step.changesPlace, pose.place == step.entersPlace { return isReopened ? .none : .confirmed }
        guard pose.place == step.leavesPlace else { return .none }
        if step.changesPlace { isReopened = false }
        let position = Position(x: pose.x, y: pose.y, z: pose.z)
        trail.add(position, at: time)
        if reaches(step, position, graph) { return .confirmed }
        if let later = cutCorner(position, graph) {
            if mayCut { return .cut(to: later) }
        } else if !isReopened {
            mayCut = true
        }
        return isOff(position, at: time, graph) ? .offRoute : .none
    }

    /// How far the end of a step is, where both are in the pose's place.
    private func distance(to step: GuidanceStep, _ position: Position, _ graph: RoutingGraph) -> Micrometres? {
        guard !step.changesPlace else { return nil }
        if goal != nil, index == steps.count - 1 { return nil }
        var end = step.landmark.flatMap { graph.landmark($0)?.position }
        if step.landmark == nil, case .onConnection(_, let point, _) = route.end { end = point }
        return end.map { Micrometres(metres: WayLine.distanceMetres($0, position)) }
    }

    private mutating func reaches(_ step: GuidanceStep, _ position: Position, _ graph: RoutingGraph) -> Bool {
        guard let distance = distance(to: step, position, graph) else { return false }
        if isReopened {
            if distance >= Self.reopenedReach { isReopened = false }
            return false
        }
        return distance <= Self.reach || (distance <= Self.standingReach && trail.stands)
    }

    /// The later step of this place that the walker is on already.
    private func cutCorner(_ position: Position, _ graph: RoutingGraph) -> Int? {
        guard !isReopened, let present = distanceToLines(of: index, position, graph)?.distance else { return nil }
        var best: (step: Int, distance: Micrometres)?
        for later in laterStepsHere {
            guard let near = distanceToLines(of: later, position, graph), near.distance <= Self.corridor,
                near.distance < present, near.along >= Self.cutAlong, best.map({ near.distance < $0.distance }) ?? true
            else { continue }
            best = (later, near.distance)
        }
        return best?.step
    }

    /// The steps after the present one that are still in its place.
    private var laterStepsHere: Range<Int> {
        guard let step = current, !step.changesPlace else { return 0..<0 }
        let first = index + 1
        let leaving = steps[first...].firstIndex { $0.changesPlace || $0.leavesPlace != step.leavesPlace }
        return first..<max(first, leaving ?? steps.count)
    }

    /// How far the nearest connection of a step is, and how far along that connection the walker is.
    private func distanceToLines(
        of step: Int, _ position: Position, _ graph: RoutingGraph
    ) -> (distance: Micrometres, along: Micrometres)? {
        var best: (distance: Micrometres, along: Micrometres)?
        for index in steps[step].routeSteps {
            let walked = route.steps[index]
            guard let line = graph.line(of: walked.connection) else { continue }
            let near = line.nearest(to: position)
            let along = walked.isForward ? near.alongMetres : line.lengthMetres - near.alongMetres
            let distance = Micrometres(metres: near.distanceMetres)
            guard best.map({ distance < $0.distance }) ?? true else { continue }
            best = (distance, Micrometres(metres: along))
        }
        return best
    }

    /// Whether the walker has been far from everything that is left here for three seconds.
    private mutating func isOff(_ position: Position, at time: Instant, _ graph: RoutingGraph) -> Bool {
        let rest = [index] + Array(laterStepsHere)
        let distances = rest.compactMap { distanceToLines(of: $0, position, graph)?.distance }
        guard isJudged(index, graph), let nearest = distances.min(), nearest > Self.corridor else {
            offSince = nil
            return false
        }
        let since = offSince ?? time
        offSince = since
        return time - since >= Self.offLimit
    }

    /// Whether the line of a step tells where it runs: not where its recorded length says that it winds.
    private func isJudged(_ step: Int, _ graph: RoutingGraph) -> Bool {
        steps[step].routeSteps.allSatisfy { index in
            let reference = route.steps[index].connection
            guard let line = graph.line(of: reference), let connection = graph.connection(reference) else {
                return false
            }
            guard connection.path.isEmpty, let length = connection.displayLengthMetres else { return true }
            return Micrometres(metres: length) <= Micrometres(metres: line.lengthMetres * 1.2)
        }
    }
}
