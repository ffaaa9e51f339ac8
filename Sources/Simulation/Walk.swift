/// Where the walker is and which way it looks.
package struct WalkerPose: Equatable, Sendable {
    /// The point on the floor, metres, in the world.
    package var position: SIMD3<Double>
    /// Radians from +x, counter-clockwise.
    package var yaw: Double
    /// Radians that the floor under it rises ahead, where the walker leans with it.
    package var slope = 0.0
}

/// The way of the walker through a scenario: legs one after the other.
package struct Walk: Equatable, Sendable {
    /// One movement or pause.
    package struct Leg: Equatable, Sendable {
        /// When it begins and ends, seconds; the end is not before the beginning.
        package var start: Double
        /// When it ends.
        package var end: Double
        /// Where it begins.
        package var from: SIMD3<Double>
        /// Where it ends.
        package var to: SIMD3<Double>
        /// The heading before it, radians.
        package var yawBefore: Double
        /// The heading that is turned to in its first second, radians, the shorter way round.
        package var yaw: Double
        /// Whether it starts and ends gently, as an elevator does.
        package var isEased: Bool
        /// Radians that the floor rises, where the walker leans with it as a robot on a ramp does.
        package var slope = 0.0
    }

    /// The legs in the order of time; at least one.
    package var legs: [Leg]

    /// When the last leg ends, seconds.
    package var end: Double { legs.last?.end ?? 0 }

    /// A walker who stands at a point for the whole scenario.
    package init(standingAt point: SIMD3<Double>, yaw: Double = 0) {
        legs = [Leg(start: 0, end: 0, from: point, to: point, yawBefore: yaw, yaw: yaw, isEased: false)]
    }

    /// Where the walker is at a time in seconds; it stands still before the first leg and after the last.
    package func pose(at seconds: Double) -> WalkerPose {
        var index = legs.count - 1
        while index > 0, legs[index].start > seconds { index -= 1 }
        let leg = legs[index]
        let position = Motion.between(
            leg.from, leg.to, from: leg.start, to: leg.end, at: seconds, eased: leg.isEased)
        return WalkerPose(position: position, yaw: Self.yaw(of: leg, at: seconds), slope: leg.slope)
    }

    /// The longest time that a turn takes, seconds; a shorter leg turns in its own time.
    private static let turnSeconds = 1.0

    private static func yaw(of leg: Leg, at seconds: Double) -> Double {
        let span = min(turnSeconds, leg.end - leg.start)
        guard span > 0, seconds < leg.start + span else { return leg.yaw }
        var turn = leg.yaw - leg.yawBefore
        turn -= (turn / (2 * Double.pi)).rounded() * 2 * Double.pi
        return leg.yawBefore + turn * max(0, (seconds - leg.start) / span)
    }
}
