/// A way between two landmarks of one place; also the body of a portal between places.
public struct Connection: Equatable, Sendable {
    /// The id, unique among the place's connections.
    public var id: String
    /// The landmark it leads from.
    public var from: String
    /// The landmark it leads to.
    public var to: String
    /// Whether it may be walked both ways.
    public var direction: Direction
    /// What one walks through or over.
    public var kind: Kind
    /// What people call it, where it has a name.
    public var name: String?
    /// The authored words for walking from → to.
    public var instruction: String
    /// The authored words for walking to → from; present where `direction` is `both`.
    public var returnInstruction: String?
    /// Whether it is known to be passable without steps.
    public var stepFree: StepFree
    /// Whether it can be used right now.
    public var availability: Availability
    /// Who checked this, and when.
    public var verification: Verification
    /// The length in metres that may be spoken, where somebody recorded one.
    public var displayLengthMetres: Double?
    /// The cost for routing alone, in units near metres, where it differs from the length.
    public var cost: Double?
    /// The points between its ends where it bends, from → to.
    public var path: [Position]

    /// Whether a connection may be walked both ways.
    public enum Direction: String, CaseIterable, Sendable {
        /// Both ways.
        case both
        /// Only from → to.
        case oneWay
    }

    /// What one walks through or over.
    public enum Kind: String, CaseIterable, Sendable {
        /// A plain way.
        case path
        /// A door.
        case door
        /// A ramp.
        case ramp
        /// Stairs.
        case stairs
        /// An elevator.
        case elevator
        /// An escalator.
        case escalator

        /// Whether it has steps whatever the data says.
        public var hasSteps: Bool { self == .stairs || self == .escalator }
    }

    /// Whether a connection is known to be passable without steps: a fact of the building.
    public enum StepFree: String, CaseIterable, Sendable {
        /// Known to be step-free.
        case confirmed
        /// Known not to be.
        case unsuitable
        /// Nobody knows.
        case unknown
    }

    /// Whether a connection can be used right now: a fact of the moment.
    public enum Availability: String, CaseIterable, Sendable {
        /// It can.
        case available
        /// It cannot.
        case unavailable
        /// Nobody knows.
        case unknown
    }

    /// Who vouches for a connection.
    public struct Verification: Equatable, Sendable {
        /// How far the connection has been checked.
        public var status: Status
        /// Where the facts come from.
        public var source: String?
        /// Who checked.
        public var checkedBy: String?
        /// When, as written (RFC 3339, or a bare date).
        public var checkedAt: String?

        /// How far a connection has been checked.
        public enum Status: String, CaseIterable, Sendable {
            /// Made up.
            case simulated
            /// Recorded by nobody who vouches for it.
            case unverified
            /// Checked on site.
            case verified
        }

        /// Makes a verification.
        public init(status: Status, source: String? = nil, checkedBy: String? = nil, checkedAt: String? = nil) {
            self.status = status
            self.source = source
            self.checkedBy = checkedBy
            self.checkedAt = checkedAt
        }
    }

    /// Makes a connection.
    public init(
        id: String, from: String, to: String, direction: Direction = .both, kind: Kind = .path, name: String? = nil,
        instruction: String, returnInstruction: String? = nil, stepFree: StepFree = .unknown,
        availability: Availability = .available, verification: Verification = .init(status: .unverified),
        displayLengthMetres: Double? = nil, cost: Double? = nil, path: [Position] = []
    ) {
        self.id = id
        self.from = from
        self.to = to
        self.direction = direction
        self.kind = kind
        self.name = name
        self.instruction = instruction
        self.returnInstruction = returnInstruction
        self.stepFree = stepFree
        self.availability = availability
        self.verification = verification
        self.displayLengthMetres = displayLengthMetres
        self.cost = cost
        self.path = path
    }
}
