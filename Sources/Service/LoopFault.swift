import Glibc
import Platform
import Readings

/// A fault that a trial asks for: the decision loop stands still for good, so that the watchdog can be seen to work.
///
/// Only the variable `COMPANION_FAULT` of the environment brings it about, as `stuck-loop:SECONDS`; the shipped unit does
/// not set it, and no configuration can.
package struct LoopFault: Sendable {
    /// How long the loop stands still, which no watchdog outlasts.
    static let span = Duration.seconds(3600)

    /// When it happens.
    package let due: Instant

    /// The fault that the environment asks for; nil where it asks for none.
    package static func named(
        by variable: (String) -> String? = ServiceNotification.variable
    ) -> LoopFault? {
        let parts = variable("COMPANION_FAULT")?.split(separator: ":") ?? []
        guard parts.count == 2, parts[0] == "stuck-loop", let seconds = Int(parts[1]), (0...86_400).contains(seconds)
        else { return nil }
        return LoopFault(due: .start + .seconds(seconds))
    }

    /// Stands still, if it is time.
    func strike(at now: Instant, _ log: ServiceLog) {
        guard now >= due else { return }
        log.say(.warning, "The decision loop stands still, as COMPANION_FAULT asks.")
        let clock = MonotonicClock()
        let end = clock.now() + Self.span
        while clock.now() < end { usleep(500_000) }
    }
}
