import Foundation

/// How slow the programs under test are by what was built into them.
public enum Slowness {
    /// How many times longer than as released they take: 1, or what `COMPANION_SLOWNESS` in the environment says.
    ///
    /// What looks for errors at every access to memory makes a program several times slower.
    public static let factor: Double = {
        let said = ProcessInfo.processInfo.environment["COMPANION_SLOWNESS"].flatMap { Double($0) }
        return max(1, min(said ?? 1, 20))
    }()
}
