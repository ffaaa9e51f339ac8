import Deciding
import Glibc
import Platform
import Readings
import Recordings
import Service

/// `--record`: the whole run into a recording.
enum RecordingOption {
    static let options: [CommandOption] = [
        CommandOption(
            name: "--record", value: "FILE.mcap",
            meaning: "record the whole run into this file, which must not be there"),
        frames,
    ]
    static let frames = CommandOption(
        name: "--frames", value: "HZ",
        meaning: "depth pictures a second that are recorded, 0 for none (every one, about 350 MB a minute)")

    /// The file that `--record` names, made now; nil where it is not given.
    static func file(_ invocation: Invocation) throws(CommandFailure) -> PassedDescriptor? {
        guard let path = invocation.value("--record") else {
            try invocation.refuse(["--frames"], without: "--record")
            return nil
        }
        return try make(path)
    }

    /// Makes a file for a recording, which nobody else may read; one that is there is not replaced.
    static func make(_ path: String) throws(CommandFailure) -> PassedDescriptor {
        do throws(SystemError) {
            return try PassedDescriptor(try Descriptor.open(path, O_WRONLY | O_CREAT | O_EXCL, mode: 0o600))
        } catch {
            guard error.number == EEXIST else { throw FileReading.cannotWrite(error, path: path) }
            var facts = stat()
            let isFile = lstat(path, &facts) == 0 && facts.st_mode & S_IFMT == S_IFREG
            throw CommandFailure(
                code: "alreadyThere",
                message: isFile ? "\(path) is there already" : "\(path) is there already, and no ordinary file",
                remedy: isFile ? "choose another name, or remove it" : "name a new file", at: path)
        }
    }

    static func hertz(_ invocation: Invocation) throws(CommandFailure) -> Double? {
        try invocation.number("--frames", in: 0...240)
    }
}

/// The recording of a run that goes as fast as it goes, written as it goes.
final class FastRecording {
    private var pen: RecordingPen
    private var pace: FramePace
    private let path: String

    /// Begins a recording where `--record` is given.
    static func begin(
        _ invocation: Invocation, world: World, settings: Settings, hasBarometer: Bool
    ) throws(CommandFailure) -> FastRecording? {
        guard let file = try RecordingOption.file(invocation)?.take() else { return nil }
        let beginning = RecordingBeginning(
            version: CommandLineDoor.version, world: world, settings: settings, isSpeechReported: false,
            isBarometerConfigured: hasBarometer)
        return try FastRecording(
            beginning, file, hertz: try RecordingOption.hertz(invocation), path: invocation.value("--record") ?? "")
    }

    private init(
        _ beginning: RecordingBeginning, _ file: consuming Descriptor, hertz: Double?, path: String
    ) throws(CommandFailure) {
        self.path = path
        pace = FramePace(hertz: hertz)
        let head = beginning.head(
            run: RecordingBeginning.freshRun(), startedAt: UInt64(max(0, WallClock.nanoseconds)), began: .start,
            isWhole: true)
        do throws(SystemError) { pen = try RecordingPen(head, to: file) } catch {
            throw FileReading.cannotWrite(error, path: path)
        }
    }

    /// Takes how frames are read.
    func take(_ perception: RecordedPerception) { pen.perception(perception, at: .start) }

    /// Takes a frame.
    func take(_ frame: borrowing DepthFrame) { if pace.takes(frame.arrival) { pen.frame(frame) } }

    /// Takes an event with what came of it.
    func take(_ event: Event, at time: Instant, _ effects: [TimedEffect]) throws(CommandFailure) {
        pen.event(event, at: time, stamp: time)
        effects.forEach { pen.effect($0) }
        do throws(SystemError) { try pen.settle(at: time) } catch { throw FileReading.cannotWrite(error, path: path) }
    }

    /// Ends the recording.
    func end() throws(CommandFailure) {
        do throws(SystemError) { try pen.end(at: pen.last) } catch {
            throw FileReading.cannotWrite(error, path: path)
        }
    }
}
