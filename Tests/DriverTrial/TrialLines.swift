import Devices
import Documents
import Glibc
import Platform
import Readings

/// What a trial prints: one object a line.
struct TrialLines {
    private let clock: MonotonicClock
    private let board: CameraBoard
    private let tellsFrames: Bool
    private var delivery = ""
    private var longest = Duration.zero

    init(clock: MonotonicClock, board: CameraBoard, tellsFrames: Bool) {
        self.clock = clock
        self.board = board
        self.tellsFrames = tellsFrames
    }

    /// A state that the camera has come into; each is told, however short.
    static func tell(_ state: CameraState, at now: Instant) {
        say([("state", .string(state.name)), ("words", .string(state.description))], at: now)
    }

    /// One answer of the source.
    mutating func tell(_ result: Delivery<Void>, _ frame: DepthFrame, took: Duration) {
        if took > longest + .milliseconds(50) {
            longest = took
            say([("longest", Self.seconds(took))])
        }
        let word: String
        switch result {
        case .reading: word = "reading"
        case .nothing: word = "nothing"
        case .disconnected: word = "disconnected"
        case .ended: word = "ended"
        }
        if word != delivery {
            delivery = word
            say([("delivery", .string(word))])
        }
        if word == "reading", tellsFrames { tell(frame) }
    }

    private func tell(_ frame: DepthFrame) {
        let number = frame.samples.count > 1 ? Int(frame.samples[0]) | Int(frame.samples[1]) << 16 : 0
        say([
            ("frame", Self.whole(Int(frame.sequence))), ("number", Self.whole(number)),
            ("width", Self.whole(frame.width)), ("height", Self.whole(frame.height)),
            ("sum", Self.whole(Self.checksum(frame.samples))),
            ("levels", Self.whole(Self.checksum((frame.confidence ?? []).map { UInt16($0) }))),
            ("arrival", Self.seconds(frame.arrival - .start)),
            ("camera", frame.cameraTime.map(Self.seconds) ?? .null),
        ])
    }

    /// What stands on the board, and what the process holds.
    func status() {
        let status = board.status
        let counters = status.counters
        let facts = status.facts
        say([
            ("status", .string(status.state.name)), ("fault", status.lastFault.map { .string($0) } ?? .null),
            ("title", status.description.map { .string($0.title) } ?? .null),
            ("mode", status.mode.map { .string($0.description) } ?? .null),
            ("serial", facts?.serial.map { .string($0) } ?? .null),
            ("firmware", facts?.firmware.map { .string($0) } ?? .null),
            ("unit", facts.map { .number("\($0.depthUnit)") } ?? .null),
            ("focal", facts?.intrinsics.map { .number("\($0.focalX)") } ?? .null),
            ("trust", status.confidence.map { .string($0.rawValue) } ?? .null),
            ("notes", .array(status.notes.map { .string($0) })),
            ("delivered", Self.whole(Int(counters.delivered))), ("dropped", Self.whole(Int(counters.dropped))),
            ("malformed", Self.whole(Int(counters.malformed))), ("lost", Self.whole(Int(counters.lost))),
            ("clearings", Self.whole(Int(counters.clearings))), ("restarts", Self.whole(Int(counters.restarts))),
            ("resets", Self.whole(Int(counters.resets))), ("reconnects", Self.whole(Int(counters.reconnects))),
            ("abandoned", Self.whole(Int(counters.abandoned))), ("glitches", Self.whole(Int(counters.glitches))),
            ("withoutConfidence", Self.whole(Int(counters.withoutConfidence))),
            ("confidenceRestarts", Self.whole(Int(counters.confidenceRestarts))),
            ("confidenceFault", status.confidenceFault.map { .string($0) } ?? .null),
            ("descriptors", Self.whole(Self.entries("/proc/self/fd"))),
            ("threads", Self.whole(Self.entries("/proc/self/task"))), ("resident", Self.whole(Self.residentBytes)),
        ])
    }

    /// The cameras that a scan finds.
    func list() {
        let cameras = (try? CameraScan.list(profiles: CalibrationProfiles())) ?? []
        say([
            (
                "cameras",
                .array(
                    cameras.map { camera in
                        .object([
                            .init("title", .string(camera.title)),
                            .init("speed", .string(camera.speed?.rawValue ?? "")),
                            .init("modes", Self.whole(camera.modes.count)),
                            .init("refusal", camera.refusal.map { .string($0.description) } ?? .null),
                            .init("mode", camera.choice.map { .string($0.mode.description) } ?? .null),
                            .init("notes", .array((camera.choice?.notes ?? []).map { .string($0) })),
                        ])
                    })
            )
        ])
    }

    private func say(_ members: [(String, JSONValue)]) { Self.say(members, at: clock.now()) }

    private static func say(_ members: [(String, JSONValue)], at now: Instant) {
        let time = ("t", seconds(now - .start))
        let line = DocumentWriter.line(.object(([time] + members).map { .init($0.0, $0.1) })) + "\n"
        let bytes = Array(line.utf8)
        _ = write(STDOUT_FILENO, bytes, bytes.count)
    }

    private static func whole(_ number: Int) -> JSONValue { .number("\(number)") }

    private static func seconds(_ span: Duration) -> JSONValue {
        .number("\(Double(span.wholeNanoseconds / 1000) / 1_000_000)")
    }

    /// FNV-1a over the samples.
    private static func checksum(_ samples: [UInt16]) -> Int {
        var hash: UInt32 = 2_166_136_261
        samples.withUnsafeBufferPointer { for sample in $0 { hash = (hash ^ UInt32(sample)) &* 16_777_619 } }
        return Int(hash)
    }

    private static var residentBytes: Int {
        let text = (try? ReadFile.whole("/proc/self/statm", limit: 4096)).map { String(decoding: $0, as: UTF8.self) }
        let pages = text?.split(separator: " ").dropFirst().first.flatMap { Int($0) } ?? 0
        return pages * sysconf(Int32(_SC_PAGESIZE))
    }

    private static func entries(_ folder: String) -> Int {
        guard let directory = opendir(folder) else { return 0 }
        defer { closedir(directory) }
        var count = 0
        while readdir(directory) != nil { count += 1 }
        return count - 2
    }
}
