import Documents
import Perception
import Platform
import Readings
import Recordings
import Service

/// `calibrate camera`: how the camera is mounted, measured from a flat floor.
enum CalibrateCameraCommand {
    static let description = CommandDescription(
        name: "calibrate camera",
        summary: "Measures the camera's height and tilt from a flat floor, shows it, asks, and keeps it.",
        options: [
            .json, .yes, .config, .profiles,
            CommandOption(name: "--from", value: "FOLDER", meaning: "recorded depth frames in place of the camera"),
            CommandOption(
                name: "--simulate", value: "SCENARIO", meaning: "a scenario in place of the camera"),
            CommandOption(
                name: "--out", value: "FILE", meaning: "where the mounting is kept (\(MountingFile.standardPath))"),
            CommandOption(name: "--name", value: "NAME", meaning: "what the mounting is called (robot)"),
            CommandOption(
                name: "--intrinsics", value: "FX,FY,CX,CY", meaning: "the optics of recorded frames, in pixels"),
            CommandOption(name: "--picture", value: "FILE.svg", meaning: "where the picture goes, before the question"),
            CommandOption(name: "--check", meaning: "only compare with the mounting that is kept: exit 1 if it is off"),
            CommandOption(
                name: "--rate", value: "HZ", meaning: "frames a second where the folder has no index.csv (15)"),
            CommandOption(name: "--width", value: "N", meaning: "columns of raw frames"),
            CommandOption(name: "--height", value: "N", meaning: "rows of raw frames"),
            CommandOption(name: "--unit", value: "METRES", meaning: "metres for one unit of depth (0.001)"),
        ],
        examples: [
            ("companion calibrate camera", "stand the robot on a flat floor with 2 m free ahead: five seconds"),
            ("companion calibrate camera --check", "does what was kept still fit what the camera sees?"),
            (
                "companion calibrate camera --from still --intrinsics 390.4,390.4,331.4,242.2 --out mounting.json5",
                "five seconds of recorded frames"
            ),
        ]
    ) { invocation throws(CommandFailure) in
        try invocation.noMoreOperands(than: 0)
        let path = invocation.value("--out") ?? MountingFile.standardPath
        let frames = try CalibrationSource(invocation)
        var estimate = try measure(frames, invocation)
        if invocation.has("--check") { return try check(estimate, path, invocation) }
        if case .mounting(let before) = MountingFile.read(path) { estimate.mounting.body = before.body }
        return try keep(estimate, frames, path, invocation)
    }

    private static func measure(
        _ source: CalibrationSource, _ invocation: Invocation
    ) throws(CommandFailure) -> MountingEstimate {
        switch source.measure(name: invocation.value("--name") ?? "robot") {
        case .success(let estimate): return estimate
        case .failure(let refusal):
            throw CommandFailure(
                code: refusal.code, message: "the camera could not be calibrated: \(refusal)", remedy: refusal.remedy,
                exit: 1)
        }
    }

    private static func check(
        _ estimate: MountingEstimate, _ path: String, _ invocation: Invocation
    ) throws(CommandFailure) -> Int32 {
        let check = CalibrationCheck(written: try CalibrationOption.read(path), measured: estimate.mounting)
        if invocation.isJSON {
            Output().line(
                DocumentWriter.line(
                    .object([
                        .init("fits", .boolean(check.fits)), .init("file", .string(path)),
                        .init("heightMetres", .thousandths(check.metres)),
                        .init("pitchDegrees", .thousandths(check.pitchDegrees)),
                        .init("rollDegrees", .thousandths(check.rollDegrees)),
                    ])))
        } else {
            Output().line(
                "\(check.fits ? "It still fits" : "It does not fit any more"): the height is off by "
                    + "\(signed(check.metres, 3)) m, the pitch by \(signed(check.pitchDegrees, 2))°, the roll by "
                    + "\(signed(check.rollDegrees, 2))°."
                    + (check.fits ? "" : " Calibrate anew: companion calibrate camera."))
        }
        return check.fits ? 0 : 1
    }

