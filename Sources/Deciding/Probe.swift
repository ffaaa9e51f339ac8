import Readings

/// A question to the localiser or the person: in which of some places the robot is.
struct Probe: Equatable {
    /// Its number, from 1.
    var id: Int
    /// The places to try, in order.
    var places: [String]
    /// Why it is asked.
    var why: Why

    /// Why a probe is asked; the raw values are those of the event log.
    enum Why: String {
        /// The floor has changed.
        case floorChange
        /// The robot has walked out of its place.
        case edge
        /// No place is known yet.
        case start
    }
}
