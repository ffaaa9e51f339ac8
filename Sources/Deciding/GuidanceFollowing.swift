import Announcing
import Readings
import Wayfinding

/// Going to a person: a route as to a landmark, except that the goal follows.
extension GuidanceDecisions {
    // MARK: going to them

    mutating func go(
        to device: String, _ request: GoRequest, _ preferences: RoutePreferences, into decisions: inout Decisions
    ) {
        guard let place, let sighting = people.sightings[device], sighting.place == place else {
            return fail(
                .notHere, to: people.sightings[device]?.name ?? words.text(.thatPerson), preferences, into: &decisions)
        }
        guard let graph = graphs.graph, let from = start(request, place, at: decisions.time) else {
            return fail(.noNearbyStart, to: sighting.name, preferences, into: &decisions)
        }
        let goal = RoutePoint.position(place: place, sighting.position)
        switch router.plan(graph, from: from, to: goal, preferences: preferences) {
        case .failure(.alreadyThere):
            fail(.alreadyThere(nil), saying: words.text(.personHere, ["name": sighting.name]), into: &decisions)
        case .failure(let failure): fail(failure, to: sighting.name, preferences, into: &decisions)
        case .route(let route):
            if isActive { end(.stopped, into: &decisions) }
            let isLive = sighting.isLive(in: place, at: decisions.time)
            follow = Follow(
                device: device, name: sighting.name, place: place, position: sighting.position, isLive: isLive,
                plannedAt: decisions.time)
            tellGoal(into: &decisions)
            if !isLive { decisions.say(.personQuiet, words.text(.personQuiet, ["name": sighting.name])) }
            begin(route, towards: goal, graph, into: &decisions)
        }
    }

    func tellGoal(into decisions: inout Decisions) {
        guard let follow else { return }
        decisions.add(
            .goal(device: follow.device, x: follow.position.x, y: follow.position.y, isLive: follow.isLive))
    }

    // MARK: hearing from them

    mutating func heard(_ peer: PeerPosition, into decisions: inout Decisions) {
        people.heard(peer, at: decisions.time)
        guard follow?.device == peer.device, let sighting = people.sightings[peer.device] else { return }
        follow?.name = sighting.name
        if sighting.place != follow?.place { return freeze(into: &decisions) }
        if follow?.isLive == false { thaw(sighting, into: &decisions) }
        if follow?.arrivedAt != nil { return watchArrived(sighting, into: &decisions) }
        catchUp(into: &decisions)
    }

    mutating func quiet(_ device: String, into decisions: inout Decisions) {
        people.quiet(device)
        if follow?.device == device { freeze(into: &decisions) }
    }

    mutating func removed(_ device: String, into decisions: inout Decisions) {
        let name = people.sightings[device]?.name
        people.removed(device)
        guard follow?.device == device else { return }
        end(.stopped, into: &decisions)
        decisions.say(.personGone, words.text(.personGone, ["name": name ?? words.text(.thatPerson)]))
    }

    /// They are heard no more: the route keeps to where they were last.
    private mutating func freeze(into decisions: inout Decisions) {
        guard follow?.isLive ?? false, follow?.arrivedAt == nil, let name = follow?.name else { return }
        follow?.isLive = false
        tellGoal(into: &decisions)
        decisions.say(.personQuiet, words.text(.personQuiet, ["name": name]), key: "person")
    }

    /// They are heard again: the goal goes on following.
    private mutating func thaw(_ sighting: Sighting, into decisions: inout Decisions) {
        follow?.isLive = true
        follow?.position = sighting.position
        active?.moveGoal(to: sighting.position)
        tellGoal(into: &decisions)
        decisions.say(.personBack, words.text(.personBack, ["name": sighting.name]), key: "person")
        planToThem(into: &decisions)
    }

    // MARK: keeping up

    /// When the goal is moved, they are quiet, or the route ends after arriving.
    var followDeadline: Instant? {
        guard let follow, let sighting = people.sightings[follow.device] else { return nil }
        if let arrivedAt = follow.arrivedAt { return arrivedAt + Follow.arrivedLimit }
        guard follow.isLive else { return nil }
        let pending = follow.move(to: sighting) >= Follow.ignoredMove ? follow.plannedAt + Follow.pace : nil
        return Instant.sooner(sighting.time + Sighting.quietLimit, pending)
    }