    private static func signed(_ value: Double, _ digits: Int) -> String {
        let text = DecimalText.fixed(value, digits: digits)
        return value > 0 && text != "0" ? "+" + text : text
    }

    private static func keep(
        _ estimate: MountingEstimate, _ source: CalibrationSource, _ path: String, _ invocation: Invocation
    ) throws(CommandFailure) -> Int32 {
        let text = estimate.mounting.text(
            origin: "Measured by companion calibrate camera from \(source.origin), \(estimate.frames) frames.")
        let drawing = source.picture(of: estimate.mounting)
        if let picture = invocation.value("--picture") { try write(picture, drawing) }
        if !invocation.isJSON { show(estimate, source, text, path) }
        guard try PlacesQuestion.isAllowed("Write this to \(path)?", invocation) else { throw PlacesQuestion.refusal }
        try write(path, text)
        let picture = invocation.value("--picture") ?? beside(path)
        if invocation.value("--picture") == nil { try write(picture, drawing) }
        Output().line(
            invocation.isJSON
                ? json(estimate, path, picture) : "Wrote \(path), and the picture \(picture).")
        return 0
    }

    private static func show(
        _ estimate: MountingEstimate, _ source: CalibrationSource, _ text: String, _ path: String
    ) {
        let output = Output()
        let mounting = estimate.mounting
        source.sketch(of: mounting).forEach { output.line($0) }
        output.line("")
        output.line(
            "Found the floor in \(estimate.frames) frames; \(Int(estimate.floorShare * 100)) of 100 points lie on it.")
        output.line(
            "The camera is \(number(mounting.heightMetres, mounting.heightUncertaintyMetres, 3)) m high, looks "
                + "\(number(mounting.pitchDegrees, mounting.pitchUncertaintyDegrees, 2))° down, and leans "
                + "\(number(mounting.rollDegrees, mounting.rollUncertaintyDegrees, 2))° to its right.")
        output.line("This is what \(path) would hold:")
        output.line(text)
        output.flush()
    }

    /// A number with its standard uncertainty, which is never written as nothing.
    private static func number(_ value: Double, _ uncertainty: Double?, _ digits: Int) -> String {
        let text = DecimalText.fixed(value, digits: digits)
        guard let uncertainty else { return text }
        let least = digits == 3 ? 0.001 : 0.01
        return "\(text) ± \(DecimalText.fixed(max(uncertainty, least), digits: digits))"
    }

    /// The picture's name beside the mounting's: `mounting.json5` has `mounting.svg`.
    private static func beside(_ path: String) -> String {
        (path.hasSuffix(".json5") ? String(path.dropLast(6)) : path) + ".svg"
    }

    private static func write(_ path: String, _ text: String) throws(CommandFailure) {
        do throws(SystemError) {
            try ParentFolder.make(of: path)
            try AtomicFile.replace(path, with: Array(text.utf8), mode: 0o644)
        } catch {
            throw FileReading.cannotWrite(error, path: path)
        }
    }

    private static func json(_ estimate: MountingEstimate, _ path: String, _ picture: String) -> String {
        let mounting = estimate.mounting
        return DocumentWriter.line(
            .object([
                .init("file", .string(path)), .init("picture", .string(picture)),
                .init("frames", .integer(estimate.frames)), .init("floorShare", .thousandths(estimate.floorShare)),
                .init("heightMetres", .number(DecimalText.fixed(mounting.heightMetres, digits: 4))),
                .init("pitchDegrees", .thousandths(mounting.pitchDegrees)),
                .init("rollDegrees", .thousandths(mounting.rollDegrees)),
                .init(
                    "heightUncertaintyMetres",
                    .number(DecimalText.fixed(mounting.heightUncertaintyMetres ?? 0, digits: 4))),
                .init("pitchUncertaintyDegrees", .thousandths(mounting.pitchUncertaintyDegrees ?? 0)),
                .init("rollUncertaintyDegrees", .thousandths(mounting.rollUncertaintyDegrees ?? 0)),
                .init("noiseAtOneMetreMetres", .number(DecimalText.fixed(mounting.noiseAtOneMetre ?? 0, digits: 5))),
            ]))
    }
}
