/// One mapped place: landmarks, the connections between them, and the floor that was mapped, all in the place's frame.
///
/// These are the values after decoding; what the file says beside them is kept by whoever rewrites the file.
public struct PlaceMap: Equatable, Sendable {
    /// The place's id, unique among all places.
    public var id: String
    /// What people call it.
    public var name: String
    /// When it was mapped, as written (RFC 3339).
    public var scannedAt: String
    /// Whether it is made up.
    public var kind: Kind
    /// The mapped floor, where it was recorded.
    public var bounds: Bounds?
    /// What one can walk to.
    public var landmarks: [Landmark]
    /// The ways between landmarks.
    public var connections: [Connection]

    /// Whether a place is made up or was really surveyed.
    public enum Kind: String, CaseIterable, Sendable {
        /// Made up; every route in it says so.
        case demo
        /// Surveyed on site.
        case surveyed
    }

    /// Makes a place.
    public init(
        id: String, name: String, scannedAt: String, kind: Kind, bounds: Bounds? = nil, landmarks: [Landmark],
        connections: [Connection]
    ) {
        self.id = id
        self.name = name
        self.scannedAt = scannedAt
        self.kind = kind
        self.bounds = bounds
        self.landmarks = landmarks
        self.connections = connections
    }
}

/// A point in a place's frame: metres, x forward, y left, z up.
public struct Position: Equatable, Sendable {
    /// Metres along +x.
    public var x: Double
    /// Metres along +y.
    public var y: Double
    /// Metres up; nil where the file has none, which counts as 0 where a height is needed.
    public var z: Double?

    /// Makes a point.
    public init(x: Double, y: Double, z: Double? = nil) {
        self.x = x
        self.y = y
        self.z = z
    }
}

/// The mapped floor of a place, in metres of its frame.
public enum Bounds: Equatable, Sendable {
    /// An axis-parallel box.
    case box(min: Position, max: Position)
    /// A simple polygon of at least three corners.
    case polygon([Position])
}