    mutating func advanceFollowing(into decisions: inout Decisions) {
        guard let due = followDeadline, due <= decisions.time, let follow else { return }
        if follow.arrivedAt != nil { return end(.arrived, into: &decisions) }
        if let sighting = people.sightings[follow.device], !sighting.isLive(in: follow.place, at: decisions.time) {
            return freeze(into: &decisions)
        }
        catchUp(into: &decisions)
    }

    /// The planner asks where they are, and moves the goal itself: once a second, and at each step.
    mutating func catchUp(atStep: Bool = false, into decisions: inout Decisions) {
        guard let follow, follow.isLive, follow.arrivedAt == nil, let sighting = people.sightings[follow.device] else {
            return
        }
        if atStep || decisions.time - follow.plannedAt >= Follow.pace, follow.move(to: sighting) >= Follow.ignoredMove {
            self.follow?.position = sighting.position
            active?.moveGoal(to: sighting.position)
            tellGoal(into: &decisions)
            planToThem(into: &decisions)
        }
        if let position = freshPosition(at: decisions.time) { mayArrive(from: position, into: &decisions) }
    }

    /// A new way to where they are now; the present one is kept where nothing in it changes, or none is found.
    private mutating func planToThem(into decisions: inout Decisions) {
        follow?.plannedAt = decisions.time
        guard let active, let graph = graphs.graph else { return }
        guard case .route(let route) = plan(active, graph, at: decisions.time), route.connections != active.remaining
        else { return }
        let isSame =
            Replan.isWhole(active.route, in: graph, fromStep: active.session.routeStep)
            && route.connections.last == active.remaining.last
        if isSame {
            let rest = presentRest(active, graph, at: decisions.time)
            guard
                Replan.shouldSwitch(
                    presentIsWhole: true, presentMillionths: rest, newMillionths: route.costMillionths)
            else { return }
        }
        take(route, graph, into: &decisions)
    }

    // MARK: arriving

    /// Whether the robot is within reach of them, or of where they were last.
    mutating func mayArrive(from position: Position, into decisions: inout Decisions) {
        guard let follow, follow.arrivedAt == nil, place == follow.place else { return }
        let goal = follow.isLive ? people.sightings[follow.device]?.position ?? follow.position : follow.position
        guard Micrometres(metres: WayLine.distanceMetres(goal, position)) <= Follow.reach else { return }
        arriveAtThem(into: &decisions)
    }

    mutating func arriveAtThem(into decisions: inout Decisions) {
        guard let follow else { return }
        if follow.isLive {
            self.follow?.arrivedAt = decisions.time
            decisions.add(.arrivedAt(device: follow.device))
            decisions.say(.personHere, words.text(.personHere, ["name": follow.name]), key: "person")
        } else {
            let age = people.sightings[follow.device].map { decisions.time - $0.time } ?? .zero
            end(.arrived, into: &decisions)
            decisions.say(.personLastSeenHere, lastSeenText(follow.name, age: age), key: "person")
        }
    }

    private func lastSeenText(_ name: String, age: Duration) -> String {
        let minutes = age.wholeNanoseconds / 60_000_000_000
        guard age > .seconds(60) else { return words.text(.personLastSeen, ["name": name]) }
        let text = minutes == 1 ? words.text(.oneMinute) : words.text(.minutes, ["number": String(minutes)])
        return words.text(.personLastSeenAge, ["name": name, "age": text])
    }

    /// They were reached; if they walk off within ten seconds, the route goes on.
    private mutating func watchArrived(_ sighting: Sighting, into decisions: inout Decisions) {
        guard let follow else { return }
        let here = freshPosition(at: decisions.time) ?? follow.position
        guard Micrometres(metres: WayLine.distanceMetres(here, sighting.position)) >= Follow.movedAway else { return }
        self.follow?.arrivedAt = nil
        decisions.say(.personMoved, words.text(.personMoved, ["name": sighting.name]), key: "person")
        self.follow?.position = sighting.position
        active?.moveGoal(to: sighting.position)
        active?.session.reopenLast()
        tellGoal(into: &decisions)
        planToThem(into: &decisions)
    }
}
