import Announcing
import Readings
import Wayfinding

/// What is decided of routes and guidance: where to, by which way, which step, and what is said of it.
struct GuidanceDecisions {
    /// How old a pose may be for a route to begin or be planned anew from it.
    static let poseFreshness = Duration.seconds(5)
    /// How often a new way is looked for while off the route.
    static let retry = Duration.seconds(1)

    var graphs: PlaceGraphs
    var units = SpokenUnits.metres
    var prefersStepFree = false
    private(set) var place: String?
    private(set) var active: ActiveRoute?
    private(set) var lastPose: (pose: Pose, time: Instant)?
    private(set) var lastConfirmed: LandmarkReference?
    private var otherPose: (pose: Pose, time: Instant)?
    private var held = HeldWords()
    private var router = Router()
    let words = Words()

    init(world: World, settings: Settings) {
        graphs = PlaceGraphs(world: world)
        apply(settings)
    }

    mutating func apply(_ settings: Settings) {
        units = settings.isImperial ? .feet : .metres
        prefersStepFree = settings.isOn("guidance.stepFree")
    }

    /// Whether a route is followed.
    var isActive: Bool { active != nil }

    // MARK: going

    mutating func go(_ request: GoRequest, into decisions: inout Decisions) {
        let preferences = RoutePreferences(stepFree: request.stepFree ?? prefersStepFree)
        guard let place, let graph = graphs.graph, let from = start(request, place, at: decisions.time) else {
            decisions.add(.route(RouteJSON.value(.failure(.noNearbyStart))))
            return tell(.noRoute, words.text(.noStart), into: &decisions)
        }
        var goal: RoutePoint
        var name: String?
        switch request.target {
        case .words(let text): (goal, name) = (.words(text, place: place), text)
        case .position(let x, let y): goal = .position(place: place, Position(x: x, y: y))
        }
        switch router.plan(graph, from: from, to: goal, preferences: preferences) {
        case .failure(let failure): fail(failure, to: name, preferences, into: &decisions)
        case .route(let route):
            if isActive { end(.stopped, into: &decisions) }
            // what was named stays the goal, whatever of that name is nearer later on
            if name != nil, let landmark = route.destination { goal = .landmark(landmark) }
            begin(route, towards: goal, graph, into: &decisions)
        }
    }

    /// Where a route begins: at the landmark that was named, at the pose, or at the landmark confirmed last.
    private func start(_ request: GoRequest, _ place: String, at time: Instant) -> RoutePoint? {
        if let from = request.from { return .words(from, place: place) }
        if let position = freshPosition(at: time) { return .position(place: place, position) }
        return lastConfirmed.flatMap { $0.place == place ? .landmark($0) : nil }
    }

    /// The position of the last pose in this place, if it is fresh.
    func freshPosition(at time: Instant) -> Position? {
        guard let (pose, seen) = lastPose, pose.place == place, time - seen <= Self.poseFreshness else { return nil }
        return Position(x: pose.x, y: pose.y, z: pose.z)
    }

    private mutating func fail(
        _ failure: RouteFailure, to name: String?, _ preferences: RoutePreferences, into decisions: inout Decisions
    ) {
        decisions.add(.route(RouteJSON.value(.failure(failure))))
        let text = RouteWords(graph: graphs.graph ?? RoutingGraph(places: []))
            .text(of: failure, to: spokenName(name), preferences: preferences)
        if case .alreadyThere = failure {
            decisions.say(.reply, text)
        } else {
            tell(.noRoute, text, into: &decisions)
        }
    }

    /// Says something that holds until this route, or this want of one, is over.
    private mutating func tell(
        _ kind: AnnouncementKind, _ text: String, key: String? = nil, into decisions: inout Decisions
    ) {
        held.hold(kind, text)
        decisions.say(kind, text, key: key)
    }

    /// The name of what somebody asked for: the landmark's, where the words fit one.
    private func spokenName(_ words: String?) -> String? {
        guard let words, let place, let graph = graphs.graph else { return words }
        let found = Destination.landmarks(called: words, in: graph, from: place)
        return found.first.flatMap { graph.landmark($0)?.name } ?? words
    }

