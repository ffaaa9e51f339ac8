import Devices
import Documents
import Platform
import Readings
import Service
import Speech

/// What the doctor finds on this machine, part by part; nothing is changed.
struct DoctorLook {
    /// What is wrong with the cameras.
    let cameras: [DoctorFinding]
    /// What is wrong with the barometers.
    let barometers: [DoctorFinding]
    /// What is wrong with everything else.
    let others: [DoctorFinding]
    /// The first camera that can be used.
    let cameraTitle: String?
    /// Where barometers may be.
    let barometerTitle: String?
    /// Whether there is a barometer; nil where there is a bus that is only looked at when the service starts, or it is
    /// turned off.
    let hasBarometer: Bool?
    /// The settings in force.
    let settings: Settings
    /// How the robot speaks.
    let speech: SpeechSettings
    /// Whether a service answers at the control socket.
    let isServiceRunning: Bool

    /// Everything, the sensors first.
    var all: [DoctorFinding] { cameras + barometers + others }

    /// Looks; the mounting is that of the standard path, where no other is named.
    init(
        _ invocation: Invocation, _ profiles: CalibrationProfiles, mountingPath: String = MountingFile.standardPath
    ) {
        let loaded = LoadedConfiguration(invocation)
        settings = loaded.settings
        speech = SpeechSettings(loaded.settings)
        var facts = MachineLook.facts(
            speech: speech, statePath: invocation.value("--state") ?? ConfigurationPaths.state)
        facts.configurationProblems = loaded.problems
        facts.profileProblems = profiles.findings.map(\.description)
        facts.ros2 = MachineLook.ros2(loaded.settings)
        facts.mounting = Self.mounting(mountingPath)
        let word = LiveDevices.askService()
        facts.isServiceRunning = word != nil
        isServiceRunning = facts.isServiceRunning
        (cameras, cameraTitle) = Self.cameras(profiles, word)
        (barometers, barometerTitle, hasBarometer) = Self.barometers(invocation, loaded.settings, word)
        others =
            Self.files(invocation) + Doctor.findings(facts) + (word?.findings(beside: cameras + barometers) ?? [])
    }

    private static func mounting(_ path: String) -> MachineFacts.Mounting {
        switch MountingFile.read(path) {
        case .mounting: .known
        case .absent: .absent(path: path)
        case .refused(let findings): .refused(findings.map(\.description))
        }
    }

    private static func cameras(
        _ profiles: CalibrationProfiles, _ word: ServiceWord?
    ) -> ([DoctorFinding], String?) {
        do throws(SystemError) {
            let cameras = try LiveDevices.cameras(profiles, word)
            let usable = cameras.first { $0.refusal == nil }
            return (Doctor.findings(cameras: cameras, profiles: profiles), usable?.title)
        } catch {
            return (
                [
                    .init(
                        .error, "usbUnavailable", "the USB cannot be looked at: \(error.description)",
                        remedy: "look whether /dev/bus/usb is there and lsusb lists devices")
                ], nil
            )
        }
    }

    /// The kernel is asked, and the buses are opened, but nothing is written on them.
    private static func barometers(
        _ invocation: Invocation, _ settings: Settings, _ word: ServiceWord?
    ) -> ([DoctorFinding], String?, Bool?) {
        guard settings.isOn("barometer.enabled") else { return ([], "turned off by barometer.enabled", nil) }
        let scan = BarometerScan.list(bus: settings.text("barometer.bus"))
        let title =
            scan.places.first.map { $0.chip + ($0.bus.map { " at \($0)" } ?? "") }
            ?? (scan.buses.isEmpty
                ? nil : "there is an I2C bus; a barometer on it is looked for when the service starts")
        let isThere: Bool? = scan.places.isEmpty ? (scan.buses.isEmpty ? false : nil) : true
        let findings = Doctor.findings(
            barometers: scan, needed: needsBarometer(invocation), opens: word?.opensBarometer ?? false)
        return (findings, title, isThere)
    }

    /// What is wrong with the maps and groups that are named, as `run` would refuse them.
    private static func files(_ invocation: Invocation) -> [DoctorFinding] {
        guard !invocation.all("--place").isEmpty || invocation.has("--groups") else { return [] }
        do throws(CommandFailure) {
            _ = try WorldFiles.world(invocation)
            return []
        } catch {
            return [.init(.error, error.code, error.message, remedy: error.remedy)]
        }
    }

    private static func needsBarometer(_ invocation: Invocation) -> Bool {
        do throws(CommandFailure) {
            let hasFiles = !invocation.all("--place").isEmpty || invocation.has("--groups")
            return try (hasFiles ? WorldFiles.world(invocation) : WorldFiles.stored(invocation)).hasFloors
        } catch {
            return false  // what is wrong with the stores is told elsewhere
        }
    }
}
