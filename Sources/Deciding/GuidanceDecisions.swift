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
    private var names: PlaceNames
    private(set) var lastPose: (pose: Pose, time: Instant)?
    private(set) var lastConfirmed: LandmarkReference?
    var follow: Follow?
    /// How long the first pose of a place is awaited that the route does not lead through.
    var elsewhereUntil: Instant?
    var people = People()
    /// Whether a pose of just now may be concluded from: tracking is normal.
    var trustsPoses = true
    /// The device of the person that was reached last, until another route begins.
    var reached: String?
    var otherPose: (pose: Pose, time: Instant)?
    var held = HeldWords()
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

    /// Other maps and groups hold from now on.
    mutating func adopt(_ world: World) {
        graphs = graphs.adopting(world, place: place)
        names = PlaceNames(world: world)
    }

    // MARK: going

    mutating func go(_ request: GoRequest, into decisions: inout Decisions) {
        let preferences = RoutePreferences(stepFree: request.stepFree ?? prefersStepFree)
        if let person = person(in: request.target) { return go(to: person, request, preferences, into: &decisions) }
        guard let place, let graph = graphs.graph, let from = start(request, place, at: decisions.time) else {
            decisions.add(.route(RouteJSON.value(.failure(.noNearbyStart))))
            return tell(.noRoute, words.text(.noStart), into: &decisions)
        }
        var goal: RoutePoint
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
            // what was named stays the goal, whatever of that name is nearer later on
            if name != nil, let landmark = route.destination { goal = .landmark(landmark) }
            begin(route, towards: goal, graph, into: &decisions)
        }
    }

    /// Who is to be gone to: a device, or words that are no landmark's and somebody's name.
    private func person(in target: GoRequest.Target) -> String? {
        switch target {
        case .device(let device): return device
        case .words(let words):
            if let place, let graph = graphs.graph,
                !Destination.landmarks(called: words, in: graph, from: place).isEmpty
            {
                return nil
            }
            return people.device(called: words)
        case .position: return nil
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
        if case .alreadyThere = failure { decisions.say(.reply, text) } else { tell(.noRoute, text, into: &decisions) }
    }

    /// Says something that holds until this route, or this want of one, is over.
    mutating func tell(
        _ kind: AnnouncementKind, _ text: String, key: String? = nil, into decisions: inout Decisions
    ) {
        held.hold(kind, text)
        decisions.say(kind, text, key: key)
    }

    /// The name of what somebody asked for: the landmark's, where the words fit one.
    func spokenName(_ words: String?) -> String? {
        guard let words, let place, let graph = graphs.graph else { return words }
        let found = Destination.landmarks(called: words, in: graph, from: place)
        return found.first.flatMap { graph.landmark($0)?.name } ?? words
    }

    mutating func begin(
        _ route: Route, towards goal: RoutePoint, _ graph: RoutingGraph, into decisions: inout Decisions
    ) {
        decisions.add(.route(RouteJSON.value(.route(route))))
        active = ActiveRoute(route, towards: goal, in: graph, units: units, follow: follow)
        activeSince = decisions.time
        reached = nil
        held.releaseAll()
        if let choice = route.choice { decisions.say(.reply, RouteWords(graph: graph).text(of: choice), key: "choice") }
        sayBeforeYouGo(graph, into: &decisions)
        if route.preferences.stepFree {
            tell(.beforeYouGo, words.text(.stepFreeWay), key: "stepFree", into: &decisions)
        }
        openStep(into: &decisions)
    }

    mutating func sayBeforeYouGo(_ graph: RoutingGraph, into decisions: inout Decisions) {
        if active?.takeDemo(graph) ?? false { tell(.demoMap, words.text(.demoMap), into: &decisions) }
        let fresh = active?.takeUnannounced() ?? []
        if let text = RouteWords(graph: graph).beforeYouGo(fresh) { tell(.beforeYouGo, text, into: &decisions) }
    }

    // MARK: steps

    /// Tells which step is walked now, and says it.
    func openStep(into decisions: inout Decisions) {
        tellStep(into: &decisions)
        if let text = active?.instruction { decisions.say(.instruction, text) }
    }

    func tellStep(into decisions: inout Decisions) {
        guard let active, let step = active.session.current else { return }
        let (index, count) = (active.session.index + 1, active.session.steps.count)
        if active.leadsToPerson, let device = active.device {
            decisions.add(.stepTo(index: index, of: count, device: device))
        } else {
            decisions.add(.step(index: index, of: count, landmark: step.landmark?.id))
        }
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
        guard place != id else { return }
        decisions.add(.place(id))
        decisions.say(.placeChanged, names.arrival(in: id, from: place), key: "place")
        place = id
        leftPerson(into: &decisions)
    }

    mutating func arrive(_ active: ActiveRoute, into decisions: inout Decisions) {
        if active.device != nil { return arriveAtThem(into: &decisions) }
        let landmark = active.route.destination
        decisions.add(.arrived(landmark: landmark?.id))
        end(.arrived, into: &decisions)
        let found = landmark.flatMap { graphs.graph?.landmark($0) }
        let name = found.map { words.text(.arrivedAt, ["name": $0.name]) } ?? words.text(.arrived)
        let note = found?.note.map { " " + $0.asSentence } ?? ""
        tell(.arrived, name + note, into: &decisions)
    }

    mutating func end(_ why: Effect.EndReason, into decisions: inout Decisions) {
        active = nil
        activeSince = nil
        elsewhereUntil = nil
        follow = nil
        held.releaseRoute()
        forgetPerson(why, into: &decisions)
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
        decisions.say(.reply, held.last ?? words.text(.nothingToRepeat))
    }

    func next(into decisions: inout Decisions) {
        guard let active else { return decisions.say(.reply, words.text(.noRouteNow)) }
        if let metText { return decisions.say(.reply, metText) }
        if let text = active.instruction(after: 1) {
            return decisions.say(.reply, words.text(.afterThis, ["step": text]))
        }
        let name = active.route.destination.flatMap { graphs.graph?.landmark($0)?.name }
        decisions.say(.reply, name.map { words.text(.lastStepTo, ["name": $0]) } ?? words.text(.lastStep))
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
            if elsewhereUntil != nil { planFromElsewhere(into: &decisions) }
            mayArrive(from: Position(x: pose.x, y: pose.y, z: pose.z), into: &decisions)
        } else {
            otherPose = (pose, decisions.time)
        }
        guard metText == nil, let graph = graphs.graph,
            let progress = active?.session.take(pose, at: decisions.time, in: graph)
        else { return nil }
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
        elsewhereUntil = nil
        if lastConfirmed?.place != id { lastConfirmed = nil }
        if otherPose?.pose.place == id { lastPose = otherPose }
        leftPerson(into: &decisions)
        guard let active, metText == nil else { return }
        guard let step = active.step(into: id) else { return goOnFromElsewhere(into: &decisions) }
        self.active?.session.skip(to: step.index)
        if step.ends {
            _ = advance(tellsPlace: false, into: &decisions)
        } else if step.index > active.session.index {
            openStep(into: &decisions)
        }
    }

    // MARK: the queue

    func judge(_ announcement: Announcement) -> Judgement {
        let isSilent = elsewhereUntil != nil || metText != nil
        return judgePerson(announcement)
            ?? held.judge(announcement, instruction: isSilent ? nil : active?.instruction)
    }

    mutating func voiced(_ announcement: Announcement) {
        held.voiced(announcement)
        voicedPerson(announcement)
    }
}
