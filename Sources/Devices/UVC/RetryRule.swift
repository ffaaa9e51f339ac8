import Readings

/// How often, how far apart and until when something is tried again.
package struct RetryRule: Equatable, Sendable {
    /// The most tries, the first included.
    package var tries: Int
    /// The wait before each further try.
    package var pause: Duration
    /// The longest that all tries together may take; nothing is begun after it.
    package var total: Duration

    /// Transfers of a negotiation: five tries, 20 ms apart.
    package static let transfer = RetryRule(tries: 5, pause: .milliseconds(20), total: .seconds(10))
    /// Vendor commands after a start: the firmware says for up to 5 s that it is not ready.
    package static let vendorCommand = RetryRule(tries: 50, pause: .milliseconds(100), total: .seconds(8))

    /// Whether there is another try after `done` tries, of which the first began at `began`.
    package func allows(after done: Int, began: Instant, now: Instant) -> Bool {
        done < tries && now + pause - began <= total
    }

    /// Tries `body` until it succeeds, fails for good, the rule ends, or the service stops; throws the last failure.
    package func run<Value>(
        over controls: some CameraControls, _ body: () throws(CameraControlError) -> Value
    ) throws(CameraControlError) -> Value {
        let began = controls.now
        var done = 0
        while true {
            do throws(CameraControlError) {
                return try body()
            } catch {
                done += 1
                guard error.isPassing, allows(after: done, began: began, now: controls.now), controls.pause(pause)
                else {
                    throw error
                }
            }
        }
    }
}
