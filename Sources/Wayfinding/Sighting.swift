import Readings

/// Where a paired device was heard last: kept in memory only.
public struct Sighting: Equatable, Sendable {
    /// The device's name, cleaned.
    public var name: String
    /// The id of the place that it said it was in.
    public var place: String
    /// Where, in that place's frame.
    public var position: Position
    /// When it was heard.
    public var time: Instant
    /// Whether the link has said that it is quiet.
    public var isQuiet = false

    /// How long without a position makes a device quiet.
    public static let quietLimit = Duration.seconds(5)

    /// Makes a sighting.
    public init(name: String, place: String, position: Position, time: Instant) {
        self.name = name
        self.place = place
        self.position = position
        self.time = time
    }

    /// Whether the device is heard at a moment, in a place.
    public func isLive(in place: String, at now: Instant) -> Bool {
        !isQuiet && self.place == place && now - time < Self.quietLimit
    }
}
