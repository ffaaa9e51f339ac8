import Devices
import Documents
import Perception
import Readings
import Recordings
import Service

/// `calibrate barometer`: what the barometer does in a minute at rest.
enum CalibrateBarometerCommand {
    static let description = CommandDescription(
        name: "calibrate barometer",
        summary: "Judges a barometer by a minute at rest: noise, drift, and how far it is off a reference.",
        options: [
            .json, .config, .profiles,
            CommandOption(name: "--from", value: "FILE.csv", meaning: "a pressure log of a minute at rest"),
            CommandOption(name: "--simulate", value: "SCENARIO", meaning: "the barometer of a scenario"),
            CommandOption(
                name: "--reference", value: "HPA", meaning: "the true pressure at the sensor, to tell how far it is off"
            ),
        ],
        examples: [
            ("companion calibrate barometer", "a minute of the machine's barometer, which must lie still"),
            ("companion calibrate barometer --from rest.csv", "noise, drift, and a verdict"),
            ("companion calibrate barometer --from rest.csv --reference 1013.2 --json", "and its offset, for machines"),
        ]
    ) { invocation throws(CommandFailure) in
        try invocation.noMoreOperands(than: 0)
        let reference = try invocation.number("--reference", in: 300...1250)
        let (samples, profile) = try samples(invocation)
        let rest = try rest(samples, profile)
        let offset = reference.map { $0 - rest.meanHectopascals }
        Output().line(invocation.isJSON ? json(rest, profile, offset) : text(rest, profile, offset))
        return rest.verdict == .good ? 0 : 1
    }

    private static func rest(
        _ samples: [PressureSample], _ profile: BarometerProfile?
    ) throws(CommandFailure) -> PressureRest {
        do throws(PressureRest.Refusal) {
            return try PressureRest(samples, expectedPascals: profile?.noisePascals)
        } catch {
            throw CommandFailure(
                code: "tooShort", message: "the barometer could not be judged: \(error)",
                remedy: "leave the robot alone for 60 s")
        }
    }

    private static func samples(
        _ invocation: Invocation
    ) throws(CommandFailure) -> ([PressureSample], BarometerProfile?) {
        if let path = invocation.value("--from") {
            guard !invocation.has("--simulate") else {
                throw .usage("--from and --simulate exclude each other", remedy: "keep one")
            }
            let bytes = try FileReading.bytes(path, limit: PressureLog.sizeLimit)
            do throws(PressureLogError) {
                return (try PressureLog(csv: bytes).samples, nil)
            } catch {
                throw FloorsCommand.failure(error, path: path)
            }
        }
        guard let path = invocation.value("--simulate") else { return try LiveCalibration.pressure(invocation) }
        let file = try ScenarioOption.read(path, invocation)
        return (CalibrationPressure.samples(of: file.scenario), nil)
    }

    private static func json(_ rest: PressureRest, _ profile: BarometerProfile?, _ offset: Double?) -> String {
        DocumentWriter.line(
            .object([
                .init("verdict", .string(rest.verdict.rawValue)), .init("samples", .integer(rest.samples)),
                .init("seconds", .thousandths(rest.seconds)), .init("rate", .thousandths(rest.rate)),
                .init("hPa", .thousandths(rest.meanHectopascals)),
                .init("noisePascals", .thousandths(rest.noisePascals)),
                .init("targetPascals", .thousandths(PressureRest.mostNoisePascals)),
                .init("allowedPascals", .thousandths(rest.allowedPascals)),
                .init("profile", profile.map { .string($0.chip) } ?? .null),
                .init("profilePascals", profile.map { .thousandths($0.noisePascals) } ?? .null),
                .init("driftPascalsAnHour", .thousandths(rest.driftPascalsAnHour)),
                .init("offsetHectopascals", offset.map { .thousandths($0) } ?? .null),
            ]))
    }

    private static func text(_ rest: PressureRest, _ profile: BarometerProfile?, _ offset: Double?) -> String {
        func fixed(_ value: Double, _ digits: Int) -> String {
            let text = DecimalText.fixed(value, digits: digits)
            return text.hasPrefix("-") ? "−" + text.dropFirst() : text
        }
        let noise = "\(fixed(rest.noisePascals, 2)) Pa"
        let target = "\(fixed(rest.allowedPascals, 2)) Pa at 10 samples a second"
        let verdict =
            switch rest.verdict {
            case .good: "Good: the noise is \(noise), and \(target) is allowed."
            case .noisy: "Too noisy: \(noise), where \(target) is allowed. Shield it from draughts, or average more."
            case .drifting:
                "It drifts, or was not at rest, or the air was not. Close the doors, leave the robot alone, try again."
            case .frozen: "It gives the same value all the time, as a sensor that hangs. Power it off and on."
            }
        var lines = [
            "\(rest.samples) samples in \(fixed(rest.seconds, 1)) s (\(fixed(rest.rate, 1)) a second), "
                + "\(fixed(rest.meanHectopascals, 2)) hPa in the middle",
            "noise \(noise) RMS, drift \(fixed(rest.driftPascalsAnHour / 100, 2)) hPa an hour",
        ]
        if let profile {
            lines.append(
                "the profile of the \(profile.name) expects \(fixed(profile.noisePascals, 2)) Pa for one value")
        }
        lines.append(verdict)
        if let offset {
            lines.append(
                "It is off by \(fixed(-offset, 2)) hPa: add \(fixed(offset, 2)) hPa to what it says. Floors are told by "
                    + "changes, so this alters nothing there.")
        }
        return lines.joined(separator: "\n")
    }
}
