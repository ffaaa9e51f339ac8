import Devices
import Glibc
import Readings
import Service
import Speech
import Storage

/// What the first door finds, by the eyes of the doctor.
struct SetupSteps {
    /// How the robot speaks.
    let speech: SpeechSettings
    /// Whether the configuration file is there.
    let hasConfiguration: Bool
    /// Whether the camera's mounting is known.
    let hasMounting: Bool
    /// Whether the map of any place is known.
    let hasPlaces: Bool
    private var findings: [SetupStep.Subject: [DoctorFinding]]
    private let good: [SetupStep.Subject: String]
    private let isFound: [SetupStep.Subject: Bool?]

    init(
        _ invocation: Invocation, _ profiles: CalibrationProfiles, mountingPath: String, configurationPath: String
    ) {
        let look = DoctorLook(invocation, profiles, mountingPath: mountingPath)
        let memory = SetupMemory(invocation, look.settings)
        speech = look.speech
        hasConfiguration = access(configurationPath, F_OK) == 0
        if case .mounting = MountingFile.read(mountingPath) { hasMounting = true } else { hasMounting = false }
        hasPlaces = memory.places.count > 0
        findings = Self.findings(look, memory)
        isFound = [
            .camera: look.cameraTitle != nil, .barometer: look.hasBarometer,
            .voice: !look.others.contains { $0.code == "noVoice" },
            .state: !look.others.contains { SetupStep.subject(of: $0) == .state && $0.code != "damagedSeen" },
            .configuration: hasConfiguration, .mounting: hasMounting, .places: hasPlaces,
            .phone: memory.phones.count > 0, .service: look.isServiceRunning,
        ]
        good = [
            .camera: look.cameraTitle.map { $0 + "." } ?? "",
            .barometer: look.barometerTitle.map { $0 + "." } ?? "Not needed so far.",
            .voice: "\(speech.hooks.first?.first ?? "none") is installed.",
            .state: "\(invocation.value("--state") ?? ConfigurationPaths.state) can be written.",
            .configuration: hasConfiguration
                ? "\(configurationPath) is in order." : "There is no \(configurationPath); the standard settings hold.",
            .mounting: hasMounting ? "\(mountingPath) says how the camera is mounted." : "Not measured yet.",
            .places: memory.places.good, .phone: memory.phones.good,
            .service: look.isServiceRunning
                ? "It runs." : "companion run starts it here; the package starts it with the machine.",
        ]
    }

    private static func findings(
        _ look: DoctorLook, _ memory: SetupMemory
    ) -> [SetupStep.Subject: [DoctorFinding]] {
        var findings: [SetupStep.Subject: [DoctorFinding]] = [
            .camera: look.cameras, .barometer: look.barometers, .places: memory.places.findings,
            .phone: memory.phones.findings,
        ]
        for finding in look.others {
            if let subject = SetupStep.subject(of: finding) { findings[subject, default: []].append(finding) }
        }
        // what is damaged is not called missing as well
        for (subject, damage) in [(SetupStep.Subject.places, "damagedPlaces"), (.phone, "damagedDevices")]
        where findings[subject]?.contains(where: { $0.code == damage }) == true {
            findings[subject]?.removeAll {
                ["noPlaces", "placesUnreadable", "noPhone", "phonesUnreadable"].contains($0.code)
            }
        }
        return findings
    }

    /// Whether there is no voice to be heard.
    var isVoiceMissing: Bool { step(.voice).state == "error" }
    /// Whether there is no camera to measure with.
    var isCameraMissing: Bool { step(.camera).state == "error" }

    /// How one thing stands.
    func step(_ subject: SetupStep.Subject) -> SetupStep {
        SetupStep(
            subject, isFound: isFound[subject] ?? nil, good: good[subject] ?? "", findings: findings[subject] ?? [])
    }
}

/// What the robot remembers, as the first door looks at it: its places and its phones.
private struct SetupMemory {
    /// One kind of thing: how many there are, and what is to be said of them.
    struct Kind {
        var count = 0
        var good: String
        var findings: [DoctorFinding] = []
    }

    let places: Kind
    let phones: Kind

    init(_ invocation: Invocation, _ settings: Settings) {
        places = Self.places(invocation)
        phones = Self.phones(invocation, settings)
    }

    private static func places(_ invocation: Invocation) -> Kind {
        let missing = DoctorFinding(
            .note, "noPlaces", "nobody can be guided without a map of where the robot is",
            remedy: "companion setup --door 2 takes in a map that someone sent")
        return stored(invocation, some: ("place", "known"), none: ("None is known yet.", missing), "placesUnreadable") {
            (directory) throws(StorageError) in try directory.places(now: WorldFiles.today).places.count
        }
    }

    private static func phones(_ invocation: Invocation, _ settings: Settings) -> Kind {
        guard settings.isOn("pairing.enabled") else {
            let finding = DoctorFinding(
                .note, "phonesOff", "pairing.enabled is off, so no phone can be paired",
                remedy: "turn pairing.enabled on in the configuration, if phones are wanted")
            return Kind(good: "Not wanted.", findings: [finding])
        }
        let missing = DoctorFinding(
            .note, "noPhone", "a person can be gone to, and poses can come, only by a paired phone",
            remedy: "while the service runs: companion pair open, then choose the robot on the phone")
        return stored(invocation, some: ("phone", "paired"), none: ("None is paired yet.", missing), "phonesUnreadable")
        {
            (directory) throws(StorageError) in try directory.devices.read().records.count
        }
    }

    /// How many of something the state folder keeps, what is missing where it keeps none, or why it cannot be read.
    private static func stored(
        _ invocation: Invocation, some: (noun: String, state: String), none: (words: String, finding: DoctorFinding),
        _ unreadable: String, count: (StateDirectory) throws(StorageError) -> Int
    ) -> Kind {
        do throws(CommandFailure) {
            let directory = try PlacesState.directory(invocation)
            let count = try PlacesState.checked { () throws(StorageError) in try count(directory) }
            guard count == 0 else {
                return Kind(count: count, good: "\(PlacesState.count(count, some.noun)) \(some.state).")
            }
            return Kind(good: none.words, findings: [none.finding])
        } catch {
            return Kind(good: "", findings: [.init(.warning, unreadable, error.message, remedy: error.remedy)])
        }
    }
}
