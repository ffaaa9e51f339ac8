import Readings

/// Notices that a chip gives the same raw values for too long, which real air and a real chip do not.
///
/// It remembers across a reset: a chip that still gives the value that froze is still frozen.
package struct FreezeWatch: Equatable, Sendable {
    private var last: ChipSample.Raw?
    private var since = Instant.start

    /// Makes a watch that has seen nothing.
    package init() {}

    /// Takes the raw values of a sample; true where they have been the same for `limit` by now.
    package mutating func isFrozen(_ raw: ChipSample.Raw, at time: Instant, limit: Duration) -> Bool {
        guard raw == last else {
            last = raw
            since = time
            return false
        }
        return time - since >= limit
    }
}
