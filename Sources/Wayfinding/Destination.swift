import Documents

/// What a destination was chosen from: the reply says so.
public struct DestinationChoice: Equatable, Sendable {
    /// What was said.
    public var words: String
    /// The landmark with the cheapest route.
    public var chosen: LandmarkReference
    /// All landmarks that the words fitted, the chosen one included, in the order of the maps.
    public var candidates: [LandmarkReference]
}

/// Finds landmarks by what people call them.
public enum Destination {
    /// All landmarks that `words` fit best: by id, then name, then alias, then the same without case; first in the
    /// place itself, then in its group; and last as `place/landmark`, the place by its id or name.
    ///
    /// Texts are compared in their NFC form. Nothing fits nothing: the list is then empty.
    public static func landmarks(called words: String, in graph: RoutingGraph, from place: String)
        -> [LandmarkReference]
    {
        let here = graph.place(place).map { [$0] } ?? []
        for places in [here, others(in: graph, beside: place)] {
            let found = find(words, places)
            if !found.isEmpty { return found }
        }
        return qualified(words, graph)
    }

    /// Up to three names like `words`, of landmarks here and in the group.
    public static func nearestNames(to words: String, in graph: RoutingGraph, from place: String) -> [String] {
        var seen: Set<String> = []
        let here = graph.place(place).map { [$0] } ?? []
        let names = (here + others(in: graph, beside: place)).flatMap(\.landmarks).flatMap { [$0.name] + $0.aliases }
        return NearestName.among(names.filter { seen.insert($0).inserted }, to: words, count: 3)
    }

    /// The other places of the group that a place belongs to.
    private static func others(in graph: RoutingGraph, beside place: String) -> [PlaceMap] {
        guard let building = graph.building, building.floorIndex(ofPlace: place) != nil else { return [] }
        return building.floors.flatMap(\.places).filter { $0 != place }.compactMap(graph.place)
    }

    private static func find(_ words: String, _ places: [PlaceMap]) -> [LandmarkReference] {
        let plain: (String) -> Bool = { $0 == words }
        let meant = folded(words)
        let anyCase: (String) -> Bool = { folded($0) == meant }
        for fits in [plain, anyCase] {
            for texts in [{ [$0.id] }, { [$0.name] }, { $0.aliases }] as [(Landmark) -> [String]] {
                let found = places.flatMap { place in
                    place.landmarks.filter { texts($0).contains(where: fits) }
                        .map { LandmarkReference(place: place.id, id: $0.id) }
                }
                if !found.isEmpty { return found }
            }
        }
        return []
    }

    /// `place/landmark`, split at each stroke in turn, since ids may hold one.
    private static func qualified(_ words: String, _ graph: RoutingGraph) -> [LandmarkReference] {
        for stroke in words.indices where words[stroke] == "/" {
            let place = String(words[..<stroke])
            let landmark = String(words[words.index(after: stroke)...])
            for fits in [{ $0 == place }, { folded($0) == folded(place) }] as [(String) -> Bool] {
                let places = graph.places.filter { fits($0.id) }
                let named = places.isEmpty ? graph.places.filter { fits($0.name) } : places
                let found = find(landmark, named)
                if !found.isEmpty { return found }
            }
        }
        return []
    }

    /// A text without its case: ß and SS, ς and σ are the same.
    public static func folded(_ text: String) -> String { text.uppercased().lowercased() }
}
