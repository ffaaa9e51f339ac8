import CProcess
import Glibc

/// The clock of the wall, for dates only: no decision depends on it.
package enum WallClock {
    /// Seconds since 1970 UTC.
    package static var seconds: Int64 { Int64(time(nil)) }

    /// Nanoseconds since 1970 UTC.
    package static var nanoseconds: Int64 {
        var time = timespec()
        clock_gettime(CLOCK_REALTIME, &time)
        return Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
    }

    /// Whether a time service keeps it; nil where the kernel does not tell.
    package static var isKept: Bool? {
        let answer = kernel_clock_is_kept()
        return answer < 0 ? nil : answer == 1
    }
}