    private mutating func begin(
        _ route: Route, towards goal: RoutePoint, _ graph: RoutingGraph, into decisions: inout Decisions
    ) {
        decisions.add(.route(RouteJSON.value(.route(route))))
        active = ActiveRoute(route, towards: goal, in: graph, units: units)
        held.releaseAll()
        if let choice = route.choice { decisions.say(.reply, RouteWords(graph: graph).text(of: choice), key: "choice") }
        sayBeforeYouGo(graph, into: &decisions)
        if route.preferences.stepFree {
            tell(.beforeYouGo, words.text(.stepFreeWay), key: "stepFree", into: &decisions)
        }
        openStep(into: &decisions)
    }

    private mutating func sayBeforeYouGo(_ graph: RoutingGraph, into decisions: inout Decisions) {
        if active?.takeDemo(graph) ?? false { tell(.demoMap, words.text(.demoMap), into: &decisions) }
        let fresh = active?.takeUnannounced() ?? []
        if let text = RouteWords(graph: graph).beforeYouGo(fresh) { tell(.beforeYouGo, text, into: &decisions) }
    }

    // MARK: steps

    /// Tells which step is walked now, and says it.
    private func openStep(into decisions: inout Decisions) {
        tellStep(into: &decisions)
        if let text = active?.instruction { decisions.say(.instruction, text) }
    }

    private func tellStep(into decisions: inout Decisions) {
        guard let active, let step = active.session.current else { return }
        decisions.add(
            .step(index: active.session.index + 1, of: active.session.steps.count, landmark: step.landmark?.id))
    }

    /// The present step is done; gives the place that this leads into, where it is another.
    private mutating func advance(
        to index: Int? = nil, tellsPlace: Bool = true, into decisions: inout Decisions
    ) -> String? {
        guard var active, let step = active.session.current else { return nil }
        if let index { active.session.skip(to: index) } else { active.session.confirm() }
        self.active = active
        lastConfirmed = active.session.lastConfirmed ?? lastConfirmed
        let entered = index == nil && step.changesPlace ? step.entersPlace : nil
        if let entered, tellsPlace { switchPlace(to: entered, into: &decisions) }
        if active.session.hasArrived { arrive(active, into: &decisions) } else { openStep(into: &decisions) }
        return entered
    }

    /// Guidance leads into another place of the group; the step that begins there is told after it.
    private mutating func switchPlace(to id: String, into decisions: inout Decisions) {
        place = id
        decisions.add(.place(id))
    }

    private mutating func arrive(_ active: ActiveRoute, into decisions: inout Decisions) {
        let landmark = active.route.destination
        decisions.add(.arrived(landmark: landmark?.id))
        end(.arrived, into: &decisions)
        let found = landmark.flatMap { graphs.graph?.landmark($0) }
        let name = found.map { words.text(.arrivedAt, ["name": $0.name]) } ?? words.text(.arrived)
        let note = found?.note.map { " " + $0.asSentence } ?? ""
        tell(.arrived, name + note, into: &decisions)
    }

    private mutating func end(_ why: Effect.EndReason, into decisions: inout Decisions) {
        active = nil
        held.releaseRoute()
        decisions.add(.ended(why))
    }

    // MARK: what the person says

    /// Gives the place that a confirmed step leads into, where it is another.
    mutating func confirm(into decisions: inout Decisions) -> String? {
        guard isActive else {
            decisions.say(.reply, words.text(.noRouteNow))
            return nil
        }
        return advance(into: &decisions)
    }

    mutating func stop(into decisions: inout Decisions) {
        if isActive {
            end(.stopped, into: &decisions)
            decisions.say(.reply, words.text(.stopped))
        } else {
            decisions.say(.reply, words.text(.noRouteNow))
        }
    }

    /// Gives the place that the step before begins in, where it is another.
    mutating func back(into decisions: inout Decisions) -> String? {
        guard active != nil else {
            decisions.say(.reply, words.text(.noRouteNow))
            return nil
        }
        guard active?.session.back() ?? false else {
            decisions.say(.reply, words.text(.firstStep))
            return nil
        }
        lastConfirmed = active?.session.lastConfirmed ?? lastConfirmed
        let left = active?.session.current?.leavesPlace
        let changed = left != place ? left : nil
        if let changed { switchPlace(to: changed, into: &decisions) }
        openStep(into: &decisions)
        return changed
    }

