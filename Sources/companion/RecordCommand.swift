import Control
import Documents
import Glibc
import Platform
import Readings
import Recordings
import Service

/// `record`: what the running service reads, decides and says, into a file.
enum RecordCommand {
    static let description = CommandDescription(
        name: "record", operands: "FILE.mcap",
        summary: "Records what the running service reads, decides and says, until Ctrl-C.",
        options: [
            .json, .stateDirectory, RecordingOption.frames,
            CommandOption(name: "--for", value: "SPAN", meaning: "end by itself after so long: 90s, 10m, 2h"),
            CommandOption(
                name: "--size", value: "MB",
                meaning: "end by itself at so many megabytes, and what a second more brings: up to 6 with pictures"),
            CommandOption(
                name: "--last", value: "SPAN",
                meaning: "save the last minutes instead, which the service keeps while record.ring is on"),
        ],
        examples: [
            (
                "companion record walk.mcap",
                "records until Ctrl-C, with every picture about 350 MB a minute; companion replay walk.mcap plays it again"
            ),
            (
                "companion record walk.mcap --frames 2 --for 10m",
                "two depth pictures a second, about 50 MB a minute, for ten minutes"
            ),
            ("companion record walk.mcap --frames 0 --size 100", "no pictures, about 100 MB"),
            ("companion record fall.mcap --last 10m", "what has happened just now, where record.ring is on"),
        ]
    ) { invocation throws(CommandFailure) in
        let path = try invocation.operand("a file to record into")
        if invocation.has("--last") { return try saveLast(path, invocation) }
        return try record(path, invocation)
    }

    /// How often the service is asked how it goes.
    private static let pause = Duration.seconds(1)

    // MARK: recording

    private static func record(_ path: String, _ invocation: Invocation) throws(CommandFailure) -> Int32 {
        let byteLimit = try invocation.number("--size", in: 1...1_000_000)
        let progress = RecordProgress(
            span: try span(invocation, "--for"), byteLimit: byteLimit.map { UInt64($0 * 1_000_000) }, path: path)
        let hertz = try RecordingOption.hertz(invocation)
        try invocation.refuse(["--state"], beside: "a recording of the running service")
        let signals = try signals()
        var client = try client()
        let file = try opened(path)
        do throws(CommandFailure) {
            let members: [JSONValue.Member] = hertz.map { [.init("frames", .decimal($0))] } ?? []
            _ = try call(&client, "record.start", members, file: file.number)
        } catch {
            _ = unlink(path)
            throw error
        }
        introduce(path, hertz: hertz, invocation)
        return try follow(&client, progress, signals, invocation)
    }

    /// Says in full what is recorded.
    private static func introduce(_ path: String, hertz: Double?, _ invocation: Invocation) {
        guard !invocation.isJSON else { return }
        let pictures =
            switch hertz {
            case nil: "every picture of the depth camera"
            case 0: "no picture of the depth camera, only what was measured in it"
            case let hertz?: "pictures of the depth camera, \(DecimalText.shortest(hertz)) a second"
            }
        let output = Output(flushesLines: true)
        output.line(
            "Recording into \(path): \(pictures); air pressure and positions; everything that is asked, decided and said; "
                + "the journal; the settings; and the maps of the places. It shows the inside of where the robot is, and "
                + "stays in this file, which only you can read.")
        output.line(
            "It begins in the middle of the run: what was decided before is not in it, so that a replay may decide "
                + "otherwise at first. companion run --record records a run whole.")
        output.line("Ctrl-C ends it.")
    }

    private static func follow(
        _ client: inout ControlClient, _ recording: RecordProgress, _ signals: borrowing SystemSignals,
        _ invocation: Invocation
    ) throws(CommandFailure) -> Int32 {
        let (clock, path) = (MonotonicClock(), recording.path)
        let end = recording.span.map { clock.now() + $0 }
        let progress = Progress(total: 1, isShown: !invocation.isJSON)
        var isFull = false
        while true {
            var poll = PollSet()
            poll.watch(signals.number, for: .reading)
            poll.wait(limit: end.map { min(Self.pause, $0 - clock.now()) } ?? Self.pause)
            var isOver = isFull || end.map { clock.now() >= $0 } ?? false
            while signals.next() != nil { isOver = true }  // a terminal that is closed ends it as well
            let state: JSONValue
            do throws(CommandFailure) {
                state = try call(&client, isOver ? "record.stop" : "record.status")
            } catch {
                progress.clear()
                throw gone(error, path)
            }
            progress.say(recording.line(state))
            isFull = recording.isFull(state)
            guard isOver || state["isRecording"] != .boolean(true) else { continue }
            progress.clear()
            return try show(state, path, isOver: isOver, invocation)
        }
    }

    /// The service is gone, and what it wrote is there.
    private static func gone(_ failure: CommandFailure, _ path: String) -> CommandFailure {
        guard ["noAnswer", "notRunning", "stopping"].contains(failure.code) else { return failure }
        return CommandFailure(
            code: "serviceGone", message: "the service has ended, and the recording with it",
            remedy: "\(path) holds what was recorded up to then", at: path, exit: 1)
    }

