import Deciding
import Perception
import Platform
import Readings

/// What the service listens to: sources behind the seams, and a script of events for those that stand in for them.
package struct ServiceInput: Sendable {
    /// Makes the depth source, on its own thread; nil where there is none.
    package var depth: (@Sendable (SensorThread.Stop) -> any DepthSource)?
    /// Makes the pressure source, on its own thread; nil where there is none.
    package var pressure: (@Sendable (SensorThread.Stop) -> any PressureSource)?
    /// Events at their times, in order; what the voice reports is left out of it.
    package var script: [(time: Instant, event: Event)] = []
    /// Whether the service ends when everything has.
    package var ends = true
    /// How many cameras had to be abandoned so far, with transfers that never came back.
    package var abandonedCameras: @Sendable () -> Int = { 0 }
    /// What the camera tells of itself once it is open.
    package var ownCamera = OwnCamera()
    /// How the depth source's camera is mounted; nil for reading without ground awareness.
    package var calibration: GroundCalibration?
    /// Where the last readings are shown.
    package let view = SensorView()
    /// Whether there is a barometer to expect.
    package var hasBarometer = false
    /// The sensors' threads and whatever else has a condition of its own to show in the status.
    package var statusParts: [StatusPart] = []

    /// Makes an input without sources.
    package init() {}
}
