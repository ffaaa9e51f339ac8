/// What an announcement is about; the raw values are those of the event log.
public enum AnnouncementKind: String, CaseIterable, Sendable {
    /// A surface ahead is near.
    case proximity
    /// Something is too close to be measured.
    case blocked
    /// The floor drops away ahead.
    case dropOff
    /// Depth readings have stopped.
    case depthUnavailable
    /// Depth readings have come back.
    case depthBack
    /// The robot does not know where it is.
    case trackingLost
    /// The robot knows again where it is.
    case trackingFound
    /// Guidance has ended at the edge of the map.
    case edgeOfMap
    /// The barometer has stopped.
    case barometerUnavailable
    /// The barometer has come back.
    case barometerBack
    /// Something is still missing after start.
    case notReady
    /// An answer to a request.
    case reply
    /// The person is asked where they are.
    case question
    /// What a part outside the core has to say.
    case notice
    /// The floor has changed.
    case floorChanged
    /// A ride came back to where it began.
    case floorReturned
    /// The floor that the altitude suggests.
    case floorLikely
    /// Another place has been confirmed.
    case placeChanged
    /// A step of the way.
    case instruction
    /// What to know before walking the way.
    case beforeYouGo
    /// The map is made up.
    case demoMap
    /// The destination is reached.
    case arrived
    /// The way has changed.
    case wayChanged
    /// There is no way.
    case noRoute
    /// The person gone to is here.
    case personHere
    /// The person gone to was last seen here.
    case personLastSeenHere
    /// The person gone to moves on.
    case personMoved
    /// The person gone to has gone quiet.
    case personQuiet
    /// The person gone to is heard again.
    case personBack
    /// The person gone to is no longer paired.
    case personGone
    /// Everything needed reads.
    case ready
    /// Looking for the place takes long.
    case stillLooking
    /// A phone asks to be paired.
    case pairingRequest

    /// How urgent it is, where nothing else is said.
    public var priority: AnnouncementPriority {
        switch self {
        case .proximity, .blocked, .dropOff: .hazard
        case .depthUnavailable, .depthBack, .trackingLost, .trackingFound, .edgeOfMap, .barometerUnavailable,
            .barometerBack, .notReady:
            .trust
        case .reply, .pairingRequest: .reply
        case .notice, .ready, .stillLooking: .info
        default: .guidance
        }
    }

    /// How long after its decision it may still be begun; nil where it holds as long as its state does, or for ever.
    public var lifetime: Duration? {
        switch self {
        case .proximity, .blocked, .dropOff: .seconds(1)
        case .reply, .ready, .stillLooking: .seconds(10)
        case .notice, .floorChanged, .floorReturned, .floorLikely, .placeChanged, .personHere, .personLastSeenHere,
            .personMoved, .personQuiet, .personBack, .personGone:
            .seconds(20)
        default: nil
        }
    }

    /// Whom it is for.
    public var audience: Audience { self == .stillLooking ? .eyesFree : .everyone }

    /// Whether the signal command is run with it: hazards, and the loss and return of depth and tracking.
    public var isSignalled: Bool {
        switch self {
        case .proximity, .blocked, .dropOff, .depthUnavailable, .depthBack, .trackingLost, .trackingFound: true
        default: false
        }
    }

    /// Its rank among hazards, higher first; 0 for anything else.
    public var hazardRank: Int {
        switch self {
        case .dropOff: 3
        case .blocked: 2
        case .proximity: 1
        default: 0
        }
    }
}

/// How urgent an announcement is.
public enum AnnouncementPriority: String, CaseIterable, Comparable, Sendable {
    /// Nice to know.
    case info
    /// The way.
    case guidance
    /// An answer.
    case reply
    /// Whether the robot can be trusted.
    case trust
    /// Something to stop for.
    case hazard

    private var rank: Int {
        switch self {
        case .info: 0
        case .guidance: 1
        case .reply: 2
        case .trust: 3
        case .hazard: 4
        }
    }

    /// Orders priorities by urgency.
    public static func < (left: AnnouncementPriority, right: AnnouncementPriority) -> Bool { left.rank < right.rank }
}

/// Whom an announcement is for.
public enum Audience: String, Sendable {
    /// Everyone.
    case everyone
    /// Only people who cannot see the same on a screen.
    case eyesFree
}

/// Why an announcement was not voiced.
public enum DropReason: String, Sendable {
    /// It was not begun in time.
    case expired
    /// A newer one stands in its place, or what it says no longer holds.
    case superseded
    /// Too much was waiting.
    case overflow
    /// It is for other people.
    case audience
    /// The person asked for silence.
    case silenced
}
