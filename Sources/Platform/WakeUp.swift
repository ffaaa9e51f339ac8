import CProcess
import Glibc

/// A flag that one thread raises and another waits for, with a limit; it can be polled beside other descriptors.
package final class WakeUp: Sendable {
    private let event: Descriptor

    /// A lowered flag; throws where the process has no descriptor left.
    package init() throws(SystemError) {
        var number: Int32 = -1
        let result = kernel_event(&number)
        guard result == 0 else { throw SystemError(result, "open an event counter") }
        event = Descriptor(owning: number)
    }

    /// The descriptor that reads as ready while the flag is up.
    package var number: Int32 { event.number }

    /// Raises the flag; never waits.
    package func raise() {
        var one: UInt64 = 1
        _ = Glibc.write(event.number, &one, 8)  // fails only when the flag is up 2⁶⁴ − 2 times over: it is up
    }

    /// Lowers the flag; never waits.
    package func lower() {
        var count: UInt64 = 0
        _ = Glibc.read(event.number, &count, 8)  // fails only when the flag is down already
    }

    /// Waits until the flag is up, `limit` at most, and tells whether it is; it stays up.
    package func wait(limit: Duration) -> Bool {
        var set = PollSet()
        set.watch(number, for: .reading)
        return set.wait(limit: limit)
    }
}
