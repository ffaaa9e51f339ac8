import Devices
import Documents

extension Doctor {
    /// What is wrong with the cameras that were found.
    package static func findings(cameras: [CameraDescription], profiles: CalibrationProfiles) -> [DoctorFinding] {
        guard !cameras.isEmpty else {
            return [
                .init(
                    .error, "noCamera", "no depth camera is plugged in",
                    remedy:
                        "plug one into a USB 3 port, directly and not through a hub without power; companion devices lists it"
                )
            ]
        }
        return cameras.flatMap { findings($0, profiles) }
    }

    private static func findings(_ camera: CameraDescription, _ profiles: CalibrationProfiles) -> [DoctorFinding] {
        var found: [DoctorFinding] = []
        if let refusal = camera.refusal {
            let (reason, remedy) = refusal.description.parted(at: "; ")
            found.append(
                .init(
                    .error, "cameraRefused", "\(camera.title) cannot be used: \(reason)",
                    remedy: remedy ?? "plug it in again, or use another camera"))
        }
        if let speed = camera.speed, speed < .superSpeed {
            found.append(
                .init(
                    .warning, "cameraUSB2", "\(camera.title) is on \(speed.description), which limits its modes",
                    remedy: "use a USB 3 port (blue or marked SS) and the cable that came with the camera"))
        }
        let profile = profiles.camera(vendor: camera.vendor, product: camera.product)
        if !(profile?.tried ?? false) {
            found.append(
                .init(
                    .note, "cameraUntried",
                    "\(profile?.name ?? camera.name) was not tried on hardware by its developers",
                    remedy: "watch it with companion watch, and tell the developers what you find"))
        }
        return found
    }

    /// What is wrong with the barometers; where no group has floors, a missing one is only worth a note.
    ///
    /// A bus that this user may not open is no matter where the service `opens` it by itself.
    package static func findings(barometers: BarometerScan, needed: Bool, opens: Bool = false) -> [DoctorFinding] {
        barometers.findings.filter { if case .denied = $0 { !opens } else { true } }.map { finding in
            let severity: DoctorFinding.Severity =
                if case .coarse = finding { .warning } else if finding.isHarmless || !needed { .note } else { .error }
            return .init(severity, finding.code, sentencePart(finding.message), remedy: sentencePart(finding.remedy))
        }
    }

    private static func sentencePart(_ text: String) -> String { text.hasSuffix(".") ? String(text.dropLast()) : text }
}
