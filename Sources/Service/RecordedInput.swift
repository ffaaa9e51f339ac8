import Deciding
import Platform
import Readings
import Recordings

/// A recorded folder as the input of the service, in real time.
package enum RecordedInput {
    /// The sources of a folder, and the place that the robot starts in where one is given.
    package static func input(_ folder: RecordedFolder, clock: MonotonicClock, place: String?) -> ServiceInput {
        var input = ServiceInput()
        let beginning = clock.now()
        @Sendable func recordingClock(_ stop: SensorThread.Stop) -> RecordingClock {
            RecordingClock(beginning: beginning, now: { clock.now() }, wait: { stop.pause($0) })
        }
        if !folder.frames.isEmpty {
            input.depth = { RecordedDepthSource(folder, clock: recordingClock($0)) }
        }
        if folder.pressure != nil {
            input.hasBarometer = true
            input.pressure = { RecordedPressureSource(folder, clock: recordingClock($0)) }
        }
        if let place { input.script = [(.start, .place(place))] }
        input.script.append((folder.end, .end))
        return input
    }
}
