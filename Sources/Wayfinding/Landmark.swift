/// Something in a place that one can walk to and recognise.
public struct Landmark: Equatable, Sendable {
    /// The id, unique among the place's landmarks.
    public var id: String
    /// What people call it.
    public var name: String
    /// What it is.
    public var kind: Kind
    /// Where it is, if that is known.
    public var position: Position?
    /// Other names.
    public var aliases: [String]
    /// Spoken on arrival.
    public var note: String?

    /// What a landmark is.
    public enum Kind: String, CaseIterable, Sendable {
        /// A way in.
        case entrance
        /// A way out.
        case exit
        /// A room.
        case room
        /// A desk or counter.
        case desk
        /// A restroom.
        case restroom
        /// An elevator's door.
        case elevator
        /// The foot or head of stairs.
        case stairs
        /// The end of a ramp.
        case ramp
        /// Where ways meet.
        case junction
        /// Anything else worth a name.
        case spot
    }

    /// Makes a landmark.
    public init(
        id: String, name: String, kind: Kind, position: Position? = nil, aliases: [String] = [], note: String? = nil
    ) {
        self.id = id
        self.name = name
        self.kind = kind
        self.position = position
        self.aliases = aliases
        self.note = note
    }
}
