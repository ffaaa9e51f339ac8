import Announcing
import Readings
import Wayfinding

/// Going to a person: a route as to a landmark, except that the goal follows.
extension GuidanceDecisions {
    // MARK: going to them

    mutating func go(
        to person: String, _ request: GoRequest, _ preferences: RoutePreferences, into decisions: inout Decisions
    ) {
        guard let device = people.device(called: person), let sighting = people.sightings[device] else {
            return fail(.notHere, saying: words.text(.personUnknown), into: &decisions)
        }
        guard let place, sighting.place == place else {
            return fail(.notHere, to: sighting.name, preferences, into: &decisions)
        }
        guard let graph = graphs.graph, let from = start(request, place, at: decisions.time) else {
            return fail(.noNearbyStart, to: sighting.name, preferences, into: &decisions)
        }
        let isLive = sighting.isLive(in: place, at: decisions.time)
        let goal = RoutePoint.position(place: place, sighting.position)
        switch router.plan(graph, from: from, to: goal, preferences: preferences) {
        case .failure(.alreadyThere):
            let here = words.text(.personHere, ["name": sighting.name])
            let text = isLive ? here : lastSeenText(sighting.name, age: decisions.time - sighting.time)
            fail(.alreadyThere(nil), saying: text, into: &decisions)
        case .failure(let failure): fail(failure, to: sighting.name, preferences, into: &decisions)
        case .route(let route):
            if isActive { end(.stopped, into: &decisions) }
            follow = Follow(sighting, of: device, isLive: isLive, at: decisions.time)
            tellGoal(into: &decisions)
            if !isLive { say(.personQuiet, .personQuiet, into: &decisions) }
            begin(route, towards: goal, graph, into: &decisions)
        }
    }

    private func tellGoal(into decisions: inout Decisions) {
        guard let follow else { return }
        decisions.add(
            .goal(device: follow.device, x: follow.position.x, y: follow.position.y, isLive: follow.isLive))
    }

    private func say(_ kind: AnnouncementKind, _ phrase: Phrase, into decisions: inout Decisions) {
        guard let follow else { return }
        decisions.say(kind, words.text(phrase, ["name": follow.name]), key: follow.key)
    }

    // MARK: hearing from them

    mutating func heard(_ peer: PeerPosition, into decisions: inout Decisions) {
        guard people.heard(peer, at: decisions.time), let sighting = people.sightings[peer.device] else { return }
        guard let follow, follow.device == peer.device else { return }
        self.follow?.name = sighting.name
        guard sighting.place == follow.place, place == follow.place else { return freeze(into: &decisions) }
        self.follow?.latest = (sighting.position, sighting.time)
        if follow.met != nil { return watchMet(robotAt: trustedPosition(at: decisions.time), into: &decisions) }
        if !follow.isLive { thaw(into: &decisions) }
        catchUp(into: &decisions)
    }

    mutating func quiet(_ device: String, into decisions: inout Decisions) {
        people.quiet(device)
        if follow?.device == device { freeze(into: &decisions) }
    }

    mutating func removed(_ device: String, into decisions: inout Decisions) {
        people.removed(device)
        guard let follow, follow.device == device else { return }
        end(.stopped, into: &decisions)
        decisions.say(.personGone, words.text(.personGone, ["name": follow.name]), key: follow.key)
    }

    /// The robot is in another place than before: who is gone to in the old one is heard no more.
    mutating func leftPerson(into decisions: inout Decisions) {
        if let follow, follow.place != place { freeze(into: &decisions) }
    }

    /// They are heard no more: the route keeps to where they were last.
    private mutating func freeze(into decisions: inout Decisions) {
        guard let follow, follow.isLive, follow.met == nil else { return }
        self.follow?.isLive = false
        moveGoal(into: &decisions)
        if !follow.isQuietVoiced { say(.personQuiet, .personQuiet, into: &decisions) }
        if follow.lag >= Follow.ignoredMove, place == follow.place { planToThem(into: &decisions) }
    }

    /// They are heard again: the goal goes on following.
    private mutating func thaw(into decisions: inout Decisions) {
        self.follow?.isLive = true
        moveGoal(into: &decisions)
        if follow?.isQuietVoiced ?? false { say(.personBack, .personBack, into: &decisions) }
        planToThem(into: &decisions)
    }

    private mutating func moveGoal(into decisions: inout Decisions) {
        guard let latest = follow?.latest.position else { return }
        follow?.position = latest
        active?.moveGoal(to: latest)
        tellGoal(into: &decisions)
    }

    // MARK: keeping up

    /// When the goal is moved, they are quiet, or the route ends after arriving.
    var followDeadline: Instant? {
        guard let follow else { return nil }
        if let met = follow.met { return met.time + Follow.arrivedLimit }
        guard follow.isLive else { return nil }
        let move = follow.isBehind ? follow.plannedAt + Follow.pace : nil
        return Instant.sooner(follow.latest.time + Sighting.quietLimit, move)
    }

    mutating func advanceFollowing(into decisions: inout Decisions) {
        guard let due = followDeadline, due <= decisions.time, let follow else { return }
        if follow.met != nil { return end(.arrived, into: &decisions) }
        if decisions.time - follow.latest.time >= Sighting.quietLimit { return freeze(into: &decisions) }
        catchUp(into: &decisions)
    }

