import Wayfinding

/// A paired device's latest position, as the link hands it over.
public struct PeerPosition: Equatable, Sendable {
    /// The device's id.
    public var device: String
    /// Its name, as it calls itself; cleaned before it is shown or spoken.
    public var name: String
    /// The id of the place that it is in.
    public var place: String
    /// Where, in that place's frame.
    public var position: Position
    /// Its heading in radians, where it tells one.
    public var yaw: Double?

    /// Makes a position.
    public init(device: String, name: String, place: String, position: Position, yaw: Double? = nil) {
        self.device = device
        self.name = name
        self.place = place
        self.position = position
        self.yaw = yaw
    }
}

/// What becomes of a phone's request to be paired.
public struct PairingChange: Equatable, Sendable {
    /// The device's id.
    public var device: String
    /// Its name, as it calls itself.
    public var name: String
    /// What became of the request.
    public var state: State
    /// The digits that both ends show, such as "417"; nil where none are told.
    public var digits: String?

    /// The states of a request.
    public enum State: String, CaseIterable, Sendable {
        /// It waits for the owner.
        case asked
        /// The owner allowed it.
        case allowed
        /// The owner refused it.
        case refused
        /// Nobody answered in time.
        case lapsed
    }

    /// Makes a change.
    public init(device: String, name: String, state: State, digits: String? = nil) {
        self.device = device
        self.name = name
        self.state = state
        self.digits = digits
    }
}
