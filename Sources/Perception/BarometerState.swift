/// Whether there is a barometer to rely on.
public enum BarometerState: String, CaseIterable, Sendable {
    /// None is configured, or none is of use here.
    case off
    /// Switched on, and not yet read.
    case starting
    /// It reads.
    case ok
    /// It does not read, or what it reads cannot be relied on.
    case unavailable
}

/// Why a barometer became unavailable.
public enum BarometerFault: String, CaseIterable, Sendable {
    /// No sample came at all.
    case silent
    /// Samples came, and none of them was good: implausible, or a fault of the bus.
    case implausible
    /// The same raw value came for five seconds.
    case frozen
}
