import Deciding
import Documents
import Platform
import Readings
import Service

/// `simulate`: a scenario to its effects, or to an event log.
enum SimulateCommand {
    static let description = CommandDescription(
        name: "simulate", operands: "[SCENARIO.json5]",
        summary: "Plays a scenario (demo, the bundled one, where none is named), or writes its event log.",
        options: [
            .json, .config, ScenarioOption.seed, CalibrationOption.option,
            CommandOption(
                name: "--effects", value: "TYPES", meaning: "print only these, separated by commas: say,route"),
            CommandOption(
                name: "--out", value: "FILE.jsonl",
                meaning: "write the event log here, and beside it the groups and places it needs; - is standard output"),
        ],
        examples: [
            ("companion simulate corridor.json5", "what is said on that walk"),
            ("companion simulate --seed 7 --out walk.jsonl", "an event log to replay, with its places beside it"),
            (
                "companion replay walk.jsonl --groups buildings.json --place ground.json --place first.json --place second.json",
                "the same effects again; simulate --out prints this line"
            ),
        ]
    ) { invocation throws(CommandFailure) in
        try invocation.noMoreOperands(than: 1)
        let scenario = try ScenarioOption.read(invocation.operands.first, invocation)
        guard let path = invocation.value("--out") else { return try DemoCommand.play(scenario, invocation) }
        try write(scenario, to: path, invocation)
        return 0
    }

    private static func write(_ file: ScenarioFile, to path: String, _ invocation: Invocation) throws(CommandFailure) {
        let settings = try FileReading.settings(invocation)
        if path != "-" { try refuseOverwriting(file, beside: path) }
        let mounting = try CalibrationOption.mounting(invocation)
        var run = SimulatedRun(file.scenario, world: file.world, settings: settings, mounting: mounting)
        let isStandardOutput = path == "-"
        let output = Output()
        let progress = Progress(of: file.scenario.end, isShown: !isStandardOutput && !invocation.isJSON)
        var log: [UInt8] = []
        do throws(EventLineError) {
            while let (time, event) = try run.next() {
                let line = EventWriter.line(event, at: time)
                if isStandardOutput { output.line(line) } else { log += Array((line + "\n").utf8) }
                progress.show(time)
            }
        } catch {
            throw CommandFailure(code: "badEvent", message: error.description)
        }
        progress.clear()
        if isStandardOutput { return }
        try replace(path, with: log)
        try writeCompanions(of: file, beside: path, invocation)
    }

    private static func folder(of path: String) -> String { path.lastIndex(of: "/").map { String(path[...$0]) } ?? "" }

    private static func name(of path: String) -> String { path.split(separator: "/").last.map(String.init) ?? path }

    /// The bytes of a file that is there; one that cannot be read is told when it is to be written.
    private static func bytes(at path: String) -> [UInt8]? {
        do throws(SystemError) { return try ReadFile.whole(path, limit: Document.Limits().bytes + 1) } catch {
            return nil
        }
    }

    /// Refuses to replace a file beside the log that is another one of the same name.
    private static func refuseOverwriting(_ file: ScenarioFile, beside path: String) throws(CommandFailure) {
        var written: [String: [UInt8]] = [:]
        for source in file.files {
            let target = folder(of: path) + name(of: source.path)
            let there = written[target] ?? bytes(at: target)
            written[target] = source.bytes
            guard target == path || there.map({ $0 != source.bytes }) ?? false else { continue }
            throw CommandFailure(
                code: "alreadyThere", message: "\(target) is another file than the one that the log needs there",
                remedy: "write the log into another folder", at: target)
        }
    }

    /// Writes the groups and places that the log needs, each under its own name, and says how to replay it.
    private static func writeCompanions(
        of file: ScenarioFile, beside path: String, _ invocation: Invocation
    ) throws(CommandFailure) {
        let folder = folder(of: path)
        var replay = "companion replay \(path)"
        for source in file.files {
            let name = name(of: source.path)
            let isGroups = file.world.groups.isEmpty ? false : source.path == file.files.first?.path
            try replace(folder + name, with: source.bytes)
            replay += (isGroups ? " --groups " : " --place ") + folder + name
        }
        if !invocation.isJSON { Output().line("Wrote \(path). Play it again with:\n  \(replay)") }
    }

    private static func replace(_ path: String, with bytes: [UInt8]) throws(CommandFailure) {
        do throws(SystemError) {
            try AtomicFile.replace(path, with: bytes, mode: 0o644)
        } catch {
            throw FileReading.cannotWrite(error, path: path)
        }
    }
}
