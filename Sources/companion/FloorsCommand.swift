import Documents
import Perception
import Platform
import Readings
import Recordings

/// `floors`: a pressure log to floor changes.
enum FloorsCommand {
    static let description = CommandDescription(
        name: "floors", operands: "FILE.csv",
        summary: "Reads a pressure log, or the barometer live, and tells when the floor changed.",
        options: [.json, .config, FloorsLive.live, FloorsLive.count, .calibration],
        examples: [
            ("companion floors walk.csv", "each change of floor, with its time and height"),
            ("companion floors walk.csv --json", "the same, a JSON line each; columns t and hPa (or Pa)"),
            ("companion floors --live", "the barometer: its altitude each second, and each change of floor"),
        ]
    ) { invocation throws(CommandFailure) in
        if invocation.has("--live") { return try FloorsLive.run(invocation) }
        try invocation.refuse(["--config", "--count", "--calibration"], without: "--live")
        let path = try invocation.operand("a pressure log")
        let log = try read(path)
        let output = Output()
        let facts = FloorReplay.facts(of: log.samples, from: log.beginning ?? .start, to: log.end ?? .start)
        let told = facts.filter { $0.line != nil }
        for fact in told { output.line(invocation.isJSON ? json(fact) : text(fact)) }
        if told.isEmpty, !invocation.isJSON {
            output.line(
                log.samples.count == 1
                    ? "no change of floor in 1 sample" : "no change of floor in \(log.samples.count) samples")
        }
        return 0
    }

    static func failure(_ error: PressureLogError, path: String) -> CommandFailure {
        CommandFailure(
            code: "badLog", message: "\(path): \(error.description)", at: error.line.map { "line \($0)" } ?? path)
    }

    private static func read(_ path: String) throws(CommandFailure) -> PressureLog {
        let bytes = try FileReading.bytes(path, limit: PressureLog.sizeLimit)
        do throws(PressureLogError) {
            return try PressureLog(csv: bytes)
        } catch {
            throw failure(error, path: path)
        }
    }

    /// A floor fact as an object.
    static func json(_ fact: FloorFact) -> String {
        let line = fact.line
        return DocumentWriter.line(
            .object([
                .init("t", .number(DecimalText.wholeUnits(fact.time.nanoseconds, digits: 9))),
                .init("event", .string(line?.event ?? "")),
                .init("change", line?.change.map { .thousandths($0) } ?? .null),
            ]))
    }

    /// The time as it stands in the file, to a tenth of a second.
    private static func seconds(_ time: Instant) -> String {
        let tenths = (time.nanoseconds + (time.nanoseconds < 0 ? -50_000_000 : 50_000_000)) / 100_000_000
        let sign = tenths < 0 ? "-" : ""
        return "at \(sign)\(tenths.magnitude / 10).\(tenths.magnitude % 10) s:"
    }

    private static func words(of fault: BarometerFault) -> String {
        switch fault {
        case .silent: "no samples came"
        case .implausible: "no good samples came"
        case .frozen: "it repeated one value"
        }
    }

    /// A floor fact with its time.
    static func text(_ fact: FloorFact) -> String { (seconds(fact.time) + " " + words(fact)).trimmed }

    /// A floor fact in words.
    static func words(_ fact: FloorFact) -> String {
        let metres = fact.line?.change.map(EffectText.signed) ?? ""
        return switch fact.kind {
        case .changed: "the floor changed, \(metres) so far"
        case .settled: "the ride settled, \(metres) from where it began"
        case .returned: "back on the floor that was left"
        case .unavailable(let fault): "the barometer became unavailable (\(words(of: fault)))"
        case .back, .baselineReady: ""
        }
    }
}
