import Wayfinding

extension PlanAssembly {
    /// A group for every set of buildings that portals join, its floors from the lowest to the highest.
    func groups(_ ids: [String], _ present: Set<Int>) -> [Building] {
        var owner = Array(plan.buildings.indices)
        func root(_ building: Int) -> Int {
            var building = building
            while owner[building] != building { building = owner[building] }
            return building
        }
        let ends = portals.compactMap { portal -> (from: Int, to: Int, portal: Portal)? in
            guard let from = Int(portal.fromPlace), let to = Int(portal.toPlace), present.contains(from),
                present.contains(to)
            else { return nil }
            return (from, to, portal)
        }
        for end in ends {
            let (one, other) = (root(plan.places[end.from].building), root(plan.places[end.to].building))
            owner[max(one, other)] = min(one, other)
        }
        var taken: Set<String> = []
        return plan.buildings.indices.filter { root($0) == $0 }.compactMap { first in
            let members = present.sorted().filter { root(plan.places[$0].building) == first }
            guard !members.isEmpty else { return nil }
            let isOne = Set(members.map { plan.places[$0].building }).count == 1
            let name = isOne ? plan.buildings[first].name : plan.name
            var group = Building(id: id(name, &taken), name: name, floors: floors(members, ids))
            group.portals = ends.filter { members.contains($0.from) }.map { end in
                Portal(connection: end.portal.connection, fromPlace: ids[end.from], toPlace: ids[end.to])
            }
            return group
        }
    }

    private func id(_ name: String, _ taken: inout Set<String>) -> String {
        let slug = PlanTexts.slug(name)
        let wanted = slug.isEmpty ? "building" : slug
        var (id, number) = (wanted, 2)
        while !taken.insert(id).inserted {
            id = "\(wanted)-\(number)"
            number += 1
        }
        return id
    }

    private func floors(_ members: [Int], _ ids: [String]) -> [Floor] {
        let ordinals = Set(members.map { plan.places[$0].ordinal }).sorted()
        let lowest = members.compactMap { plan.places[$0].elevationMetres }.min()
        return ordinals.map { ordinal in
            let here = members.filter { plan.places[$0].ordinal == ordinal }
            let elevation = here.lazy.compactMap { plan.places[$0].elevationMetres }.first
            return Floor(
                id: "level-" + PlanTexts.slug(PlanTexts.number(ordinal)), name: plan.places[here[0]].name,
                places: here.map { ids[$0] },
                elevationMetres: elevation.flatMap { metres in lowest.map { metres - $0 } })
        }
    }
}
