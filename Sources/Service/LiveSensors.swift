import Deciding
import Devices
import Platform
import Readings

/// The real sensors as the input of the service, and the boards on which they say what they are doing.
package struct LiveSensors: Sendable {
    /// What the camera is doing.
    package let camera = CameraBoard()
    /// What the barometer is doing.
    package let barometer = BarometerBoard()
    /// What is known of camera families and chips.
    package let profiles: CalibrationProfiles

    /// Sensors with these profiles; nothing is opened yet.
    package init(profiles: CalibrationProfiles) { self.profiles = profiles }

    /// The camera, and the barometer where it is wanted and the settings allow it; they never end by themselves.
    package func input(
        _ settings: Settings, wantsBarometer: Bool, clock: MonotonicClock, log: ServiceLog
    ) -> ServiceInput {
        var input = ServiceInput()
        input.ends = false
        input.depth = { stop in depthSource(settings, clock: clock, log: log, isStopped: { stop.isSet }) }
        input.abandonedCameras = { Int(clamping: camera.status.counters.abandoned) }
        input.ownCamera = ownCamera
        let hasBarometer = wantsBarometer && settings.isOn("barometer.enabled")
        input.statusParts = statusParts(hasBarometer: hasBarometer)
        guard hasBarometer else { return input }
        input.hasBarometer = true
        input.pressure = { stop in pressureSource(settings, clock: clock, log: log, isStopped: { stop.isSet }) }
        return input
    }

    /// The camera that the settings name, or the first one.
    package func depthSource(
        _ settings: Settings, clock: MonotonicClock, log: ServiceLog, isStopped: @escaping @Sendable () -> Bool
    ) -> CameraSource {
        CameraSource(
            serial: settings.text("depth.camera"), usesDerivedConfidence: settings.isOn("depth.derivedConfidence"),
            profiles: profiles, clock: clock, board: camera, log: log, isStopped: isStopped)
    }

    /// The barometer on the bus that the settings name, or the first one.
    package func pressureSource(
        _ settings: Settings, clock: MonotonicClock, log: ServiceLog, isStopped: @escaping @Sendable () -> Bool
    ) -> BarometerSource {
        let profiles = profiles
        return BarometerSource(
            bus: settings.text("barometer.bus"), rate: settings.number("barometer.rate"),
            tuning: { profiles.barometer(chip: $0).flatMap(BarometerSettings.init) }, clock: clock, board: barometer,
            log: log, isStopped: isStopped)
    }

    /// What the camera tells of itself once it is open.
    package var ownCamera: OwnCamera {
        var own = OwnCamera()
        own.minimum = { cameraMinimum }
        own.intrinsics = { cameraIntrinsics }
        own.openings = { camera.status.counters.openings }
        return own
    }

    /// The camera's own least distance in metres, by its profile; nil while no camera is known.
    package var cameraMinimum: Double? {
        camera.status.description.flatMap { profiles.camera(vendor: $0.vendor, product: $0.product)?.minimumMetres }
    }
}

extension LiveSensors {
    /// The intrinsics of the mode in use, by the camera or its profile; nil where nobody knows them.
    package var cameraIntrinsics: PinholeIntrinsics? {
        camera.status.facts?.intrinsics.map {
            PinholeIntrinsics(
                width: $0.width, height: $0.height, focalX: $0.focalX, focalY: $0.focalY, centreX: $0.centreX,
                centreY: $0.centreY)
        }
    }
}

extension BarometerSettings {
    /// What a profile says of how its chip is to measure; what it does not say is as the chip's table has it.
    package init?(_ profile: BarometerProfile) {
        guard var settings = ChipTable.standard(of: profile.chip) else { return nil }
        settings.pressureOversampling = profile.pressureOversampling
        settings.temperatureOversampling = profile.temperatureOversampling
        settings.filter = profile.filterCoefficient
        settings.hertz = profile.rateHertz
        settings.pascals = profile.minimumPascals...profile.maximumPascals
        settings.celsius = profile.minimumCelsius...profile.maximumCelsius
        settings.settling = .milliseconds(Int64((profile.settleSeconds * 1000).rounded()))
        self = settings
    }
}
