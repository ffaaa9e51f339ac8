import Documents
import Wayfinding

extension IMDFReading {
    private struct Member {
        var feature: IMDFFeature
        var end: PlanLink.End
        var place: Int
        /// The unit's area, where it is one.
        var area: PlanArea?
    }

    /// Relationships become links between levels, or say in which direction a door is passed.
    mutating func readRelationships() {
        for relationship in all("relationship") {
            let category = relationship.text("category") ?? ""
            guard let kind = IMDFCategories.relationship(category) else {
                report.leaveOut(
                    relationship.source, "notAWay",
                    "its category is \"\(PlanTexts.clean(category) ?? "")\", which is no way")
                continue
            }
            let ends = ["origin", "destination"].map { key in
                member(key == "origin" ? relationship.property("origin") : relationship.property("destination"))
            }
            guard let origin = ends[0], let destination = ends[1] else {
                report.leaveOut(
                    relationship.source, "unknownEnd",
                    "its \(ends[0] == nil ? "origin" : "destination") is not one of the units, openings or points that were used"
                )
                continue
            }
            guard origin.feature.source != destination.feature.source else {
                report.leaveOut(relationship.source, "selfLoop", "it leads from a feature to the same feature")
                continue
            }
            let between = relationship.property("intermediary")?.items.map { $0 } ?? []
            let isDirected = relationship.text("direction") == "directed"
            if kind == .path, origin.place == destination.place,
                direct(relationship, between, origin, destination, isDirected)
            {
                continue
            }
            link(relationship, kind, [origin] + stops(relationship, between) + [destination], isDirected)
        }
    }

    private func member(_ reference: JSONElement?) -> Member? {
        guard let id = reference?["id"]?.string, let feature = byId[id] else { return nil }
        if feature.kind == "opening" {
            guard let door = made.doors.first(where: { $0.source == feature.source }) else { return nil }
            return Member(feature: feature, end: .door(feature.source), place: door.place)
        }
        for (place, level) in made.places.enumerated() {
            if let area = level.areas.first(where: { $0.source == feature.source }) {
                return Member(
                    feature: feature, end: .area(place: place, source: feature.source), place: place, area: area)
            }
            if level.spots.contains(where: { $0.source == feature.source }) {
                return Member(feature: feature, end: .spot(place: place, source: feature.source), place: place)
            }
        }
        return nil
    }

    /// The units on the way from the origin to the destination; what cannot be used is listed.
    private mutating func stops(_ relationship: IMDFFeature, _ between: [JSONElement]) -> [Member] {
        between.compactMap { reference in
            if let member = member(reference) { return member.area == nil ? nil : member }
            report.change(
                relationship.source, "unknownIntermediary",
                "\"\(PlanTexts.clean(reference["id"]?.string) ?? "?")\" on its way was not used, and is passed over")
            return nil
        }
    }

    /// A traversal through an opening between two units is that opening's direction.
    private mutating func direct(
        _ relationship: IMDFFeature, _ between: [JSONElement], _ origin: Member, _ destination: Member,
        _ isDirected: Bool
    ) -> Bool {
        guard origin.area != nil, destination.area != nil else { return false }
        let openings = between.compactMap { $0["id"]?.string }.filter { byId[$0]?.kind == "opening" }
        guard let id = openings.first,
            let index = made.doors.firstIndex(where: { $0.source == "opening/" + id })
        else { return false }
        if isDirected {
            let passage = PlanDoor.Passage.from(origin.feature.source, to: destination.feature.source)
            if case .from(let first, _) = made.doors[index].passage, first != origin.feature.source {
                // Two directed ones, there and back, are both ways.
                made.doors[index].passage = .both
            } else {
                made.doors[index].passage = passage
            }
        }
        report.use(relationship.source, as: "direction of opening/\(id)")
        return true
    }

    private mutating func link(
        _ relationship: IMDFFeature, _ kind: Connection.Kind, _ members: [Member], _ isDirected: Bool
    ) {
        let vertical = members.lazy.compactMap(\.area).first { Self.kind($0.use) == kind }
        var facts = PlanFacts(stepFree: kind.hasSteps ? .unsuitable : stepFree(relationship))
        if let vertical, facts.stepFree == .unknown { facts.stepFree = vertical.facts.stepFree }
        if relationship.property("hours") != nil {
            facts.availability = .unknown
            report.change(
                relationship.source, "hours", "it has opening hours, so whether it can be used now is unknown")
        }
        for (number, (from, to)) in zip(members, members.dropFirst()).enumerated() {
            let isFlat = from.place == to.place && members.count > 2
            made.links.append(
                PlanLink(
                    source: relationship.source + (number == 0 ? "" : "/\(number + 1)"),
                    name: vertical?.name ?? PlanName(), kind: isFlat ? .path : kind,
                    direction: isDirected ? .oneWay : .both, from: from.end, to: to.end, facts: facts))
        }
    }

    private static func kind(_ use: PlanArea.Use) -> Connection.Kind? {
        switch use {
        case .stairs: .stairs
        case .elevator: .elevator
        case .escalator: .escalator
        case .ramp: .ramp
        default: nil
        }
    }
}
