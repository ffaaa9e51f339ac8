import Glibc
import Readings

/// The clock that stamps everything: time since the service began, never moved by a wall-clock change.
///
/// It is `CLOCK_BOOTTIME`, which also counts the time a robot sleeps with its lid closed: what was read before a
/// suspension is stale after it, and an alert that waited through one has expired. `CLOCK_MONOTONIC` would call both
/// fresh. (Waits in the kernel do not count a suspension; their loops look at this clock again when they return.)
package struct MonotonicClock: Sendable {
    private let origin: Int64

    /// A clock that begins now.
    package init() { origin = Self.nanosecondsSinceBoot() }

    /// Time since the clock began.
    package func now() -> Instant { Instant(nanoseconds: Self.nanosecondsSinceBoot() - origin) }

    /// The moment at which a stamp of `CLOCK_BOOTTIME`, in nanoseconds, was taken.
    package func instant(boottimeNanoseconds: Int64) -> Instant {
        Instant(nanoseconds: boottimeNanoseconds - origin)
    }

    /// `CLOCK_MONOTONIC` in microseconds, which is what systemd compares a reload with; nothing is decided by it.
    package static func systemMicroseconds() -> Int64 {
        var time = timespec()
        clock_gettime(CLOCK_MONOTONIC, &time)
        return Int64(time.tv_sec) * 1_000_000 + Int64(time.tv_nsec) / 1000
    }

    private static func nanosecondsSinceBoot() -> Int64 {
        var time = timespec()
        clock_gettime(CLOCK_BOOTTIME, &time)
        return Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
    }
}
