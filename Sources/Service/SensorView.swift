import Console
import Perception
import Readings
import Synchronization

/// What the sensors showed last, for those who look on: `status`, the live view.
///
/// The sensors' threads write into it, without allocation and without waiting for a reader longer than a copy takes.
package final class SensorView: Sendable {
    /// The last depth frame, read.
    package struct Depth: Equatable, Sendable {
        /// What the rule found.
        package var reading: DepthReading
        /// Samples of the region that were usable.
        package var usable: Int
        /// Samples of the region.
        package var considered: Int
        /// Columns of the frame.
        package var width: Int
        /// Rows of the frame.
        package var height: Int
        /// The camera's number of the frame.
        package var sequence: UInt64
        /// When it arrived.
        package var arrival: Instant
        /// How many frames came so far, this one included.
        package var frames: UInt64

        /// The share of the region's samples that were usable, 0 to 1.
        package var usableShare: Double { considered == 0 ? 0 : Double(usable) / Double(considered) }
    }

    /// The last pressure sample.
    package struct Pressure: Equatable, Sendable {
        /// In hectopascals.
        package var hectopascals: Double
        /// When it was taken.
        package var time: Instant
        /// How many came so far, this one included.
        package var samples: UInt64
    }

    private struct State {
        var depth: Depth?
        var pressure: Pressure?
        var ground: GroundState?
        var lens: LensState?
    }

    private let state = Mutex(State())

    /// Where the page gets its frames from.
    package let tap = DepthTap()

    /// A view in which nothing was seen yet.
    package init() {}

    /// The last frame; nil before the first.
    package var depth: Depth? { state.withLock { $0.depth } }
    /// The last sample; nil before the first.
    package var pressure: Pressure? { state.withLock { $0.pressure } }

    /// How the floor is known, after the last frame; nil before the first.
    package var ground: GroundState? { state.withLock { $0.ground } }
    /// What the camera's glass is like, after the last frame; nil before the first.
    package var lens: LensState? { state.withLock { $0.lens } }

    func show(_ ground: GroundState, _ lens: LensState) {
        state.withLock { ($0.ground, $0.lens) = (ground, lens) }
    }

    func show(_ frame: borrowing DepthFrame, _ observation: DepthObservation, _ reading: NearestReading?) {
        state.withLock { state in
            state.depth = Depth(
                reading: observation.reading, usable: reading?.usable ?? 0, considered: reading?.considered ?? 0,
                width: frame.width, height: frame.height, sequence: frame.sequence, arrival: frame.arrival,
                frames: (state.depth?.frames ?? 0) + 1)
        }
    }

    func show(_ sample: PressureSample) {
        state.withLock { state in
            state.pressure = Pressure(
                hectopascals: sample.hectopascals, time: sample.time, samples: (state.pressure?.samples ?? 0) + 1)
        }
    }
}
