import Readings

/// The place that this end is in, as its map says.
package struct OwnPlace: Equatable, Sendable {
    /// The place's id.
    package var id: String
    /// What it is called.
    package var name: String
    /// When it was scanned, as it stands in the map; nil where the map has no date.
    package var scannedAt: String?

    /// Makes a place.
    package init(id: String, name: String, scannedAt: String?) {
        self.id = id
        self.name = name
        self.scannedAt = scannedAt
    }
}

/// Where this end is.
package struct OwnPosition: Equatable, Sendable {
    /// In which place.
    package var place: OwnPlace
    /// Metres along +x of that place.
    package var x: Double
    /// Metres along +y.
    package var y: Double
    /// Metres up, where known.
    package var z: Double?
    /// Heading in radians from +x, counter-clockwise.
    package var yaw: Double
    /// When it was so.
    package var time: Instant

    /// Makes a position.
    package init(place: OwnPlace, x: Double, y: Double, z: Double? = nil, yaw: Double = 0, time: Instant) {
        self.place = place
        self.x = x
        self.y = y
        self.z = z
        self.yaw = yaw
        self.time = time
    }

    /// The form in which it is sent; the heading within ±π.
    func sent(as name: String) -> LinkPosition {
        LinkPosition(
            place: place.id, placeName: String(place.name.prefix(Self.placeNameLimit)), scannedAt: place.scannedAt,
            name: name, x: x, y: y, z: z,
            yaw: yaw.remainder(dividingBy: 2 * .pi))
    }

    /// The longest name of a place that is sent, in characters.
    private static let placeNameLimit = 256

    /// Whether it may be sent: finite, within 10 km, in a place whose id is no longer than the protocol allows.
    var isPlausible: Bool {
        Pose(place: place.id, x: x, y: y, z: z, yaw: yaw).isPlausible && !place.id.isEmpty
            && place.id.utf8.count <= LinkMessageReader.placeLimit
    }
}