    func repeatLast(into decisions: inout Decisions) {
        decisions.say(.reply, held.last ?? words.text(.nothingToRepeat))
    }

    func next(into decisions: inout Decisions) {
        guard let active else { return decisions.say(.reply, words.text(.noRouteNow)) }
        if let text = active.instruction(after: 1) {
            return decisions.say(.reply, words.text(.afterThis, ["step": text]))
        }
        let name = active.route.destination.flatMap { graphs.graph?.landmark($0)?.name }
        decisions.say(.reply, name.map { words.text(.lastStepTo, ["name": $0]) } ?? words.text(.lastStep))
    }

    // MARK: poses and places

    /// Takes a pose; gives the place that a confirmed step leads into, where it is another.
    mutating func take(_ pose: Pose, into decisions: inout Decisions) -> String? {
        guard pose.tracking == .normal, pose.isPlausible else {
            active?.session.forgetPoses()
            return nil
        }
        if pose.place == place { lastPose = (pose, decisions.time) } else { otherPose = (pose, decisions.time) }
        guard let graph = graphs.graph, let progress = active?.session.take(pose, at: decisions.time, in: graph) else {
            return nil
        }
        switch progress {
        case .none:
            if active?.isBackOnRoute() ?? false {
                held.release(.wayChanged, words.text(.wayLost))
                decisions.touchesSpeech = true
            }
        case .confirmed:
            let entered = advance(into: &decisions)
            if entered == pose.place { lastPose = (pose, decisions.time) }
            return entered
        case .cut(let index): return advance(to: index, into: &decisions)
        case .offRoute: planFromOffRoute(pose, graph, into: &decisions)
        }
        return nil
    }

    /// The robot is in another place, by a confirmation from outside: the route goes on by its legs, or is planned anew.
    mutating func entered(_ id: String, into decisions: inout Decisions) {
        let isNew = place != id
        place = id
        graphs.enter(id)
        guard isNew else { return }
        if lastConfirmed?.place != id { lastConfirmed = nil }
        if otherPose?.pose.place == id { lastPose = otherPose }
        guard let active else { return }
        guard let step = active.step(into: id) else { return planAnew(.placeChanged, into: &decisions) }
        self.active?.session.skip(to: step.index)
        if step.ends {
            _ = advance(tellsPlace: false, into: &decisions)
        } else if step.index > active.session.index {
            openStep(into: &decisions)
        }
    }

    // MARK: planning anew

    /// A connection can or cannot be used from now on.
    mutating func connectionChanged(
        _ connection: ConnectionReference, _ availability: Connection.Availability, into decisions: inout Decisions
    ) {
        graphs.set(connection, availability)
        guard let active, let graph = graphs.graph else { return }
        let isOnTheWay = active.remaining.contains(connection)
        if isOnTheWay, !Replan.isWhole(active.route, in: graph, fromStep: active.session.routeStep) {
            planAnew(.blocked(RouteWords(graph: graph).name(of: connection)), into: &decisions)
        } else {
            lookForBetter(connection, into: &decisions)
        }
    }

    private mutating func planFromOffRoute(_ pose: Pose, _ graph: RoutingGraph, into decisions: inout Decisions) {
        guard active?.mayRetry(at: decisions.time, every: Self.retry) ?? false, let active else { return }
        let from = RoutePoint.position(place: pose.place, Position(x: pose.x, y: pose.y, z: pose.z))
        switch router.plan(graph, from: from, to: active.goal, preferences: active.route.preferences) {
        case .route(let route):
            guard route.connections != active.remaining else { return }
            tell(.wayChanged, words.text(.wayLeft), into: &decisions)
            follow(route, graph, into: &decisions)
        case .failure(.alreadyThere): arrive(active, into: &decisions)
        case .failure:
            if self.active?.tellsLostOnce() ?? false {
                tell(.wayChanged, words.text(.wayLost), into: &decisions)
            }
        }
    }

