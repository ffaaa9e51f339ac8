import Perception
import Readings
import Service

/// The `--calibration` option: how the camera is mounted.
enum CalibrationOption {
    static let option = CommandOption(
        name: "--calibration", value: "FILE", meaning: "how the camera is mounted, so that the floor is known")

    /// The mounting that a command is given; nil where none is; a file that is refused ends the command.
    static func mounting(_ invocation: Invocation) throws(CommandFailure) -> MountingCalibration? {
        guard let path = invocation.value(option.name) else { return nil }
        return try read(path)
    }

    /// How the camera is mounted that a command reads live: as the service takes it, by the file that is named, else by
    /// that where the system keeps it; one of those that is refused is said, and the floor is not known.
    static func live(_ invocation: Invocation) throws(CommandFailure) -> GroundCalibration? {
        if let named = try mounting(invocation) { return GroundCalibration(mounting: named) }
        let standard = LoadedMounting(invocation, orStandard: true)
        for problem in standard.problems { Output.error("companion: \(problem) — frames are read without the floor") }
        return standard.mounting.map { GroundCalibration(mounting: $0) }
    }

    /// The mounting in a file, which must be there and in order.
    static func read(_ path: String) throws(CommandFailure) -> MountingCalibration {
        switch MountingFile.read(path) {
        case .mounting(let mounting): return mounting
        case .absent:
            throw CommandFailure(
                code: "cannotRead", message: "cannot read \(path): there is no such file",
                remedy: "companion calibrate camera makes one", at: path)
        case .refused(let findings):
            throw CommandFailure(
                code: findings.first?.code ?? "badCalibration",
                whatIsWrong: findings.map(\.description), in: path,
                remedy: "correct it, or make it anew with companion calibrate camera",
                at: findings.first.map { $0.file + ($0.line.map { ":\($0)" } ?? "") })
        }
    }
}

/// The mounting that the service runs with: a file that is refused leaves it without ground awareness, and it says so.
struct LoadedMounting {
    /// The mounting in force; nil for none.
    let mounting: MountingCalibration?
    /// The file.
    let path: String
    /// What is wrong with the file; empty where nothing is.
    let problems: [String]

    /// Reads the file that `--calibration` names; where none is named, the one where the system keeps it, if wanted.
    init(_ invocation: Invocation, orStandard usesStandard: Bool) {
        let named = invocation.value(CalibrationOption.option.name)
        path = named ?? MountingFile.standardPath
        guard named != nil || usesStandard else {
            (mounting, problems) = (nil, [])
            return
        }
        switch MountingFile.read(path) {
        case .mounting(let found): (mounting, problems) = (found, [])
        case .refused(let findings): (mounting, problems) = (nil, findings.map(\.description))
        case .absent: (mounting, problems) = (nil, named == nil ? [] : ["cannot read \(path): there is no such file"])
        }
    }
}
