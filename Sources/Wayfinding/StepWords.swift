/// One step as it is spoken: one connection, or several of one kind with the same words.
public struct SpokenStep: Equatable, Sendable {
    /// What is said: the authored words, then the floor or place, then the length.
    public var text: String
    /// The indices of the route's steps that it covers.
    public var routeSteps: Range<Int>
    /// What one walks through or over.
    public var kind: Connection.Kind
    /// The recorded length in metres, a sum where it covers several; nil where one of them has none.
    public var lengthMetres: Double?
    /// The id of the place that it begins in.
    public var leavesPlace: String
    /// The id of the place that it ends in.
    public var entersPlace: String
    /// The landmark it ends at; nil at the end of a route to a point of a connection.
    public var landmark: LandmarkReference?

    /// Whether it ends in another place than it begins.
    public var changesPlace: Bool { leavesPlace != entersPlace }
}

/// Puts the steps of a route into words.
public enum StepWords {
    /// The steps of a route as they are spoken, in order.
    public static func spokenSteps(
        _ route: Route, in graph: RoutingGraph, units: SpokenUnits = .metres, phrases: RoutePhrases = .english
    ) -> [SpokenStep] {
        let words = RouteWords(graph: graph, phrases: phrases)
        var steps: [SpokenStep] = []
        for (index, step) in route.steps.enumerated() {
            let authored = authored(step, words)
            if let last = steps.last, last.kind == step.kind, last.text == authored {
                steps[steps.count - 1] = joined(last, step)
            } else {
                steps.append(
                    SpokenStep(
                        text: authored, routeSteps: index..<(index + 1), kind: step.kind,
                        lengthMetres: step.displayLengthMetres, leavesPlace: step.leavesPlace,
                        entersPlace: step.entersPlace, landmark: step.landmark))
            }
        }
        return steps.map { step in
            var spoken = step
            let place = newPlace(step, graph, words)
            spoken.text = complete(step.text, place: place, metres: step.lengthMetres, units: units, phrases: phrases)
            return spoken
        }
    }

    /// The authored words, or where a map has none for this direction, what is taken.
    private static func authored(_ step: RouteStep, _ words: RouteWords) -> String {
        if let text = step.instruction, !text.isEmpty { return text }
        return words.phrases(.goAlong, ["name": words.name(of: step.connection)])
    }

    private static func joined(_ last: SpokenStep, _ step: RouteStep) -> SpokenStep {
        var longer = last
        longer.routeSteps = last.routeSteps.lowerBound..<(last.routeSteps.upperBound + 1)
        longer.lengthMetres = last.lengthMetres.flatMap { sum in step.displayLengthMetres.map { sum + $0 } }
        longer.entersPlace = step.entersPlace
        longer.landmark = step.landmark
        return longer
    }

    /// The name to add for a step into another place: its floor's where the floor is another, else its own.
    private static func newPlace(_ step: SpokenStep, _ graph: RoutingGraph, _ words: RouteWords) -> String? {
        guard step.changesPlace else { return nil }
        if let building = graph.building, let from = building.floorIndex(ofPlace: step.leavesPlace),
            let to = building.floorIndex(ofPlace: step.entersPlace), from != to
        {
            return building.floors[to].name
        }
        return words.placeName(step.entersPlace)
    }

    /// The authored words with the new place's name and the length, unless they are in it already.
    ///
    /// Authored words of several sentences are not drawn on: what is added is then a sentence of its own.
    static func complete(
        _ authored: String, place: String?, metres: Double?, units: SpokenUnits, phrases: RoutePhrases
    ) -> String {
        var text = AuthoredText.withoutEnd(authored)
        let isOneSentence = !AuthoredText.hasSentences(text)
        var added = false
        if let place, !AuthoredText.names(authored, place) {
            text += isOneSentence ? phrases(.toPlace, ["name": place]) : "." + phrases(.toPlaceAlone, ["name": place])
            added = true
        }
        if let metres, let length = SpokenLength(metres: metres, units: units, phrases: phrases),
            !length.isIn(authored)
        {
            let isSentence = isOneSentence || added
            text +=
                isSentence
                ? phrases(.length, ["length": length.text]) : "." + phrases(.lengthAlone, ["length": length.text])
            added = true
        }
        return added ? text + "." : authored
    }
}
