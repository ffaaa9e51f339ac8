/// A connection that stands in the way, and every reason why.
public struct BlockedConnection: Equatable, Sendable {
    /// The connection or portal.
    public var connection: ConnectionReference
    /// The reasons that hold, in the order of `Reason.allCases`.
    public var reasons: [Reason]

    /// Why a connection cannot be used; the raw values are those of the event log.
    public enum Reason: String, CaseIterable, Sendable {
        /// It cannot be used right now.
        case unavailable
        /// It has steps, and the way has to be step-free.
        case stairs
        /// It is known not to be step-free, and the way has to be.
        case notStepFree
        /// Nobody knows whether it is step-free, and the way has to be.
        case stepFreeUnknown

        var flag: RouteFlags {
            switch self {
            case .unavailable: .unavailable
            case .stairs: .stairs
            case .notStepFree: .notStepFree
            case .stepFreeUnknown: .stepFreeUnknown
            }
        }
    }

    /// Names a connection and its reasons.
    public init(connection: ConnectionReference, reasons: [Reason]) {
        self.connection = connection
        self.reasons = reasons
    }

    init?(_ connection: ConnectionReference, flags: RouteFlags) {
        let reasons = Reason.allCases.filter { flags.contains($0.flag) }
        if reasons.isEmpty { return nil }
        self.init(connection: connection, reasons: reasons)
    }
}
