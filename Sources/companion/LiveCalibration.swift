import Devices
import Documents
import Glibc
import Perception
import Platform
import Readings
import Service

/// What `calibrate` reads from the sensors of this machine.
enum LiveCalibration {
    /// What five seconds of the camera showed.
    struct Camera {
        var estimator: MountingEstimator
        var intrinsics: PinholeIntrinsics
        var last: DepthFrame
        /// The camera in words, for the file's comment.
        var title: String
    }

    /// Looks at the camera for five seconds; where there is none, or it gives nothing, that is the failure.
    static func camera(_ invocation: Invocation) throws(CommandFailure) -> Camera {
        try refuseWhileHeld("camera", "the camera")
        let sensors = LiveSensors(profiles: LiveDevices.profiles(invocation))
        let settings = try FileReading.settings(invocation, orOf: ConfigurationPaths.configuration)
        let clock = MonotonicClock()
        let progress = ShareProgress("looking at the floor", isShown: !invocation.isJSON)
        var source = sensors.depthSource(settings, clock: clock, log: silent, isStopped: { false })
        let outcome = CalibrationFrames.take(from: &source, clock: clock, progress: progress.show)
        progress.clear()
        switch outcome {
        case .none: throw LiveDevices.missing(sensors.camera.status)
        case .lost:
            throw CommandFailure(
                code: "cameraLost", message: "the camera stopped while it was looked at",
                remedy: "look at its cable and port, then try again", exit: 1)
        case .frames(let frames): return try measure(frames, sensors)
        }
    }

    private static func measure(_ frames: [DepthFrame], _ sensors: LiveSensors) throws(CommandFailure) -> Camera {
        guard let intrinsics = sensors.cameraIntrinsics, let last = frames.last else {
            throw CommandFailure(
                code: "noIntrinsics", message: "neither the camera nor its profile tells its optics",
                remedy: "add intrinsics to its profile in /etc/companion/calibration, or calibrate from recorded "
                    + "frames with --from and --intrinsics", exit: 1)
        }
        var estimator = MountingEstimator(intrinsics: intrinsics)
        for frame in frames { estimator.take(frame) }
        let title = sensors.camera.status.description?.title ?? "the camera"
        return Camera(estimator: estimator, intrinsics: intrinsics, last: last, title: title)
    }

    /// What a minute of the barometer showed, and what its profile expects.
    static func pressure(
        _ invocation: Invocation
    ) throws(CommandFailure) -> (samples: [PressureSample], profile: BarometerProfile?) {
        try refuseWhileHeld("barometerDevice", "the barometer")
        let sensors = LiveSensors(profiles: LiveDevices.profiles(invocation))
        let settings = try FileReading.settings(invocation, orOf: ConfigurationPaths.configuration)
        let clock = MonotonicClock()
        let progress = ShareProgress("a minute at rest", isShown: !invocation.isJSON)
        var source = sensors.pressureSource(settings, clock: clock, log: silent, isStopped: { false })
        let samples = CalibrationPressure.samples(from: &source, clock: clock, progress: progress.show)
        progress.clear()
        let status = sensors.barometer.status
        guard !samples.isEmpty else { throw LiveDevices.missing(status) }
        let chip = status.description?.split(separator: " ").first.map { $0.lowercased() }
        return (samples, chip.flatMap { sensors.profiles.barometer(chip: $0) })
    }

    /// What stands in the way is said once, at the end.
    private static var silent: ServiceLog { ServiceLog(hasPriorities: false) { _ in true } }

    /// Two programs cannot use one sensor: while the service runs and has it, it is left alone.
    private static func refuseWhileHeld(_ part: String, _ sensor: String) throws(CommandFailure) {
        do throws(CommandFailure) {
            let status = try ControlCommand.call("status")
            guard status[part] != nil else { return }
        } catch {
            guard error.code != "notRunning" else { return }
        }
        throw CommandFailure(
            code: "sensorInUse", message: "the service runs and uses \(sensor)",
            remedy: "sudo systemctl stop companion, calibrate, then sudo systemctl start companion", exit: 1)
    }
}

/// How far a measurement has come, on a terminal; nothing anywhere else.
struct ShareProgress {
    private let title: String
    private let isShown: Bool

    init(_ title: String, isShown: Bool) {
        self.title = title
        self.isShown = isShown && isatty(STDERR_FILENO) == 1
    }

    /// Shows a share from 0 to 1.
    func show(_ share: Double) {
        guard isShown else { return }
        let done = Int((share * 20).rounded(.down))
        let bar = String(repeating: "█", count: done) + String(repeating: "░", count: 20 - done)
        put("\r\(title) \(bar) \(Int((share * 100).rounded(.down))) %")
    }

    /// Takes the line away.
    func clear() { if isShown { put("\r\u{1B}[K") } }

    private func put(_ text: String) {
        let bytes = Array(text.utf8)
        _ = write(STDERR_FILENO, bytes, bytes.count)  // a line that is lost is drawn again
    }
}
