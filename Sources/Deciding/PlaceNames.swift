import Announcing
import Wayfinding

/// How places are called when one asks for them or has come to them.
struct PlaceNames {
    let world: World
    private let words = Words()

    init(world: World) {
        self.world = world
    }

    /// The name of a place; its id where there is no map of it.
    func name(_ place: String) -> String { world.map(ofPlace: place)?.name ?? place }

    /// "Are we on Floor 2?", or of one of several places "Are we in Pool, Floor 1?".
    func question(_ place: String) -> String {
        guard let floor = orderedFloor(of: place) else { return words.text(.questionPlace, ["place": name(place)]) }
        if floor.places.count == 1 { return words.text(.questionFloor, ["floor": floor.name]) }
        return words.text(.questionPlaceFloor, ["place": name(place), "floor": floor.name])
    }

    /// "Now on Floor 2.", "Now in Pool, Floor 1.", or where the floor is the same "Now in Garage.".
    func arrival(in place: String, from old: String?) -> String {
        guard let floor = orderedFloor(of: place), !isSameFloor(place, old) else {
            return words.text(.nowInPlace, ["place": name(place)])
        }
        if floor.places.count == 1 { return words.text(.nowOnFloor, ["floor": floor.name]) }
        return words.text(.nowInPlaceFloor, ["place": name(place), "floor": floor.name])
    }

    /// Whether two places lie on one floor of one group.
    func isSameFloor(_ place: String, _ other: String?) -> Bool {
        guard let other, let group = world.group(ofPlace: place), group.id == world.group(ofPlace: other)?.id else {
            return false
        }
        return group.floorIndex(ofPlace: place) == group.floorIndex(ofPlace: other)
    }

    private func orderedFloor(of place: String) -> Floor? {
        guard let group = world.group(ofPlace: place), group.isVerticallyOrdered else { return nil }
        return group.floorIndex(ofPlace: place).map { group.floors[$0] }
    }
}
