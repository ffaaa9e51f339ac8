import CProcess
import Glibc

/// The clock of the wall, for dates only: no decision depends on it.
package enum WallClock {
    /// Seconds since 1970 UTC.
    package static var seconds: Int64 { Int64(time(nil)) }

    /// Whether a time service keeps it; nil where the kernel does not tell.
    package static var isKept: Bool? {
        let answer = kernel_clock_is_kept()
        return answer < 0 ? nil : answer == 1
    }
}