    private static func show(
        _ state: JSONValue, _ path: String, isOver: Bool, _ invocation: Invocation
    ) throws(CommandFailure) -> Int32 {
        if !isOver, case .string(let why)? = state["ended"] {
            throw CommandFailure(
                code: "recordingEnded", message: "the recording has ended by itself: \(why)",
                remedy: "\(path) holds what was recorded up to then", at: path, exit: 1)
        }
        let output = Output()
        let state = sized(state, path)
        if invocation.isJSON {
            output.line(state)
        } else {
            output.line(
                "Recorded \(RecordProgress.summary(state)) into \(path). Play it again with:\n  companion replay \(path)"
            )
        }
        return 0
    }

    /// The state of a recording that is over, with the size of its file as the disk has it.
    private static func sized(_ state: JSONValue, _ path: String) -> JSONValue {
        var facts = stat()
        guard case .object(let members) = state, stat(path, &facts) == 0 else { return state }
        return .object(
            members.map { $0.key == "bytes" ? .init("bytes", .number(String(facts.st_size))) : $0 })
    }

    // MARK: the last minutes

    private static func saveLast(_ path: String, _ invocation: Invocation) throws(CommandFailure) -> Int32 {
        try invocation.refuse(["--for", "--frames", "--size"], beside: "--last")
        let span = try span(invocation, "--last") ?? .seconds(600)
        let result: JSONValue
        let file = try opened(path)
        do throws(CommandFailure) {
            result = try last(span, file, invocation)
        } catch {
            _ = unlink(path)
            throw error
        }
        let output = Output()
        if invocation.isJSON {
            output.line(result)
        } else {
            let seconds = if case .number(let text)? = result["seconds"] { Int(text) ?? 0 } else { 0 }
            let size = if case .number(let text)? = result["bytes"] { UInt64(text) ?? 0 } else { UInt64(0) }
            output.line(
                "Saved the last \(Progress.span(seconds)), \(RecordProgress.size(size)), into \(path). Play it again with:\n"
                    + "  companion replay \(path)")
            if result["whole"] == .boolean(false) {
                output.line(
                    "It begins in the middle of a run: what was decided before is not in it, so that a replay may decide "
                        + "otherwise at first.")
            }
        }
        return 0
    }

    /// By the service while it runs; else from its state directory, where a run that crashed has left them as well.
    private static func last(
        _ span: Duration, _ file: borrowing Descriptor, _ invocation: Invocation
    ) throws(CommandFailure) -> JSONValue {
        if !invocation.has("--state") {
            do throws(CommandFailure) {
                var client = try client()
                return try call(
                    &client, "record.last", [.init("seconds", .decimal(span.inSeconds))], file: file.number,
                    limit: .seconds(60))
            } catch { guard error.code == "notRunning" else { throw error } }
        }
        let ring = RecordingRing(folder: try PlacesState.directory(invocation).path + "/ring", byteLimit: .max)
        let copy: PassedDescriptor
        do throws(SystemError) { copy = try PassedDescriptor(try Descriptor.copy(of: file.number)) } catch {
            throw FileReading.cannotWrite(error, path: ring.folder)
        }
        switch RecordingSaving.outcome(
            ring.paths, last: span, into: copy, library: "companion \(CommandLineDoor.version)")
        {
        case .result(let result): return result
        case .error(let error): throw CommandFailure(error)
        }
    }

    // MARK: parts

    private static func opened(_ path: String) throws(CommandFailure) -> Descriptor {
        guard let file = try RecordingOption.make(path).take() else {
            throw CommandFailure(code: "cannotWrite", message: "cannot write \(path)", at: path)
        }
        return file
    }

    private static func client() throws(CommandFailure) -> ControlClient {
        do throws(ControlClient.Failure) {
            return try ControlClient(paths: ConfigurationPaths.controlSockets)
        } catch { throw ControlCommand.failure(error) }
    }

    private static func call(
        _ client: inout ControlClient, _ method: String, _ members: [JSONValue.Member] = [], file: Int32? = nil,
        limit: Duration = .seconds(10)
    ) throws(CommandFailure) -> JSONValue {
        do throws(ControlClient.Failure) {
            return try client.call(method, members, limit: limit, file: file)
        } catch { throw ControlCommand.failure(error) }
    }

    private static func signals() throws(CommandFailure) -> SystemSignals {
        do throws(SystemError) { return try SystemSignals() } catch {
            throw CommandFailure(code: "system", message: error.description, exit: 1)
        }
    }

    /// A span as people write it: "90s", "10m", "2h", or a number of seconds.
    private static func span(_ invocation: Invocation, _ name: String) throws(CommandFailure) -> Duration? {
        guard let text = invocation.value(name) else { return nil }
        let units: [Character: Double] = ["s": 1, "m": 60, "h": 3600]
        let unit = text.last.flatMap { units[$0] }
        guard let number = Double(unit == nil ? text : String(text.dropLast())), number > 0,
            number * (unit ?? 1) <= 86_400
        else { throw .usage("\(name) is \"\(text)\"", remedy: "give a span such as 90s, 10m or 2h, a day at most") }
        return Instant(seconds: number * (unit ?? 1)) - .start
    }
}
