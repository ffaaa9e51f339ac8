/// What stands against using a connection, one bit a reason.
struct RouteFlags: OptionSet, Hashable {
    var rawValue: UInt8

    static let unavailable = RouteFlags(rawValue: 0x01)
    static let stairs = RouteFlags(rawValue: 0x02)
    static let notStepFree = RouteFlags(rawValue: 0x04)
    static let stepFreeUnknown = RouteFlags(rawValue: 0x08)
    /// Leaving the node by this edge would pass a one-way connection backwards.
    static let leavingAgainst = RouteFlags(rawValue: 0x10)
    /// Arriving at the node by this edge would pass a one-way connection backwards.
    static let arrivingAgainst = RouteFlags(rawValue: 0x20)
    /// The connection is one-way.
    static let oneWay = RouteFlags(rawValue: 0x40)

    /// The reasons that hold for a connection, whatever is preferred.
    init(_ connection: Connection) {
        self = []
        if connection.availability == .unavailable { insert(.unavailable) }
        if connection.kind.hasSteps { insert(.stairs) }
        if connection.stepFree == .unsuitable { insert(.notStepFree) }
        if connection.stepFree == .unknown { insert(.stepFreeUnknown) }
        if connection.direction == .oneWay { insert(.oneWay) }
    }

    init(rawValue: UInt8) { self.rawValue = rawValue }
}

/// What a route must keep to.
public struct RoutePreferences: Equatable, Sendable {
    /// Whether only connections that are confirmed to be step-free may be used.
    public var stepFree: Bool

    /// Makes preferences.
    public init(stepFree: Bool = false) { self.stepFree = stepFree }

    /// The reasons that block under these preferences.
    var blocking: RouteFlags {
        stepFree ? [.unavailable, .stairs, .notStepFree, .stepFreeUnknown] : .unavailable
    }
}

/// Which edges a search may use, and which of them it counts.
struct RouteRules: Equatable {
    /// Edges with any of these are not used.
    var forbidden: RouteFlags
    /// Edges with any of these are counted, and the fewest are wanted.
    var counted: RouteFlags

    /// Only what the preferences allow.
    static func strict(_ preferences: RoutePreferences) -> RouteRules {
        RouteRules(forbidden: preferences.blocking.union(.leavingAgainst), counted: [])
    }

    /// Blocked connections may be used, the fewest of them.
    static func relaxed(_ preferences: RoutePreferences) -> RouteRules {
        RouteRules(forbidden: .leavingAgainst, counted: preferences.blocking)
    }

    /// One-way connections may be passed backwards, the fewest of them; nothing else matters.
    static let undirected = RouteRules(forbidden: [], counted: .leavingAgainst)

    /// The same rules for edges looked at from where they arrive.
    var arriving: RouteRules { RouteRules(forbidden: Self.turned(forbidden), counted: Self.turned(counted)) }

    private static func turned(_ flags: RouteFlags) -> RouteFlags {
        flags.contains(.leavingAgainst) ? flags.subtracting(.leavingAgainst).union(.arrivingAgainst) : flags
    }
}
