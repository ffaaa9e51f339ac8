import Announcing
import Readings
import Wayfinding

/// Where the robot is: poses, tracking, the edge of the map, and the probes that confirm a place.
extension DecisionCore {
    /// How often the place is asked for anew while poses come without a known one.
    static let startRepeat = Duration.seconds(10)

    var names: PlaceNames { PlaceNames(world: world) }

    // MARK: poses

    /// Takes a pose; gives the place that a confirmed step leads into, where it is another.
    mutating func take(_ pose: Pose, into decisions: inout Decisions) -> String? {
        guard let place = guidance.place else {
            askForStart(first: pose.place, into: &decisions)
            return nil
        }
        let isAhead = guidance.leads(to: pose.place)
        if pose.place != place, pose.tracking == .normal, pose.isPlausible {
            guidance.otherPose = (pose, decisions.time)  // counts only if that place is confirmed soon
        }
        let change = tracking.take(
            pose, isHere: pose.place == place || isAhead, hasRoute: guidance.isActive, into: &decisions)
        react(to: change, into: &decisions)
        guard tracking.isNormal else {
            guidance.forgetPoses()
            drift.pause()
            return nil
        }
        if pose.place == place { watchEdges(pose, place, into: &decisions) }
        if asking.isOpen, !isAhead { return nil }
        guard guidance.place == place else { return nil }
        guidance.trustsPoses = true
        return guidance.take(pose, into: &decisions)
    }

    /// The edge of the map, and where no barometer watches, the height.
    private mutating func watchEdges(_ pose: Pose, _ place: String, into decisions: inout Decisions) {
        let position = Position(x: pose.x, y: pose.y, z: pose.z)
        if let bounds = world.map(ofPlace: place)?.bounds,
            edge.take(position, bounds: bounds, at: decisions.time) == .back
        {
            probes.withdraw(.edge)
        }
        guard floors.isBlind else { return drift.restart() }
        watchHeight(pose, place, into: &decisions)
    }

    private mutating func watchHeight(_ pose: Pose, _ place: String, into decisions: inout Decisions) {
        guard let z = pose.z, let group = world.group(ofPlace: place), group.isVerticallyOrdered,
            let metres = drift.take(z: z, at: decisions.time)
        else { return }
        decisions.add(.floor(.changed(metres)))
        if asking.drifted(upwards: metres > 0, in: group, place: place, at: decisions.time) {
            floors.sayChanged(upwards: metres > 0, into: &decisions)
            probes.beginAnew()
        }
        if asking.isOpen { askFloor(into: &decisions) } else { probes.withdraw(.floorChange) }
    }

    private mutating func react(to change: TrackingDecisions.Change?, into decisions: inout Decisions) {
        switch change {
        case .lost:
            edge.hold()
            drift.restart()
            guidance.forgetPoses()
        case .found:
            edge.resume(at: decisions.time)
            if asking.isOpen { askFloor(into: &decisions) }
            guidance.sayInstruction(into: &decisions)
        case nil: break
        }
    }

    /// What is due of tracking, the edge and the probes.
    mutating func advancePlaces(into decisions: inout Decisions) {
        react(to: tracking.advance(hasRoute: guidance.isActive, into: &decisions), into: &decisions)
        guidance.trustsPoses = tracking.isNormal
        if edge.advance(to: decisions.time) { leaveMap(into: &decisions) }
        if probes.advance(into: &decisions) { endAtEdge(into: &decisions) }
        guidance.advanceElsewhere(into: &decisions)
        guidance.advanceFollowing(into: &decisions)
        guidance.people.advance(into: &decisions)
        routeMayHaveChanged()
    }

    // MARK: places

    /// A place was confirmed from outside: by a probe, or as the one that the robot starts in.
    mutating func enter(_ id: String, into decisions: inout Decisions) {
        let old = guidance.place
        guard old != id else {
            if asking.isOpen { endAsking() }
            floors.placeConfirmed(isVerticallyOrdered: world.isVerticallyOrdered(place: id), into: &decisions)
            return
        }
        decisions.add(.place(id))
        if old != nil { decisions.say(.placeChanged, names.arrival(in: id, from: old), key: "place") }
        guidance.entered(id, into: &decisions)
        settle(in: id, from: old, into: &decisions)
        routeMayHaveChanged()
    }

    /// Another place has become the current one: what was known of the old one no longer counts.
    mutating func settle(
        in id: String, from old: String?, byPose: Bool = false, into decisions: inout Decisions
    ) {
        tracking.enterPlace(byPose: byPose)
        edge = EdgeWatch()
        drift.restart()
        startAsked = nil
        probes.withdraw()
        let lesson = asking.confirmed(id, from: old, in: world.group(ofPlace: id), at: decisions.time)
        teach(lesson, into: &decisions)
        floors.placeConfirmed(isVerticallyOrdered: world.isVerticallyOrdered(place: id), into: &decisions)
    }

