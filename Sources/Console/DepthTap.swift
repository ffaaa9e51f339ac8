import Perception
import Readings
import Synchronization

/// Where the page gets depth frames from: a copy, a few times a second, and only while a page looks.
///
/// The camera's thread copies into memory that is kept, so that it allocates nothing once warm; where nobody looks it
/// compares two numbers.
package final class DepthTap: Sendable {
    /// Larger frames are not shown.
    private static let mostSamples = 1 << 21

    /// A frame with what was read from it.
    struct Copy: Sendable {
        var frame = DepthFrame(width: 1, height: 1, samples: [0])
        /// Beside the frame, so that it can be written in place.
        var confidence: [UInt8] = []
        var hasConfidence = false
        var rules = DepthRules()
        var reading = DepthReading.clear
        var isFresh = false

        /// The frame with its confidence.
        var whole: DepthFrame {
            var whole = frame
            whole.confidence = hasConfidence ? confidence : nil
            return whole
        }
    }

    private let copy = Mutex(Copy())
    private let watchedUntil = Atomic<Int64>(.min)
    private let nextAt = Atomic<Int64>(.min)

    /// A tap that nobody watches.
    package init() {}

    /// Whether a page looks at a moment.
    package func isWatched(at now: Instant) -> Bool { now.nanoseconds < watchedUntil.load(ordering: .relaxed) }

    /// Somebody looks, and will for a little longer.
    func watch(at now: Instant) { watchedUntil.store((now + ConsoleLimits.watchTime).nanoseconds, ordering: .relaxed) }

    /// Offers a frame that was read; it is copied where somebody looks and the last one is old enough.
    package func offer(_ frame: borrowing DepthFrame, rules: DepthRules, reading: DepthReading) {
        let now = frame.arrival
        guard isWatched(at: now), now.nanoseconds >= nextAt.load(ordering: .relaxed),
            frame.samples.count <= Self.mostSamples
        else { return }
        nextAt.store((now + ConsoleLimits.pictureTime).nanoseconds, ordering: .relaxed)
        copy.withLock { copy in
            copy.frame.width = frame.width
            copy.frame.height = frame.height
            copy.frame.depthUnit = frame.depthUnit
            copy.frame.sequence = frame.sequence
            copy.frame.arrival = now
            Self.fill(&copy.frame.samples, with: frame.samples)
            if let confidence = frame.confidence { Self.fill(&copy.confidence, with: confidence) }
            copy.hasConfidence = frame.confidence != nil
            copy.rules = rules
            copy.reading = reading
            copy.isFresh = true
        }
    }

    /// Copies the elements, and not the array: the camera goes on to write into its own.
    private static func fill<Element>(_ own: inout [Element], with other: [Element]) {
        if own.count == other.count {
            own.withUnsafeMutableBufferPointer { own in
                other.withUnsafeBufferPointer { other in _ = own.update(from: other) }
            }
        } else {
            own = other.map { $0 }
        }
    }

    /// Takes the newest copy out, leaving the spare memory in its place; false where none is fresh.
    func take(into spare: inout Copy) -> Bool {
        copy.withLock { copy in
            guard copy.isFresh else { return false }
            swap(&copy, &spare)
            copy.isFresh = false
            return true
        }
    }
}
