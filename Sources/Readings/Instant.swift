/// A moment on the robot's monotonic clock, in whole nanoseconds since the service (or a recording) began.
///
/// It is never a wall-clock time: it does not jump, and two of them differ by a real span.
public struct Instant: Comparable, Hashable, Sendable {
    /// Nanoseconds since the start; negative only for stamps that precede it.
    public var nanoseconds: Int64

    /// The start itself, 0 s.
    public static let start = Instant(nanoseconds: 0)

    /// Makes a moment from whole nanoseconds since the start.
    public init(nanoseconds: Int64) {
        self.nanoseconds = nanoseconds
    }

    /// Makes a moment from seconds since the start, rounded to the nearest nanosecond; `seconds` must be finite and
    /// within ±9.2 × 10⁹.
    public init(seconds: Double) {
        nanoseconds = Int64((seconds * 1_000_000_000).rounded())
    }

    /// Seconds since the start, for arithmetic that does not decide anything by equality.
    public var seconds: Double { Double(nanoseconds) / 1_000_000_000 }

    /// Orders moments by time.
    public static func < (left: Instant, right: Instant) -> Bool { left.nanoseconds < right.nanoseconds }

    /// The moment `span` after `moment`, in whole nanoseconds.
    public static func + (moment: Instant, span: Duration) -> Instant {
        Instant(nanoseconds: moment.nanoseconds + span.wholeNanoseconds)
    }

    /// The moment `span` before `moment`, in whole nanoseconds.
    public static func - (moment: Instant, span: Duration) -> Instant {
        Instant(nanoseconds: moment.nanoseconds - span.wholeNanoseconds)
    }

    /// The span from `earlier` to `later`; negative where they are the other way round.
    public static func - (later: Instant, earlier: Instant) -> Duration {
        .nanoseconds(later.nanoseconds - earlier.nanoseconds)
    }

    /// The sooner of two moments, either of which may be missing.
    public static func sooner(_ left: Instant?, _ right: Instant?) -> Instant? {
        guard let left, let right else { return left ?? right }
        return min(left, right)
    }
}

extension Duration {
    /// The span in whole nanoseconds, rounded towards zero; the span must be within ±292 years.
    public var wholeNanoseconds: Int64 {
        let (seconds, attoseconds) = components
        return seconds * 1_000_000_000 + attoseconds / 1_000_000_000
    }

    /// The span in seconds, for arithmetic that does not decide anything by equality.
    public var inSeconds: Double { Double(wholeNanoseconds) / 1_000_000_000 }
}