    private mutating func teach(_ lesson: FloorAsking.Lesson?, into decisions: inout Decisions) {
        guard let lesson else { return }
        let elevation = world.learn(
            group: lesson.group, from: lesson.from, to: lesson.to, changeMetres: lesson.change)
        decisions.add(
            .learned(
                group: lesson.group, from: lesson.from, to: lesson.to, change: lesson.change, elevation: elevation))
    }

    // MARK: floors

    /// What the barometer reports of rides.
    mutating func report(_ reports: [FloorDecisions.Report], into decisions: inout Decisions) {
        guard !reports.isEmpty, let place = guidance.place, let group = world.group(ofPlace: place) else { return }
        for report in reports {
            switch report {
            case .changed(let upwards):
                if asking.changed(upwards: upwards, in: group, place: place, at: decisions.time) {
                    floors.sayChanged(upwards: upwards, into: &decisions)
                    probes.beginAnew()
                }
                if asking.isOpen { askFloor(into: &decisions) }
            case .settled(let change):
                teach(asking.settled(change: change), into: &decisions)
                if asking.isOpen { askAfterSettling(group, into: &decisions) }
            case .returned:
                let wasOpen = asking.isOpen
                asking.returned(in: group, place: place)
                if asking.isOpen { askFloor(into: &decisions) } else if wasOpen { endAsking() }
            case .lost: asking.forgetRide()
            }
        }
    }

    private mutating func askAfterSettling(_ group: Building, into decisions: inout Decisions) {
        if let likely = asking.likelyFloor(in: group), !probes.isAskedOfPerson {
            let text = Words().text(.floorLikely, ["floor": group.floors[likely].name])
            decisions.say(.floorLikely, text)
        }
        askFloor(into: &decisions)
    }

    private mutating func askFloor(into decisions: inout Decisions) {
        guard let group = guidance.place.flatMap({ world.group(ofPlace: $0) }) else { return }
        let places = asking.places(in: group)
        if places.isEmpty { asking.close() } else { probes.ask(places, .floorChange, names: names, into: &decisions) }
    }

    /// The floor is known: what the edge noticed meanwhile is judged anew.
    mutating func endAsking() {
        asking.close()
        probes.withdraw(.floorChange)
        edge = EdgeWatch()
    }

    // MARK: the edge

    /// The robot has been outside for long enough: the neighbours are asked, or guidance ends.
    private mutating func leaveMap(into decisions: inout Decisions) {
        guard !asking.isOpen, let place = guidance.place else { return }
        let siblings = world.group(ofPlace: place)?.siblings(ofPlace: place) ?? []
        if settings.isOn("handOff.lateral"), !siblings.isEmpty {
            probes.ask(siblings, .edge, names: names, into: &decisions)
        } else {
            endAtEdge(into: &decisions)
        }
    }

    /// No neighbour answered: guidance ends, and that is said; without a route there is nothing to say.
    private mutating func endAtEdge(into decisions: inout Decisions) {
        guard guidance.isActive else { return }
        guidance.endAtEdge(into: &decisions)
        decisions.withdraw(.trackingLost)
        decisions.say(.edgeOfMap, Words().text(.edgeOfMap))
    }

    // MARK: probes

    /// No place is known: all are asked for, the one that poses name first.
    mutating func askForStart(first: String?, into decisions: inout Decisions) {
        guard probes.outstanding == nil else { return }
        if let startAsked, decisions.time - startAsked < Self.startRepeat { return }
        startAsked = decisions.time
        let known = world.placeIds
        let ordered = known.filter { $0 == first } + known.filter { $0 != first }
        probes.ask(ordered, .start, names: names, into: &decisions)
    }

    /// Acts on an answer that counts.
    mutating func judgeAnswer(_ answer: ProbeDecisions.Answer, into decisions: inout Decisions) {
        decisions.touchesSpeech = true
        switch answer {
        case .ignored: break
        case .none(.edge): endAtEdge(into: &decisions)
        case .none: break
        case .place(let place, let why):
            if why == .floorChange, names.isSameFloor(place, guidance.place) { endAsking() }
            if place != guidance.place { enter(place, into: &decisions) }
        }
        routeMayHaveChanged()
    }

    /// The person says yes: to the question that is out, else that the present landmark is reached.
    mutating func confirm(into decisions: inout Decisions) -> String? {
        guard probes.isAsking else { return guidance.confirm(into: &decisions) }
        judgeAnswer(probes.confirm(), into: &decisions)
        return nil
    }

    /// The person says no to the question that is out, else wants to know what comes next.
    mutating func next(into decisions: inout Decisions) {
        guard probes.isAsking else { return guidance.next(into: &decisions) }
        let answer = probes.next(names: names, into: &decisions)
        judgeAnswer(answer, into: &decisions)
    }
}
