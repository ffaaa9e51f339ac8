import Devices
import Documents
import Platform
import Readings
import Service
import Speech

/// `doctor`: everything that can be wrong on this machine, each with what mends it.
enum DoctorCommand {
    static let description = CommandDescription(
        name: "doctor",
        summary: "Looks for everything that can be wrong on this machine, and says what mends it.",
        options: [.json, .config, .stateDirectory, .groups, .place, .profiles],
        examples: [
            ("companion doctor", "what is wrong, each with the command that mends it; nothing is changed"),
            ("companion doctor --json", "the same for machines; the exit code is 1 where something does not work"),
        ]
    ) { invocation throws(CommandFailure) in
        try invocation.noMoreOperands(than: 0)
        let found = DoctorLook(invocation, LiveDevices.quietProfiles(invocation)).all.sorted {
            $0.severity < $1.severity
        }
        let isWell = !found.contains { $0.severity == .error }
        let output = Output()
        if invocation.isJSON {
            output.line(json(found, isWell: isWell))
        } else {
            found.forEach { lines($0).forEach { output.line($0) } }
            output.line(verdict(found, isWell: isWell))
        }
        return isWell ? 0 : 1
    }

    // MARK: - The words

    private static func lines(_ finding: DoctorFinding) -> [String] {
        let mark =
            switch finding.severity {
            case .error: "✘"
            case .warning: "!"
            case .note: "·"
            }
        let head = "\(mark) \(finding.sentence)"
        return finding.remedy.isEmpty ? [head] : [head, "    → \(finding.remedy)"]
    }

    private static func verdict(_ found: [DoctorFinding], isWell: Bool) -> String {
        let errors = found.filter { $0.severity == .error }.count
        if errors > 0 {
            return "\(PlacesState.count(errors, "thing")) must be mended before the robot can be relied on."
        }
        return found.contains { $0.severity == .warning } ? "It works, and could work better." : "Everything is well."
    }

    private static func json(_ found: [DoctorFinding], isWell: Bool) -> JSONValue {
        .object([
            .init("ok", .boolean(isWell)),
            .init(
                "findings",
                .array(
                    found.map { finding in
                        .object([
                            .init("code", .string(finding.code)), .init("severity", .string(finding.severity.rawValue)),
                            .init("message", .string(finding.message)), .init("remedy", .string(finding.remedy)),
                        ])
                    })),
        ])
    }
}
