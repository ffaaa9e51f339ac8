import Documents

/// What the first door goes through, and how each thing stands: judged from the doctor's findings, so that both say the
/// same.
package struct SetupStep: Equatable, Sendable {
    /// What is looked at, in its order.
    package enum Subject: String, CaseIterable, Sendable {
        /// The depth camera.
        case camera
        /// The barometer.
        case barometer
        /// The voice and the sound.
        case voice
        /// The folder that the robot remembers in.
        case state
        /// The configuration file.
        case configuration
        /// How the camera is mounted.
        case mounting
        /// The maps of places.
        case places
        /// Phones that are paired.
        case phone
        /// The service.
        case service

        /// What it is called, for a person.
        package var title: String {
            switch self {
            case .camera: "Depth camera"
            case .barometer: "Barometer"
            case .voice: "Voice"
            case .state: "Memory"
            case .configuration: "Configuration"
            case .mounting: "Where the floor is"
            case .places: "Places"
            case .phone: "Phone"
            case .service: "Service"
            }
        }
    }

    /// What is looked at.
    package var subject: Subject
    /// Whether it is there; nil where that cannot be told yet, or nothing has to be there.
    package var isFound: Bool?
    /// How it stands where nothing is wrong, a sentence.
    package var good: String
    /// What is wrong or worth knowing, the worst first.
    package var findings: [DoctorFinding]

    /// Makes a step.
    package init(_ subject: Subject, isFound: Bool? = nil, good: String, findings: [DoctorFinding]) {
        self.subject = subject
        self.isFound = isFound
        self.good = good
        self.findings = findings.sorted { $0.severity < $1.severity }
    }

    /// `ok`, `warning` or `error`, by the worst finding; a note is no worry.
    package var state: String {
        switch findings.first?.severity {
        case .error: "error"
        case .warning: "warning"
        case .note, nil: "ok"
        }
    }

    /// The lines of the step for a person.
    package var lines: [String] {
        let head = "\(subject.title): "
        guard let first = findings.first else { return [head + good] }
        let rest = findings.dropFirst().map { "  \($0.sentence)" }
        var lines = [head + (first.severity == .note ? good : first.sentence)]
        if first.severity == .note { lines.append("  \(first.sentence)") }
        if !first.remedy.isEmpty { lines.append("    → \(first.remedy)") }
        for (line, finding) in zip(rest, findings.dropFirst()) {
            lines.append(line)
            if !finding.remedy.isEmpty { lines.append("    → \(finding.remedy)") }
        }
        return lines
    }

    /// The step for a machine.
    package var json: JSONValue {
        .object([
            .init("step", .string(subject.rawValue)), .init("title", .string(subject.title)),
            .init("found", isFound.map { .boolean($0) } ?? .null), .init("state", .string(state)),
            .init("good", .string(good)), .init("remedy", .string(findings.first?.remedy ?? "")),
            .init(
                "findings",
                .array(
                    findings.map { finding in
                        .object([
                            .init("code", .string(finding.code)), .init("severity", .string(finding.severity.rawValue)),
                            .init("message", .string(finding.message)), .init("remedy", .string(finding.remedy)),
                        ])
                    })),
        ])
    }

    /// Which step a finding of the doctor belongs to; nil for what a first run need not know.
    package static func subject(of finding: DoctorFinding) -> Subject? {
        switch finding.code {
        case "noVoice", "secondVoice", "audioPermission", "noAudioDevice": .voice
        case "stateIsFile", "stateReadOnly", "statePermission", "stateFull", "damagedSeen": .state
        case "configuration": .configuration
        case "calibrationRefused", "calibrationUnfit", "calibrationRejected", "cameraGlass", "cameraNotCalibrated",
            "calibration":
            .mounting
        case "noCamera", "cameraUnplugged", "cameraRefused", "cameraSilent", "confidenceSilent", "depthUnavailable",
            "depthBlocked":
            .camera
        case let code where code.hasPrefix("barometer"): .barometer
        case "noPlaces", "placesUnreadable", "damagedPlaces": .places
        case "noPhone", "phonesOff", "phonesUnreadable", "damagedDevices", "noDirectory": .phone
        case "serviceNotInstalled", "serviceStopped": .service
        default: nil
        }
    }
}
