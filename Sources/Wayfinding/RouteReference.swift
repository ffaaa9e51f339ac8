/// Names a landmark among all places.
public struct LandmarkReference: Hashable, Sendable {
    /// The id of its place.
    public var place: String
    /// Its id in that place.
    public var id: String

    /// Makes a reference.
    public init(place: String, id: String) {
        self.place = place
        self.id = id
    }
}

/// Names a connection or a portal among all places; a portal is named by the place it leads from.
public struct ConnectionReference: Hashable, Sendable {
    /// The id of its place.
    public var place: String
    /// Its id.
    public var id: String

    /// Makes a reference.
    public init(place: String, id: String) {
        self.place = place
        self.id = id
    }
}
