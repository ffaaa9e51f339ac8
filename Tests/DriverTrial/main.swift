import Devices
import Glibc
import Platform
import Readings
import Synchronization

/// Runs a camera source by itself, for tests that give it an emulated camera.
///
/// usage: DriverTrial [serial=…] [trust=derived|valid] [frames=all|none]
///
/// Each change of state and each frame is a line of JSON on standard output. On standard input it takes lines:
/// `status` prints what stands on the board and what the process holds, `away MILLISECONDS` asks for no frame for so
/// long, `list` prints the cameras that a scan finds, `stop` ends it, as the end of the input does.
enum DriverTrial {
    private static let patience = Duration.milliseconds(200)
    private static let rest: UInt32 = 20_000

    static func run(_ words: [String]) -> Int32 {
        let orders = Orders()
        guard let reader = try? WorkerThread(name: "orders", { orders.read() }) else { return 1 }
        defer { reader.join(limit: .zero) }
        let clock = MonotonicClock()
        let board = CameraBoard { TrialLines.tell($0, at: clock.now()) }
        let serial = words.first { $0.hasPrefix("serial=") }.map { String($0.dropFirst(7)) }
        var source = CameraSource(
            serial: serial, usesDerivedConfidence: !words.contains("trust=valid"), profiles: CalibrationProfiles(),
            clock: clock, board: board, log: ServiceLog(), isStopped: { orders.isStopped })
        var frame = DepthFrame(width: 1, height: 1, samples: [0])
        var lines = TrialLines(clock: clock, board: board, tellsFrames: !words.contains("frames=none"))
        while !orders.isStopped {
            if let order = orders.next() { perform(order, lines) }
            let began = clock.now()
            let delivery = source.next(into: &frame, limit: patience)
            lines.tell(delivery, frame, took: clock.now() - began)
            if case .disconnected = delivery { usleep(rest) }
        }
        lines.status()
        return 0
    }

    private static func perform(_ order: String, _ lines: TrialLines) {
        let words = order.split(separator: " ")
        switch words.first {
        case "status": lines.status()
        case "list": lines.list()
        case "away": usleep((words.last.flatMap { UInt32($0) } ?? 0) * 1000)
        default: break
        }
    }
}

/// What is asked of the program, from standard input.
final class Orders: Sendable {
    private let lines = Mutex<[String]>([])
    private let stopped = Atomic<Bool>(false)

    /// Whether it is to end.
    var isStopped: Bool { stopped.load(ordering: .acquiring) }

    /// The oldest order that was not performed yet.
    func next() -> String? { lines.withLock { $0.isEmpty ? nil : $0.removeFirst() } }

    /// Takes lines until the end.
    func read() {
        while let line = readLine(), line != "stop" { lines.withLock { $0.append(line) } }
        stopped.store(true, ordering: .releasing)
    }
}

exit(DriverTrial.run(CommandLine.arguments))
