import Readings

/// Tells whether frames of two streams of a camera were taken at the same time.
package struct FramePairing: Equatable, Sendable {
    /// What is known of when a frame was taken.
    package struct Mark: Equatable, Sendable {
        /// The camera's number of it; nil where it tells none.
        package var counter: UInt32?
        /// The camera's time, in its ticks; nil where it tells none.
        package var ticks: UInt32?
        /// When its last payload came.
        package var arrival: Instant

        /// Makes a mark.
        package init(counter: UInt32? = nil, ticks: UInt32? = nil, arrival: Instant) {
            self.counter = counter
            self.ticks = ticks
            self.arrival = arrival
        }
    }

    /// How one frame stands to another.
    package enum Relation: Equatable, Sendable {
        /// It was taken earlier.
        case earlier
        /// Both are of one time.
        case same
        /// It was taken later.
        case later
    }

    /// A frame waits for its partner no longer, however slow the camera: the reading would be late.
    package static let longestWait = Duration.milliseconds(20)

    private let ticksPerSecond: UInt64
    private let halfFrame: Duration

    /// Pairs the frames of a camera that counts so many ticks a second and sends a frame each `frameTime`.
    package init(ticksPerSecond: UInt64, frameTime: Duration) {
        self.ticksPerSecond = max(ticksPerSecond, 1)
        halfFrame = max(frameTime / 2, .milliseconds(1))
    }

    /// How long a frame waits for its partner: half the time between two frames, 16.7 ms at 30 Hz.
    package var wait: Duration { min(halfFrame, Self.longestWait) }

    /// How `one` stands to `other`: by the camera's numbers where both have one, else by its time, else by arrival.
    ///
    /// Numbers and ticks run over; half their range decides what is earlier. Times are the same where they differ by no
    /// more than half a frame.
    package func relation(_ one: Mark, to other: Mark) -> Relation {
        if let number = one.counter, let otherNumber = other.counter {
            let steps = Int32(bitPattern: number &- otherNumber)
            return steps == 0 ? .same : steps < 0 ? .earlier : .later
        }
        if let ticks = one.ticks, let otherTicks = other.ticks {
            let difference = Int64(Int32(bitPattern: ticks &- otherTicks))
            // 2³¹ ticks and 10⁹ nanoseconds: their product is below 2⁶².
            return relation(by: .nanoseconds(difference * 1_000_000_000 / Int64(clamping: ticksPerSecond)))
        }
        return relation(by: one.arrival - other.arrival)
    }

    private func relation(by difference: Duration) -> Relation {
        difference > halfFrame ? .later : difference < .zero - halfFrame ? .earlier : .same
    }
}
