extension RoutingGraph {
    /// The place of an id.
    public func place(_ id: String) -> PlaceMap? { placeOfID[id].map { places[$0] } }

    /// The landmark of a reference.
    public func landmark(_ reference: LandmarkReference) -> Landmark? {
        nodeIndex(of: reference).map(landmark(atNode:))
    }

    /// The connection or portal of a reference, with its availability of now.
    public func connection(_ reference: ConnectionReference) -> Connection? {
        wayIndex(of: reference).map(connection(atWay:))
    }

    /// The landmarks that a connection or portal leads from and to, as it was written.
    public func ends(of reference: ConnectionReference) -> (from: LandmarkReference, to: LandmarkReference)? {
        wayIndex(of: reference).map { (self.reference(ofNode: ways[$0].from), self.reference(ofNode: ways[$0].to)) }
    }

    /// The line that a connection draws in its place's frame; nil for a portal, and where an end has no position.
    public func line(of reference: ConnectionReference) -> WayLine? { wayIndex(of: reference).flatMap(line(ofWay:)) }

    /// The cost of a whole connection or portal in millionths.
    public func costMillionths(of reference: ConnectionReference) -> Int64? {
        wayIndex(of: reference).map { ways[$0].costMillionths }
    }

    func nodeIndex(of reference: LandmarkReference) -> Int32? {
        placeOfID[reference.place].flatMap { nodeOfID[$0][reference.id] }
    }

    func landmark(atNode node: Int32) -> Landmark {
        let place = Int(nodePlace[Int(node)])
        return places[place].landmarks[Int(node - placeStart[place])]
    }

    func position(ofNode node: Int32) -> Position? {
        let place = Int(nodePlace[Int(node)])
        return places[place].landmarks[Int(node - placeStart[place])].position
    }

    func reference(ofNode node: Int32) -> LandmarkReference {
        LandmarkReference(place: places[Int(nodePlace[Int(node)])].id, id: id(ofNode: node))
    }

    /// The id of a landmark; it alone is taken, for a copy of the landmark would count a reference for each of its texts.
    func id(ofNode node: Int32) -> String {
        let place = Int(nodePlace[Int(node)])
        return places[place].landmarks[Int(node - placeStart[place])].id
    }

    /// The id of a connection or portal.
    func id(ofWay way: Int) -> String {
        let index = Int(ways[way].index)
        return isPortal(way)
            ? portals[index].connection.id : places[Int(ways[way].place)].connections[index].id
    }

    func isPortal(_ way: Int) -> Bool { ways[way].place < 0 }

    private func written(_ way: Int) -> Connection {
        let index = Int(ways[way].index)
        return isPortal(way) ? portals[index].connection : places[Int(ways[way].place)].connections[index]
    }

    func connection(atWay way: Int) -> Connection {
        var connection = written(way)
        connection.availability = availabilities[way]
        return connection
    }

    func reference(ofWay way: Int) -> ConnectionReference {
        let place = isPortal(way) ? portals[Int(ways[way].index)].fromPlace : places[Int(ways[way].place)].id
        return ConnectionReference(place: place, id: id(ofWay: way))
    }

    func line(ofWay way: Int) -> WayLine? {
        if isPortal(way) { return nil }
        let (place, index) = (Int(ways[way].place), Int(ways[way].index))
        guard let start = position(ofNode: ways[way].from), let end = position(ofNode: ways[way].to) else { return nil }
        return WayLine(start: start, bends: places[place].connections[index].path, end: end)
    }

    func wayIndex(of reference: ConnectionReference) -> Int? {
        placeOfID[reference.place].flatMap { wayOfID[$0][reference.id] }.map(Int.init)
    }
}