    /// The planner asks where they are, and moves the goal itself: once a second, and at each step.
    mutating func catchUp(atStep: Bool = false, into decisions: inout Decisions) {
        guard let follow, follow.isLive, follow.met == nil else { return }
        if follow.isBehind, atStep || decisions.time - follow.plannedAt >= Follow.pace {
            moveGoal(into: &decisions)
            planToThem(into: &decisions)
        }
        if let position = trustedPosition(at: decisions.time) { mayArrive(from: position, into: &decisions) }
    }

    /// A new way to where they are now; the present one is kept where nothing in it changes, or none is found.
    private mutating func planToThem(into decisions: inout Decisions) {
        follow?.plannedAt = decisions.time
        guard let active, let graph = graphs.graph,
            case .route(let route) = plan(active, graph, at: decisions.time), !active.continues(as: route)
        else { return }
        if route.connections != active.remaining,
            Replan.isWhole(active.route, in: graph, fromStep: active.session.routeStep),
            let present = active.leading(to: route.end, in: graph)
        {
            let rest = presentRest(present, graph, at: decisions.time)
            guard
                Replan.shouldSwitch(
                    presentIsWhole: true, presentMillionths: rest, newMillionths: route.costMillionths)
            else { return }
        }
        take(route, graph, into: &decisions)
    }

    // MARK: arriving

    /// The robot's position, where nothing speaks against it.
    private func trustedPosition(at time: Instant) -> Position? { trustsPoses ? freshPosition(at: time) : nil }

    /// Whether the robot is within reach of them, or of where they were last.
    mutating func mayArrive(from position: Position, into decisions: inout Decisions) {
        guard let follow, place == follow.place else { return }
        if follow.met != nil { return watchMet(robotAt: position, into: &decisions) }
        guard Micrometres(metres: WayLine.distanceMetres(follow.target, position)) <= Follow.reach else { return }
        arriveAtThem(into: &decisions)
    }

    mutating func arriveAtThem(into decisions: inout Decisions) {
        guard let follow, follow.met == nil else { return }
        reached = follow.device
        if follow.isLive {
            self.follow?.met = (decisions.time, follow.latest.position)
            decisions.add(.arrivedAt(device: follow.device))
            say(.personHere, .personHere, into: &decisions)
        } else {
            end(.arrived, into: &decisions)
            let text = lastSeenText(follow.name, age: decisions.time - follow.latest.time)
            decisions.say(.personLastSeenHere, text, key: follow.key)
        }
    }

    private func lastSeenText(_ name: String, age: Duration) -> String {
        let minutes = age.wholeNanoseconds / 60_000_000_000
        guard age > .seconds(60) else { return words.text(.personLastSeen, ["name": name]) }
        let text = minutes == 1 ? words.text(.oneMinute) : words.text(.minutes, ["number": String(minutes)])
        return words.text(.personLastSeenAge, ["age": text, "name": name])
    }

    /// They were reached; if they are far away within ten seconds, the route goes on.
    private mutating func watchMet(robotAt robot: Position?, into decisions: inout Decisions) {
        guard let follow, let met = follow.met else { return }
        let apart = WayLine.distanceMetres(robot ?? met.position, follow.latest.position)
        guard Micrometres(metres: apart) >= Follow.movedAway else { return }
        self.follow?.met = nil
        reached = nil
        say(.personMoved, .personMoved, into: &decisions)
        let wasPastTheEnd = active?.session.hasArrived ?? false
        active?.session.reopenLast()
        let before = active?.route
        catchUp(into: &decisions)
        if wasPastTheEnd, active?.route == before { openStep(into: &decisions) }
    }

    /// What is answered while the person gone to is here; nil while one is still on the way.
    var metText: String? {
        guard let follow, follow.met != nil else { return nil }
        return words.text(.personHere, ["name": follow.name])
    }

    // MARK: the queue

    /// Nothing waits to be said of who is gone to no more, but that they were reached.
    mutating func forgetPerson(_ why: Effect.EndReason, into decisions: inout Decisions) {
        if why != .arrived { reached = nil }
        for kind in [AnnouncementKind.personQuiet, .personBack, .personMoved] { decisions.withdraw(kind) }
    }

    /// Whether what is said of a person still holds just before it is voiced; nil for anything else.
    func judgePerson(_ announcement: Announcement) -> Judgement? {
        switch announcement.kind {
        case .personHere, .personLastSeenHere:
            return reached.map(Follow.key) == announcement.key ? .holds : .overtaken
        case .personGone: return isActive ? .overtaken : .holds
        case .personQuiet, .personBack, .personMoved: return judgeOnTheWay(announcement)
        default: return nil
        }
    }

    private func judgeOnTheWay(_ announcement: Announcement) -> Judgement {
        guard let follow, follow.key == announcement.key, follow.met == nil else { return .overtaken }
        switch announcement.kind {
        case .personQuiet: return follow.isLive ? .overtaken : .holdsAs(words.text(.personQuiet, ["name": follow.name]))
        case .personBack: return follow.isLive ? .holdsAs(words.text(.personBack, ["name": follow.name])) : .overtaken
        default: return .holds
        }
    }

    mutating func voicedPerson(_ announcement: Announcement) {
        guard follow?.key == announcement.key else { return }
        if announcement.kind == .personQuiet { follow?.isQuietVoiced = true }
        if announcement.kind == .personBack { follow?.isQuietVoiced = false }
    }
}
