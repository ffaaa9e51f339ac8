import Evidence
import Foundation

/// How long the tests wait for programs that they started.
enum Patience {
    /// The most seconds of a quiet machine that anything is waited for: a wait ends as soon as what it waits for is
    /// there, and a machine may have much else to do.
    static let wait = 20.0

    /// Whether the machine has nothing else to do, so that times can be held to what a person would be told.
    ///
    /// With `COMPANION_PUNCTUAL=1` in the environment they are.
    static let isPunctual = ProcessInfo.processInfo.environment["COMPANION_PUNCTUAL"] != nil

    /// The most seconds that a reaction may take, on a machine that has nothing else to do; on others what tells a
    /// reaction from none.
    static func most(_ seconds: Double) -> Double { (isPunctual ? seconds : max(seconds, 20)) * Slowness.factor }
}
