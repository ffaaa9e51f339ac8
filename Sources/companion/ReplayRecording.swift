import Deciding
import Documents
import Readings
import Recordings
import Service

/// `replay` of a recording: the run that it holds, or its pictures read anew, and what is different.
enum ReplayRecording {
    static let options: [CommandOption] = [
        ReplayPace.option,
        CommandOption(
            name: "--from-frames",
            meaning: "of a recording: read its depth pictures anew, so that changed settings can be judged"),
        CommandOption(
            name: "--set", value: "KEY=VALUE", repeats: true,
            meaning: "of a recording: a setting that is other than it was then; may be given several times"),
        CommandOption(
            name: "--compare",
            meaning: "of a recording: print only what differs from what was decided then; exit 1 if any"),
        CommandOption(name: "--run", value: "N", meaning: "of a recording that holds several runs: which one, from 1"),
    ]
    private static let own = ["--from-frames", "--set", "--compare", "--run"]

    /// Refuses what only a recording knows.
    static func refuseStrays(_ invocation: Invocation) throws(CommandFailure) {
        guard let stray = own.first(where: invocation.has) else { return }
        throw .usage("\(stray) needs a recording (MCAP)", remedy: "companion record FILE.mcap makes one")
    }

    /// Whether a file is a recording, by its first bytes.
    static func isOne(_ path: String) -> Bool {
        guard path != "-" else { return false }
        do throws(MCAPError) {
            _ = try MCAPReader(MCAPInput(path: path))
            return true
        } catch {
            return false
        }
    }

    static func replay(_ path: String, _ invocation: Invocation) throws(CommandFailure) -> Int32 {
        try invocation.refuse(["--state", "--groups", "--place"], beside: "a recording, which has its own places")
        let (session, index) = try session(path, invocation)
        var replay = try make(session, path, invocation)
        if invocation.has("--from-frames") { try readFrames(path, index, &replay, invocation) }
        if !replay.isWhole { sayBeginning(replay, invocation) }
        if invocation.has("--compare") { return try ReplayComparison(replay, session, path, invocation).show() }
        let printer = try EffectPrinter(invocation)
        let pace = try ReplayPace(invocation, from: replay.began)
        let progress = Progress(of: session.end, isShown: !invocation.isJSON && !pace.isReal && !Output.isTerminal)
        replay.run(wait: {
            pace.wait(for: $0)
            progress.show($0)
        }) {
            printer.print($0)
            if pace.isReal { printer.flush() }
        }
        progress.clear()
        printer.flush()
        return 0
    }

    /// Says that the recording begins in the middle of a run; a machine reads it as the first line.
    private static func sayBeginning(_ replay: SessionReplay, _ invocation: Invocation) {
        let words =
            "the recording begins \(Progress.span(Int(replay.began.seconds))) into the run; what was decided before is not "
            + "in it, so the first effects may differ — run --record records from the beginning"
        Output.error("companion: \(words)")
        guard invocation.isJSON else { return }
        Output().line(
            .object([
                .init(
                    "note",
                    .object([
                        .init("code", .string("beganMidRun")), .init("message", .string(words)),
                        .init("began", EffectWriter.time(replay.began)),
                    ]))
            ]))
    }

    // MARK: reading

    /// The run that is asked for, and its number from 0.
    static func session(
        _ path: String, _ invocation: Invocation
    ) throws(CommandFailure) -> (session: RecordedSession, index: Int) {
        let read: RecordedSessions
        do throws(MCAPError) {
            var progress: Progress?
            read = try RecordedSessions(MCAPInput(path: path)) { done, total in
                let shown = progress ?? Progress(total: Double(total), isShown: !invocation.isJSON)
                progress = shown
                shown.show(Double(done))
            }
            progress?.clear()
        } catch { throw failure(error, path) }
        if let words = read.ending.sentence { Output.error("companion: \(path): \(words)") }
        guard !read.sessions.isEmpty else {
            throw noRun(path)
        }
        let count = read.sessions.count
        if count == 1, let run = invocation.value("--run"), run != "1" {
            throw .usage("\(path) holds one run, and --run is \"\(run)\"", remedy: "leave --run out")
        }
        let number = try invocation.whole("--run", in: 1...count) ?? count
        if count > 1, !invocation.has("--run") {
            Output.error("companion: \(path) holds \(count) runs; this is the last — --run 1 is the first")
        }
        let session = read.sessions[number - 1]
        if session.dropped > 0 {
            Output.error(
                "companion: \(session.dropped) readings or lines were lost while recording; the effects may differ for that"
            )
        }
        return (session, number - 1)
    }

