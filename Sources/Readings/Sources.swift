/// What a source hands over when asked for its next reading.
public enum Delivery<Reading> {
    /// A reading.
    case reading(Reading)
    /// Nothing came within the limit; ask again.
    case nothing
    /// The device is gone; asking again is how its return is noticed.
    case disconnected
    /// A recording or scenario is over; nothing will come again.
    case ended
}

extension Delivery: Sendable where Reading: Sendable {}

/// The seam behind which a depth camera stands: a real one, a recording, or the simulation.
///
/// A source is used by one thread, which makes it, asks it, and lets it go.
public protocol DepthSource {
    /// Waits up to `limit` for the next frame and refills `frame` with it, stamped on arrival.
    ///
    /// On anything but `.reading` the frame is left as it was.
    mutating func next(into frame: inout DepthFrame, limit: Duration) -> Delivery<Void>
}

/// The seam behind which a barometer stands.
///
/// A source is used by one thread.
public protocol PressureSource {
    /// Waits up to `limit` for the next sample, stamped on arrival.
    mutating func next(limit: Duration) -> Delivery<PressureSample>
}
