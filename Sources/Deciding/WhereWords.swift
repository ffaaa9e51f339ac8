import Announcing
import Documents
import Readings
import Wayfinding

/// The answer to "where": place, floor, nearest landmark, what is ahead, what does not work.
///
/// It always answers.
struct WhereWords {
    let world: World
    let words: Words
    let place: String?
    let position: Position?
    let lastConfirmed: LandmarkReference?
    /// What is ahead, in words; nil where nothing is known.
    let ahead: String?
    /// That tracking is lost, where it is: said first, as everything after it is of before.
    let loss: String?
    /// What does not work, each a sentence.
    let faults: [String]

    var text: String {
        var sentences = [loss, placeSentence, landmarkSentence, ahead].compactMap { $0 }
        if let place, world.map(ofPlace: place)?.bounds == nil { sentences.append(words.text(.edgeNotWatched)) }
        var said: Set<String> = []
        return (sentences + faults).filter { said.insert($0).inserted }.joined(separator: " ")
    }

    private var placeSentence: String {
        guard let place else { return words.text(.whereUnknown) }
        let name = world.map(ofPlace: place)?.name ?? place
        let group = world.group(ofPlace: place)
        let floor = group?.floorIndex(ofPlace: place).flatMap { group?.floors[$0].name }
        guard let floor, group?.isVerticallyOrdered ?? false, !name.lowercased().holds(floor.lowercased()) else {
            return words.text(loss == nil ? .wherePlace : .whereLastPlace, ["place": name])
        }
        return words.text(
            loss == nil ? .wherePlaceFloor : .whereLastPlaceFloor, ["place": name, "floor": floor])
    }

    private var landmarkSentence: String? {
        guard let place, let map = world.map(ofPlace: place) else { return nil }
        if let position, let (landmark, metres) = nearest(map, position) {
            return words.text(
                .whereNear, ["name": landmark.name, "distance": words.distance(metres: metres).uncapitalisedFirst])
        }
        guard let lastConfirmed, lastConfirmed.place == place,
            let landmark = map.landmarks.first(where: { $0.id == lastConfirmed.id })
        else { return nil }
        return words.text(.whereLast, ["name": landmark.name])
    }

    private func nearest(_ map: PlaceMap, _ position: Position) -> (Landmark, Double)? {
        let measured = map.landmarks.compactMap { landmark in
            landmark.position.map { (landmark, WayLine.distanceMetres($0, position)) }
        }
        return measured.min { Micrometres(metres: $0.1) < Micrometres(metres: $1.1) }
    }
}
