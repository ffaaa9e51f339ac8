import Readings

/// Keeps out single values that air cannot have come to: bit errors, and what a chip gives after a bad awakening.
///
/// A value may differ from the last good one by 1.5 hPa, and by 2 hPa more for each second that has passed (the
/// fastest elevators change 1.2 hPa a second). Beyond that it is thrown away, unless three in a row agree with each
/// other: then the air has moved. A difference of 50 hPa (400 m) is a fault of the chip. What was good is forgotten
/// after five seconds.
package struct SampleGate: Sendable {
    /// What is to be done with a value.
    package enum Verdict: Equatable, Sendable {
        /// It may pass.
        case good
        /// It is thrown away.
        case outlier
        /// It is thrown away, and the chip is to be reset.
        case step
    }

    /// By how much a value may always differ, in pascals.
    package static let allowance = 150.0
    /// By how much more for each second, in pascals.
    package static let allowanceEachSecond = 200.0
    /// From which difference on the chip is at fault, in pascals.
    package static let stepPascals = 5000.0
    /// How many values that agree are believed.
    package static let agreeing = 3
    /// How long a good value counts.
    package static let memory = Duration.seconds(5)

    private var last: (pascals: Double, time: Instant)?
    private var outlier: (pascals: Double, count: Int)?

    /// Makes a gate that has seen nothing.
    package init() {}

    /// Judges a value.
    package mutating func judge(_ pascals: Double, at time: Instant) -> Verdict {
        guard let last, time - last.time < Self.memory else { return pass(pascals, time) }
        let difference = (pascals - last.pascals).magnitude
        if difference >= Self.stepPascals { return .step }
        let allowed = Self.allowance + Self.allowanceEachSecond * (time - last.time).inSeconds
        if difference <= allowed { return pass(pascals, time) }
        let agrees = outlier.map { (pascals - $0.pascals).magnitude <= Self.allowance } ?? false
        let count = agrees ? (outlier?.count ?? 0) + 1 : 1
        if count >= Self.agreeing { return pass(pascals, time) }
        outlier = (pascals, count)
        return .outlier
    }

    private mutating func pass(_ pascals: Double, _ time: Instant) -> Verdict {
        last = (pascals, time)
        outlier = nil
        return .good
    }
}
