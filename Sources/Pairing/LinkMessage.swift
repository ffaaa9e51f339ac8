/// What the two ends say to each other, as PROTOCOL.md has it.
package enum LinkMessage: Equatable, Sendable {
    /// Asks to be paired; the commitment is 32 bytes.
    case pair(name: String, commitment: [UInt8])
    /// Answers that with a commitment of its own.
    case pairing(name: String, commitment: [UInt8])
    /// Shows the 32 bytes that were committed to.
    case reveal(contribution: [UInt8])
    /// The owner allowed it; proves to have the secret.
    case allowed(proof: [UInt8])
    /// Proves likewise.
    case confirm(proof: [UInt8])
    /// It is done and kept.
    case paired
    /// Who comes, with 32 fresh bytes; nil where there are none.
    case hello(id: String, nonce: [UInt8]?)
    /// Fresh bytes in return, and the responder's proof.
    case challenge(nonce: [UInt8], proof: [UInt8])
    /// The initiator's proof; nil where there is none.
    case proof([UInt8]?)
    /// The link is up.
    case welcome(name: String)
    /// The tag of the place that the sender is in.
    case here(place: String?)
    /// Where the sender is.
    case position(LinkPosition)
    /// What is ahead of the robot, in metres.
    case nearest(metres: Double?)
    /// What the robot has seen.
    case seen(LinkObservation)
    /// Nothing else was to be said.
    case alive
    /// Why the connection ends; nil for a word that is not known.
    case end(EndMessage?)

    /// Whether it belongs to a link that is up.
    var isOfLink: Bool {
        switch self {
        case .here, .position, .nearest, .seen, .alive: true
        default: false
        }
    }
}

/// A position inside a place, as it is sent.
package struct LinkPosition: Equatable, Sendable {
    /// The place's id.
    package var place: String
    /// What the place is called.
    package var placeName: String
    /// When the place was scanned, as its map says.
    package var scannedAt: String?
    /// What the device is called.
    package var name: String
    /// Metres along +x.
    package var x: Double
    /// Metres along +y.
    package var y: Double
    /// Metres up, where known.
    package var z: Double?
    /// Heading in radians from +x, counter-clockwise.
    package var yaw: Double

    /// Makes a position.
    package init(
        place: String, placeName: String, scannedAt: String?, name: String, x: Double, y: Double, z: Double? = nil,
        yaw: Double = 0
    ) {
        self.place = place
        self.placeName = placeName
        self.scannedAt = scannedAt
        self.name = name
        self.x = x
        self.y = y
        self.z = z
        self.yaw = yaw
    }
}

/// An observation, as it is sent.
package struct LinkObservation: Equatable, Sendable {
    /// What kind of observation.
    package var kind: String
    /// What was seen, in words.
    package var text: String
    /// Where; nil where no place was known.
    package var place: String?

    /// Makes an observation.
    package init(kind: String, text: String, place: String?) {
        self.kind = kind
        self.text = text
        self.place = place
    }
}
