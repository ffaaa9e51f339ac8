import Wayfinding

extension PlanAssembly {
    /// Makes the ways over every area between the points that stand on it.
    mutating func addAreaWays() {
        let numbers = anchors.keys.sorted { ($0.place, $0.area) < ($1.place, $1.area) }
        for number in numbers {
            let area = area(number)
            report.use(area.source, as: Self.isDestination(area) ? "landmark" : "floor to walk on")
            let here = anchors[number] ?? []
            guard here.count > 1 else { continue }
            guard InteriorWays.isFeasible(area.polygon, walls: area.walls, points: here.count) else {
                report.leaveOut(
                    area.source, "tooComplicated",
                    "it has too many corners and doors to find ways over it — divide it into smaller areas")
                continue
            }
            addWays(over: area, number, here)
        }
        noteUntouched()
    }

    private mutating func addWays(over area: PlanArea, _ number: AreaNumber, _ here: [PlanAnchor]) {
        let ways = InteriorWays(area.polygon, walls: area.walls, points: here.map(\.point))
        let trees = here.indices.map { ways.tree(from: $0) }
        var candidates: [WaySelection.Way] = []
        for from in here.indices {
            for to in here.indices where to > from && trees[from].metres[to].isFinite {
                candidates.append(.init(from: from, to: to, metres: trees[from].metres[to]))
            }
        }
        for way in WaySelection.chosen(among: candidates, points: here.count) {
            let (from, to) = (here[way.from].landmark, here[way.to].landmark)
            let words = PlanWords.across(area)
            join(
                Connection(
                    id: "\(area.source)/\(way.from)-\(way.to)", from: from, to: to, kind: kind(area),
                    instruction: words, returnInstruction: words, stepFree: floor(area),
                    availability: area.facts.availability, verification: verification(area.source),
                    path: ways.bends(to: way.to, in: trees[way.from]).map(\.position)),
                from: number.place, to: number.place, metres: way.metres, feature: area.source)
        }
    }

    private func kind(_ area: PlanArea) -> Connection.Kind { area.use == .ramp ? .ramp : .path }

    /// Whether an area's floor is step-free: an area of stairs is not, whatever it says.
    private func floor(_ area: PlanArea) -> Connection.StepFree {
        area.use == .stairs || area.use == .escalator ? .unsuitable : area.facts.stepFree
    }

    /// Areas that nothing leads to: walkways without a landmark are left out, others stay as islands.
    private mutating func noteUntouched() {
        for (place, level) in plan.places.enumerated() {
            for (index, area) in level.areas.enumerated() where anchors[AreaNumber(place: place, area: index)] == nil {
                report.leaveOut(
                    area.source, "noDoor", "no door, opening or way leads to it, and it has no name to keep it for")
            }
        }
    }

    /// Makes connections and portals of the links.
    mutating func addLinks() {
        for link in plan.links {
            guard let from = resolve(link.from, of: link), let to = resolve(link.to, of: link) else {
                report.leaveOut(link.source, "unknownEnd", "one of its ends is not on any level of the import")
                continue
            }
            let rise = plan.places[to.place].ordinal - plan.places[from.place].ordinal
            let metres = max(link.metres ?? from.point.distance(to: to.point), abs(rise) * 3)
            join(
                Connection(
                    id: link.source, from: from.landmark, to: to.landmark, direction: link.direction, kind: link.kind,
                    name: link.name.text, instruction: PlanWords.taking(link, rise: rise),
                    returnInstruction: link.direction == .both ? PlanWords.taking(link, rise: -rise) : nil,
                    stepFree: link.kind.hasSteps ? .unsuitable : link.facts.stepFree,
                    availability: link.facts.availability, verification: verification(link.source),
                    cost: metres > 0 ? metres : nil),
                from: from.place, to: to.place, metres: metres, feature: link.source)
            report.use(link.source, as: from.place == to.place ? "connection" : "portal")
        }
    }

    /// What stands at the end of a link that is drawn as a line.
    private static func mark(_ link: PlanLink) -> (kind: Landmark.Kind, name: String) {
        switch link.kind {
        case .stairs: (.stairs, link.name.text ?? "Stairs")
        case .escalator: (.stairs, link.name.text ?? "Escalator")
        case .elevator: (.elevator, link.name.text ?? "Elevator")
        case .ramp: (.ramp, link.name.text ?? "Ramp")
        case .path, .door: (.junction, link.name.text ?? "Junction")
        }
    }

    private mutating func resolve(_ end: PlanLink.End, of link: PlanLink) -> (
        landmark: String, place: Int, point: PlanPoint
    )? {
        switch end {
        case .area(let place, let source):
            guard let number = number(ofArea: source, place: place) else { return nil }
            let area = area(number)
            linked[place].insert(area.source)
            let landmark = addLandmark(of: area, at: number)
            let point = anchors[number]?.first { $0.landmark == landmark }?.point ?? area.polygon.middle
            return (landmark, place, point)
        case .door(let source):
            guard let index = plan.doors.firstIndex(where: { $0.source == source }),
                let side = doorSides[index].first(where: { !$0.landmark.isEmpty })
            else { return nil }
            linked[side.place].insert(side.landmark)
            return (side.landmark, side.place, side.point)
        case .spot(let place, let source):
            guard let spot = plan.places[place].spots.first(where: { $0.source == source }) else { return nil }
            linked[place].insert(source)
            return (source, place, spot.point)
        case .node(let place, let key, let point):
            let mark = Self.mark(link)
            let landmark = makeNode(
                place: place, key: key, point: point, ordinal: plan.places[place].ordinal, kind: mark.kind,
                name: mark.name)
            linked[place].insert(landmark)
            return (landmark, place, point)
        }
    }
}
