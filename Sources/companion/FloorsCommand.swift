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
        options: [.json, .config, FloorsLive.live, FloorsLive.count, .profiles],
        examples: [
            ("companion floors walk.csv", "each change of floor, with its time and height"),
            ("companion floors walk.csv --json", "the same, a JSON line each; columns t and hPa (or Pa)"),
            ("companion floors --live", "the barometer: its altitude each second, and each change of floor"),
        ]
    ) { invocation throws(CommandFailure) in
        if invocation.has("--live") { return try FloorsLive.run(invocation) }
        try invocation.refuse(["--config", "--count", "--profiles"], without: "--live")
        let path = try invocation.operand("a pressure log")
        let log = try read(path)
        if let nothing = nothingMeasured(in: log, at: path) { throw nothing }
        let output = Output()
        let facts = FloorReplay.facts(of: log.samples, from: log.beginning ?? .start, to: log.end ?? .start)
        let told = facts.filter { $0.line != nil }
        for fact in told { output.line(invocation.isJSON ? json(fact) : text(fact)) }
        if told.isEmpty, !invocation.isJSON {
            let dropped = log.samples.count { !Altitude.isPlausible(hectopascals: $0.hectopascals) }
            let measured = PlacesState.count(log.samples.count - dropped, "sample")
            output.line("no change of floor in \(measured)" + (dropped == 0 ? "" : "; \(dropped) more were dropped"))
        }
        return 0
    }

    /// Why nothing can be told of a log without one sample that air can have; nil for any other.
    private static func nothingMeasured(in log: PressureLog, at path: String) -> CommandFailure? {
        let values = log.samples.map(\.hectopascals)
        guard !values.contains(where: { Altitude.isPlausible(hectopascals: $0) }) else { return nil }
        let outside = values.filter { !$0.isNaN }
        let isPascals = outside.contains { Altitude.isPlausible(hectopascals: $0 / 100) }
        let (why, remedy) =
            values.isEmpty
            ? ("\(path) has no samples", "record some: a row with t and hPa (or Pa) for each")
            : outside.isEmpty
                ? ("all \(values.count) samples are empty", "each row needs a pressure")
                : (
                    "\(outside.count) of \(PlacesState.count(values.count, "sample")) are outside 300–1100 hPa",
                    isPascals ? "is the column in Pa? Then name it so in the header" : "look at the column of pressures"
                )
        return CommandFailure(
            code: "nothingMeasured", message: "nothing could be told: \(why)", remedy: remedy, at: path, exit: 1)
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
