/// An axis-parallel box in the world: x forward, y left, z up, metres.
package struct Box: Equatable, Sendable {
    /// The corner with the smaller coordinates.
    package var low: SIMD3<Double>
    /// The corner with the larger coordinates.
    package var high: SIMD3<Double>

    /// Makes a box from any two opposite corners.
    package init(_ first: SIMD3<Double>, _ second: SIMD3<Double>) {
        low = pointwiseMin(first, second)
        high = pointwiseMax(first, second)
    }

    /// The box moved by an offset.
    package func moved(by offset: SIMD3<Double>) -> Box { Box(low + offset, high + offset) }
}

/// Something solid in a scenario: a box that is there for a time, and may move.
package struct Solid: Equatable, Sendable {
    /// The box where it stands while its track is at zero.
    package var box: Box
    /// When it is there, in seconds of the scenario.
    package var presence: Range<Double>
    /// How it moves; nil for what stands still.
    package var track: Track?

    /// Makes a solid, present for ever and at rest unless said otherwise.
    package init(_ box: Box, presence: Range<Double> = 0..<Double.infinity, track: Track? = nil) {
        self.box = box
        self.presence = presence
        self.track = track
    }

    /// The box at a time in seconds; nil while it is not there.
    package func box(at seconds: Double) -> Box? {
        guard presence.contains(seconds) else { return nil }
        return track.map { box.moved(by: $0.offset(at: seconds)) } ?? box
    }
}

/// Movement as offsets at given times, straight in between, at rest before the first and after the last.
package struct Track: Equatable, Sendable {
    /// One offset and its time.
    package struct Key: Equatable, Sendable {
        /// Seconds of the scenario.
        package var seconds: Double
        /// Metres from where the thing stands at zero.
        package var offset: SIMD3<Double>
    }

    /// The keys in the order of time; at least one.
    package var keys: [Key]
    /// Whether each movement starts and ends gently, as an elevator does.
    package var isEased: Bool

    /// The offset at a time in seconds.
    package func offset(at seconds: Double) -> SIMD3<Double> {
        var before = keys[0]
        for key in keys {
            if seconds < key.seconds {
                return Motion.between(
                    before.offset, key.offset, from: before.seconds, to: key.seconds, at: seconds, eased: isEased)
            }
            before = key
        }
        return before.offset
    }
}

/// Positions between two points in time.
enum Motion {
    /// The point reached at `seconds`, held to the ends.
    ///
    /// Eased, the share s of the time makes 3s² − 2s³ of the way: a quarter of the time makes 0.15625 of it.
    static func between(
        _ start: SIMD3<Double>, _ end: SIMD3<Double>, from: Double, to: Double, at seconds: Double, eased: Bool
    ) -> SIMD3<Double> {
        guard to > from else { return seconds < to ? start : end }
        let share = min(max((seconds - from) / (to - from), 0), 1)
        let way = eased ? share * share * (3 - 2 * share) : share
        return start + (end - start) * way
    }
}
