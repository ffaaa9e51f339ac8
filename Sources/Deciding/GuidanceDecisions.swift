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
    var active: ActiveRoute?
    /// When the route began that is followed.
    private(set) var activeSince: Instant?
    private let names: PlaceNames
    private(set) var lastPose: (pose: Pose, time: Instant)?
    private(set) var lastConfirmed: LandmarkReference?
    var follow: Follow?
    var people = People()
    /// Whether a pose of just now may be concluded from: tracking is normal.
    var trustsPoses = true
    /// The device of the person that was reached last, until another route begins.
    var reached: String?
    private var refusal: String?
    private var lastSaid: String?
    var router = Router()
    let words = Words()

    init(world: World, settings: Settings) {
        graphs = PlaceGraphs(world: world)
        names = PlaceNames(world: world)
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
        if case .device(let device) = request.target {
            return go(to: device, request, preferences, into: &decisions)
        }
        guard let place, let graph = graphs.graph, let from = start(request, place, at: decisions.time) else {
            return fail(.noNearbyStart, to: nil, preferences, into: &decisions)
        }
        let goal: RoutePoint
        var name: String?
        switch request.target {
        case .words(let text): (goal, name) = (.words(text, place: place), text)
        case .position(let x, let y): goal = .position(place: place, Position(x: x, y: y))
        case .device: return
        }
        switch router.plan(graph, from: from, to: goal, preferences: preferences) {
        case .failure(let failure): fail(failure, to: name, preferences, into: &decisions)
        case .route(let route):
            if isActive { end(.stopped, into: &decisions) }
            begin(route, towards: goal, graph, into: &decisions)
        }
    }

    /// Where a route begins: at the landmark that was named, at the pose, or at the landmark confirmed last.
    func start(_ request: GoRequest, _ place: String, at time: Instant) -> RoutePoint? {
        if let from = request.from { return .words(from, place: place) }
        if let position = freshPosition(at: time) { return .position(place: place, position) }
        return lastConfirmed.flatMap { $0.place == place ? .landmark($0) : nil }
    }

    /// The position of the last pose in this place, if it is fresh.
    func freshPosition(at time: Instant) -> Position? {
        guard let (pose, seen) = lastPose, pose.place == place, time - seen <= Self.poseFreshness else { return nil }
        return Position(x: pose.x, y: pose.y, z: pose.z)
    }

    mutating func fail(
        _ failure: RouteFailure, to name: String?, _ preferences: RoutePreferences, into decisions: inout Decisions
    ) {
        let text = RouteWords(graph: graphs.graph ?? RoutingGraph(places: []))
            .text(of: failure, to: spokenName(name), preferences: preferences)
        fail(failure, saying: text, into: &decisions)
    }

    /// Tells why no route begins: being there already is an answer, anything else a failure.
    mutating func fail(_ failure: RouteFailure, saying text: String, into decisions: inout Decisions) {
        decisions.add(.route(RouteJSON.value(.failure(failure))))
        refusal = text
        if case .alreadyThere = failure { decisions.say(.reply, text) } else { decisions.say(.noRoute, text) }
    }

    /// The name of what somebody asked for: the landmark's, where the words fit one.
    private func spokenName(_ words: String?) -> String? {
        guard let words, let place, let graph = graphs.graph else { return words }
        let found = Destination.landmarks(called: words, in: graph, from: place)
        return found.first.flatMap { graph.landmark($0)?.name } ?? words
    }

    mutating func begin(
        _ route: Route, towards goal: RoutePoint, _ graph: RoutingGraph, into decisions: inout Decisions
    ) {
        decisions.add(.route(RouteJSON.value(.route(route))))
        let opened = ActiveRoute(route, towards: goal, in: graph, units: units, follow: follow)
        active = opened
        activeSince = decisions.time
        (reached, refusal) = (nil, nil)
        if let choice = route.choice { decisions.say(.reply, RouteWords(graph: graph).text(of: choice), key: "choice") }
        if opened.isDemo(graph) { decisions.say(.demoMap, words.text(.demoMap)) }
        sayBeforeYouGo(graph, into: &decisions)
        if route.preferences.stepFree {
            decisions.say(.beforeYouGo, words.text(.stepFreeWay), key: "stepFree")
        }
        openStep(into: &decisions)
    }

    private mutating func sayBeforeYouGo(_ graph: RoutingGraph, into decisions: inout Decisions) {
        let fresh = active?.takeUnannounced() ?? []
        if let text = RouteWords(graph: graph).beforeYouGo(fresh) { decisions.say(.beforeYouGo, text) }
    }

    // MARK: steps

    /// Tells which step is walked now, and says it.
    func openStep(into decisions: inout Decisions) {
        tellStep(into: &decisions)
        if let text = active?.instruction { decisions.say(.instruction, text) }
    }

    private func tellStep(into decisions: inout Decisions) {
        guard let active, let step = active.session.current else { return }
        let (index, count) = (active.session.index + 1, active.session.steps.count)
        if active.leadsToPerson, let device = active.device {
            decisions.add(.stepTo(index: index, of: count, device: device))
        } else {
            decisions.add(.step(index: index, of: count, landmark: step.landmark?.id))
        }
    }

    /// The present step is done; gives the place that this leads into, where it is another.
    private mutating func advance(to index: Int? = nil, into decisions: inout Decisions) -> String? {
        guard var active, let step = active.session.current else { return nil }
        if let index { active.session.skip(to: index) } else { active.session.confirm() }
        self.active = active
        lastConfirmed = active.session.lastConfirmed ?? lastConfirmed
        let entered = index == nil && step.changesPlace ? step.entersPlace : nil
        if let entered { switchPlace(to: entered, into: &decisions) }
        if active.session.hasArrived {
            arrive(active, into: &decisions)
        } else {
            openStep(into: &decisions)
            catchUp(atStep: true, into: &decisions)
        }
        return entered
    }

    /// Guidance leads into another place of the group; the step that begins there is told after it.
    private mutating func switchPlace(to id: String, into decisions: inout Decisions) {
        decisions.add(.place(id))
        decisions.say(.placeChanged, names.arrival(in: id, from: place), key: "place")
        place = id
        leftPerson(into: &decisions)
    }

    private mutating func arrive(_ active: ActiveRoute, into decisions: inout Decisions) {
        if active.device != nil { return arriveAtThem(into: &decisions) }
        let landmark = active.route.destination
        decisions.add(.arrived(landmark: landmark?.id))
        end(.arrived, into: &decisions)
        let found = landmark.flatMap { graphs.graph?.landmark($0) }
        let name = found.map { words.text(.arrivedAt, ["name": $0.name]) } ?? words.text(.arrived)
        let note = found?.note.map { " " + $0 } ?? ""
        decisions.say(.arrived, name + note)
    }

    mutating func end(_ why: Effect.EndReason, into decisions: inout Decisions) {
        active = nil
        activeSince = nil
        follow = nil
        if why != .arrived { reached = nil }
        for kind in [AnnouncementKind.personQuiet, .personBack, .personMoved] { decisions.withdraw(kind) }
        decisions.add(.ended(why))
    }

    // MARK: what the person says

    /// Gives the place that a confirmed step leads into, where it is another.
    mutating func confirm(into decisions: inout Decisions) -> String? {
        guard isActive else {
            decisions.say(.reply, words.text(.noRouteNow))
            return nil
        }
        if let metText {
            decisions.say(.reply, metText)
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
        decisions.say(.reply, lastSaid ?? words.text(.nothingToRepeat))
    }

    func next(into decisions: inout Decisions) {
        guard let active else { return decisions.say(.reply, words.text(.noRouteNow)) }
        if let metText { return decisions.say(.reply, metText) }
        let text = active.instruction(after: 1).map { words.text(.afterThis, ["step": $0]) }
        decisions.say(.reply, text ?? words.text(.lastStep))
    }

    // MARK: poses and places

    /// Whether the present step ends in this place.
    func leads(to id: String) -> Bool {
        guard let step = active?.session.current else { return false }
        return step.changesPlace && step.entersPlace == id
    }

    /// Nothing is concluded from the poses before.
    mutating func forgetPoses() { active?.session.forgetPoses() }

    /// The instruction that now holds is said: tracking was found.
    func sayInstruction(into decisions: inout Decisions) {
        if let text = active?.instruction, metText == nil { decisions.say(.instruction, text) }
    }

    /// Guidance ends because the map does.
    mutating func endAtEdge(into decisions: inout Decisions) {
        if isActive { end(.edge, into: &decisions) }
    }

    /// Takes a pose; gives the place that a confirmed step leads into, where it is another.
    mutating func take(_ pose: Pose, into decisions: inout Decisions) -> String? {
        if pose.place == place {
            lastPose = (pose, decisions.time)
            mayArrive(from: Position(x: pose.x, y: pose.y, z: pose.z), into: &decisions)
        }
        guard metText == nil, let graph = graphs.graph,
            let progress = active?.session.take(pose, at: decisions.time, in: graph)
        else {
            return nil
        }
        switch progress {
        case .none: active?.isBackOnRoute()
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
        leftPerson(into: &decisions)
        guard let active, metText == nil else { return }
        let leads = active.session.steps.indices.first { index in
            index >= active.session.index && active.session.steps[index].changesPlace
                && active.session.steps[index].entersPlace == id
        }
        if let leads {
            self.active?.session.skip(to: leads)
            _ = advance(into: &decisions)
        } else {
            planAnew(.placeChanged, into: &decisions)
        }
    }

    // MARK: planning anew

    /// A connection can or cannot be used from now on.
    mutating func connectionChanged(
        _ connection: ConnectionReference, _ availability: Connection.Availability, into decisions: inout Decisions
    ) {
        graphs.set(connection, availability)
        guard metText == nil, let active, let graph = graphs.graph else { return }
        let isOnTheWay = active.remaining.contains(connection)
        if isOnTheWay, !Replan.isWhole(active.route, in: graph, fromStep: active.session.routeStep) {
            planAnew(.blocked(RouteWords(graph: graph).name(of: connection)), into: &decisions)
        } else {
            lookForBetter(RouteWords(graph: graph).name(of: connection), into: &decisions)
        }
    }

    private mutating func planFromOffRoute(_ pose: Pose, _ graph: RoutingGraph, into decisions: inout Decisions) {
        guard active?.mayRetry(at: decisions.time, every: Self.retry) ?? false, let active else { return }
        let from = RoutePoint.position(place: pose.place, Position(x: pose.x, y: pose.y, z: pose.z))
        switch router.plan(graph, from: from, to: active.goal, preferences: active.route.preferences) {
        case .route(let route):
            guard route.connections != active.remaining else { return }
            decisions.say(.wayChanged, words.text(.wayLeft))
            take(route, graph, into: &decisions)
        case .failure(.alreadyThere): arriveByPlan(active, into: &decisions)
        case .failure:
            if self.active?.tellsLostOnce() ?? false { decisions.say(.wayChanged, words.text(.wayLost)) }
        }
    }

    /// A plan finds that the goal is here; a person is arrived at by where they are, not by where the goal was set.
    private mutating func arriveByPlan(_ active: ActiveRoute, into decisions: inout Decisions) {
        if active.device == nil { arrive(active, into: &decisions) }
    }

    private enum Reason {
        case blocked(String)
        case placeChanged
    }

    /// The present way cannot be followed: another is taken, or guidance ends.
    private mutating func planAnew(_ reason: Reason, into decisions: inout Decisions) {
        guard let active, let graph = graphs.graph else { return }
        let answer = plan(active, graph, at: decisions.time)
        switch answer {
        case .route(let route):
            guard route.connections != active.remaining else { return }
            switch reason {
            case .blocked(let name):
                decisions.say(.wayChanged, words.text(.wayBlocked, ["name": name.capitalisedFirst]))
            case .placeChanged: decisions.say(.wayChanged, words.text(.wayElsewhere))
            }
            take(route, graph, into: &decisions)
        case .failure(.alreadyThere): arriveByPlan(active, into: &decisions)
        case .failure(let failure):
            let name = active.route.destination.flatMap { graph.landmark($0)?.name }
            fail(failure, to: name, active.route.preferences, into: &decisions)
            end(.noRoute, into: &decisions)
        }
    }

    /// The present way is whole; another is taken only if it is clearly better.
    private mutating func lookForBetter(_ name: String, into decisions: inout Decisions) {
        guard let active, let graph = graphs.graph,
            case .route(let route) = plan(active, graph, at: decisions.time), route.connections != active.remaining
        else { return }
        let rest = presentRest(active, graph, at: decisions.time)
        guard
            Replan.shouldSwitch(
                presentIsWhole: true, presentMillionths: rest, newMillionths: route.costMillionths)
        else { return }
        decisions.say(.wayChanged, words.text(.wayBetter, ["name": name.capitalisedFirst]))
        take(route, graph, into: &decisions)
    }

    func presentRest(_ active: ActiveRoute, _ graph: RoutingGraph, at time: Instant) -> Int64 {
        let step = active.session.routeStep
        if let position = freshPosition(at: time), let place,
            let rest = Replan.rest(of: active.route, in: graph, place: place, position: position, fromStep: step)
        {
            return rest.costMillionths
        }
        return Replan.rest(of: active.route, fromStep: step).costMillionths
    }

    /// A plan to the same goal, from the pose where there is one, else from the landmark confirmed last.
    mutating func plan(_ active: ActiveRoute, _ graph: RoutingGraph, at time: Instant) -> RouteAnswer {
        var answer = RouteAnswer.failure(.noNearbyStart)
        if let position = freshPosition(at: time), let place {
            let from = RoutePoint.position(place: place, position)
            answer = router.plan(graph, from: from, to: active.goal, preferences: active.route.preferences)
            if answer.route != nil || answer.failure == .alreadyThere(active.route.destination) { return answer }
        }
        guard let from = active.restart, from.place == place else { return answer }
        let other = router.plan(graph, from: from.point, to: active.goal, preferences: active.route.preferences)
        return other.route != nil || answer.failure == .noNearbyStart ? other : answer
    }

    /// Follows a new route to the same goal; a present step that is still on the way is kept and not said again.
    mutating func take(_ route: Route, _ graph: RoutingGraph, into decisions: inout Decisions) {
        guard let before = active else { return }
        if route.connections != before.remaining { decisions.add(.route(RouteJSON.value(.route(route)))) }
        active = ActiveRoute(
            route, towards: before.goal, in: graph, units: units, follow: follow, announced: before.announced)
        sayBeforeYouGo(graph, into: &decisions)
        if active?.instruction == before.instruction, active?.remaining.first == before.remaining.first {
            tellStep(into: &decisions)
        } else {
            openStep(into: &decisions)
        }
    }

    // MARK: the queue

    func judge(_ announcement: Announcement) -> Judgement {
        switch announcement.kind {
        case .instruction: metText == nil && announcement.text == active?.instruction ? .holds : .overtaken
        case .beforeYouGo, .demoMap, .wayChanged: isActive ? .holds : .overtaken
        case .arrived: isActive ? .overtaken : .holds
        case .noRoute: isActive && announcement.text != refusal ? .overtaken : .holds
        case .personHere, .personLastSeenHere, .personMoved, .personQuiet, .personBack, .personGone:
            judgePerson(announcement)
        default: .holds
        }
    }

    mutating func voiced(_ announcement: Announcement) {
        switch announcement.kind {
        case .instruction, .beforeYouGo, .demoMap, .wayChanged, .arrived, .noRoute: lastSaid = announcement.text
        case .personHere, .personLastSeenHere, .personMoved, .personQuiet, .personBack, .personGone:
            lastSaid = announcement.text
            voicedPerson(announcement)
        default: break
        }
    }
}