    private enum Reason {
        case blocked(String)
        case placeChanged
    }

    /// The present way cannot be followed: another is taken, or guidance ends.
    private mutating func planAnew(_ reason: Reason, into decisions: inout Decisions) {
        guard let active, let graph = graphs.graph else { return }
        var isAstray = false
        if case .placeChanged = reason { isAstray = true }
        switch plan(active, graph, isAstray: isAstray, at: decisions.time) {
        case .route(let route):
            guard route.connections != active.remaining else { return }
            switch reason {
            case .blocked(let name):
                tell(.wayChanged, words.text(.wayBlocked, ["name": name.capitalisedFirst]), into: &decisions)
            case .placeChanged: tell(.wayChanged, words.text(.wayElsewhere), into: &decisions)
            }
            follow(route, graph, into: &decisions)
        case .failure(.alreadyThere): arrive(active, into: &decisions)
        case .failure(let failure):
            let name = active.route.destination.flatMap { graph.landmark($0)?.name }
            fail(failure, to: name, active.route.preferences, into: &decisions)
            end(.noRoute, into: &decisions)
        }
    }

    /// The present way is whole; another is taken only if it is clearly better.
    private mutating func lookForBetter(_ changed: ConnectionReference, into decisions: inout Decisions) {
        guard let active, let graph = graphs.graph,
            case .route(let route) = plan(active, graph, at: decisions.time), route.connections != active.remaining
        else { return }
        let rest = presentRest(active, graph, at: decisions.time)
        guard
            Replan.shouldSwitch(
                presentIsWhole: true, presentMillionths: rest, newMillionths: route.costMillionths)
        else { return }
        let name = RouteWords(graph: graph).name(of: changed).capitalisedFirst
        let isReason = route.connections.contains(changed)
        tell(.wayChanged, words.text(isReason ? .wayOpened : .wayBetter, ["name": name]), into: &decisions)
        follow(route, graph, into: &decisions)
    }

    private func presentRest(_ active: ActiveRoute, _ graph: RoutingGraph, at time: Instant) -> Int64 {
        let step = active.session.routeStep
        if let position = freshPosition(at: time), let place,
            let rest = Replan.rest(of: active.route, in: graph, place: place, position: position, fromStep: step)
        {
            return rest.costMillionths
        }
        return Replan.rest(of: active.route, fromStep: step).costMillionths
    }

    /// A plan to the same goal, from the pose where there is one, else from the landmark confirmed last.
    ///
    /// Astray, in a place off the route, only a landmark of that place counts.
    private mutating func plan(
        _ active: ActiveRoute, _ graph: RoutingGraph, isAstray: Bool = false, at time: Instant
    ) -> RouteAnswer {
        var answer = RouteAnswer.failure(.noNearbyStart)
        if let position = freshPosition(at: time), let place {
            let from = RoutePoint.position(place: place, position)
            answer = router.plan(graph, from: from, to: active.goal, preferences: active.route.preferences)
            if answer.route != nil || answer.failure == .alreadyThere(active.route.destination) { return answer }
        }
        guard let from = active.restart, isAstray ? from.place == place : true else { return answer }
        let other = router.plan(graph, from: from.point, to: active.goal, preferences: active.route.preferences)
        return other.route != nil || answer.failure == .noNearbyStart ? other : answer
    }

    /// Follows a new route to the same goal; a present step that is still on the way is kept and not said again.
    private mutating func follow(_ route: Route, _ graph: RoutingGraph, into decisions: inout Decisions) {
        guard let before = active else { return }
        decisions.add(.route(RouteJSON.value(.route(route))))
        active = ActiveRoute(route, towards: before.goal, in: graph, units: units, after: before)
        sayBeforeYouGo(graph, into: &decisions)
        if let active, before.isStillWalked(on: active) {
            tellStep(into: &decisions)
        } else {
            openStep(into: &decisions)
        }
    }

    // MARK: the queue

    func judge(_ announcement: Announcement) -> Judgement {
        held.judge(announcement, instruction: active?.instruction)
    }

    mutating func voiced(_ announcement: Announcement) { held.voiced(announcement) }
}
