import Platform
import Readings

/// The pause of a command between two questions to a sensor that is not there.
enum SensorPause {
    /// Waits for a span.
    static func rest(_ span: Duration) {
        var nothing = PollSet()
        nothing.wait(limit: span)
    }
}
