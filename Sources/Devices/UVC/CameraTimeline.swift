import Readings

/// Turns a camera's own counters into a sequence and a time that never go astray.
///
/// Cameras count frames and time in 32 bits that run over, start again after a reset, and sometimes step back or ahead
/// for a second. The sequence and the time that come out never go back; a step that cannot be true is replaced by what
/// the host's clock says has passed, and counted. A frame that repeats the counters of the last one keeps its sequence
/// and its time, so that a camera that hangs is noticed.
package struct CameraTimeline: Sendable {
    /// A frame's place.
    package struct Stamp: Equatable, Sendable {
        /// Rises with each new frame; a gap is a lost frame.
        package var sequence: UInt64
        /// The camera's time since the first frame; nil where it tells none.
        package var cameraTime: Duration?
    }

    /// Steps of the camera's clock or counter that were not believed.
    package private(set) var glitches: UInt64 = 0
    /// Frames that the camera counted and that never came.
    package private(set) var lost: UInt64 = 0

    /// The camera's clock may run ahead of the host's by this much from one frame to the next.
    private static let leeway: Duration = .milliseconds(250)
    /// No camera sends more frames a second.
    private static let fastestRate = 400.0

    private let ticksPerSecond: UInt64
    private var counter: UInt32?
    private var ticks: UInt32?
    private var sequence: UInt64 = 0
    private var time: Duration = .zero
    private var arrival: Instant?

    /// Makes a timeline for a clock of so many ticks a second, at least 1: D400 cameras count microseconds, whatever
    /// their descriptors declare.
    package init(ticksPerSecond: UInt64) {
        self.ticksPerSecond = max(ticksPerSecond, 1)
    }

    /// The stamp of a frame that arrived at `arrival`.
    ///
    /// A counter that goes from 4 294 967 295 to 0 went on by one, and ticks likewise: at 1 MHz every 4294.967 s.
    package mutating func stamp(counter: UInt32?, ticks: UInt32?, arrival: Instant) -> Stamp {
        let passed = self.arrival.map { max(arrival - $0, .zero) } ?? .zero
        let isFirst = self.arrival == nil
        if !isFirst {
            sequence += steps(to: counter, passed: passed)
            time += advance(to: ticks, passed: passed)
        }
        self.counter = counter
        self.ticks = ticks
        self.arrival = max(arrival, self.arrival ?? arrival)
        return Stamp(sequence: sequence, cameraTime: ticks == nil ? nil : time)
    }

    /// By how much the sequence rises.
    private mutating func steps(to new: UInt32?, passed: Duration) -> UInt64 {
        guard let new, let old = counter else { return 1 }
        let difference = UInt64(new &- old)
        let most = 16 + UInt64(min(passed.inSeconds, 1e6) * Self.fastestRate)
        if difference > most {
            glitches += 1
            return 1
        }
        if difference > 1 { lost += difference - 1 }
        return difference
    }

    /// By how much the camera's time rises.
    private mutating func advance(to new: UInt32?, passed: Duration) -> Duration {
        guard let new, let old = ticks else { return passed }
        let difference = UInt64(new &- old)
        let seconds = difference / ticksPerSecond
        let rest = difference % ticksPerSecond * 1_000_000_000 / ticksPerSecond
        let advance = Duration.seconds(Int64(seconds)) + .nanoseconds(Int64(rest))
        if advance <= passed + Self.leeway { return advance }
        glitches += 1
        return passed
    }
}
