import Deciding
import Readings

/// What a source's thread hands to the decision thread.
package enum SourceLetter: Sendable {
    /// Something happened, stamped on arrival.
    case event(Instant, Event)
    /// The source is over; nothing will come again.
    case ended(Sensor)
}