    /// A file in which nothing happened, such as one that a power cut left empty.
    static func noRun(_ path: String) -> CommandFailure {
        CommandFailure(
            code: "noRun", message: "\(path) holds no run of Companion",
            remedy: "give a recording that companion record made, or an event log", at: path)
    }

    private static func failure(_ error: MCAPError, _ path: String) -> CommandFailure {
        if case .cannotRead(let error) = error { return FileReading.failure(error, path: path, limit: .max) }
        return CommandFailure(code: "badRecording", message: "\(path) \(error.description)", at: path)
    }

    /// The run, with the settings that were in force then unless others are given.
    static func make(
        _ session: RecordedSession, _ path: String, _ invocation: Invocation
    ) throws(CommandFailure) -> SessionReplay {
        if invocation.has("--config") {
            let given = try FileReading.settings(invocation)
            return try prepared(session, path, try changed(given, invocation))
        }
        let recorded = try prepared(session, path, nil)
        guard invocation.has("--set") else { return recorded }
        return try prepared(session, path, try changed(recorded.settings, invocation))
    }

    /// The run as it was recorded, or with other settings where they are given.
    static func prepared(
        _ session: RecordedSession, _ path: String, _ settings: Settings?
    ) throws(CommandFailure) -> SessionReplay {
        do throws(SessionReplay.Failure) {
            return try SessionReplay(session, settings: settings)
        } catch {
            throw CommandFailure(code: "badRecording", message: "\(path): \(error.description)", at: path)
        }
    }

    /// The settings with those that `--set` changes.
    private static func changed(_ settings: Settings, _ invocation: Invocation) throws(CommandFailure) -> Settings {
        var settings = settings
        for word in invocation.all("--set") {
            let parts = word.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
            guard parts.count == 2 else {
                throw .usage("--set \(word) has no value", remedy: "for example --set depth.threshold=1.5")
            }
            if case .failure(let finding) = settings.set(parts[0], value(parts[1])) {
                throw CommandFailure(code: finding.code, message: finding.message, at: parts[0])
            }
        }
        if let finding = settings.contradictions().first {
            throw CommandFailure(code: finding.code, message: finding.message, at: finding.key)
        }
        return settings
    }

    /// A value as in the configuration; a word needs no quotes.
    private static func value(_ text: String) -> SettingValue {
        do throws(DocumentError) {
            return SettingValue(try Document(Array(text.utf8), dialect: .json5).root) ?? .text(text)
        } catch {
            return .text(text)
        }
    }

    private static func readFrames(
        _ path: String, _ index: Int, _ replay: inout SessionReplay, _ invocation: Invocation
    ) throws(CommandFailure) {
        let outcome: FrameReplay.Outcome
        do throws(MCAPError) {
            var frames = try RecordedFrames(MCAPInput(path: path), session: index)
            let progress = Progress(total: Double(frames.progress.total), isShown: !invocation.isJSON)
            outcome = try FrameReplay.apply(&frames, to: &replay) { done, _ in progress.show(Double(done)) }
            progress.clear()
        } catch { throw failure(error, path) }
        guard outcome.frames > 0 else {
            throw CommandFailure(
                code: "noFrames", message: "\(path) holds no depth pictures",
                remedy: "leave out --from-frames, or record with pictures", at: path)
        }
        if outcome.kept > 0 {
            Output.error(
                "companion: \(outcome.recomputed) of \(outcome.recomputed + outcome.kept) readings have a picture and were "
                    + "read anew; the others are as they were")
        }
    }
}
