import Devices
import Glibc
import Platform
import Readings
import Synchronization

/// Runs a barometer source by itself, for tests that give it an emulated bus.
///
/// usage: BarometerTrial read [bus=/dev/i2c-N] [rate=HZ] [settled] | list | probe [bus=/dev/i2c-N]
///
/// `read` prints a line for each value, `sample T HPA`, for each change of state, `state NAME`, and, at the end of its
/// input, what stands on the board; `settled` takes the chip for one that has run in. `list` and `probe` print what a scan finds.
enum BarometerTrial {
    private static let patience = Duration.milliseconds(200)
    private static let rest: UInt32 = 20_000

    static func run(_ words: [String]) -> Int32 {
        let bus = words.first { $0.hasPrefix("bus=") }.map { String($0.dropFirst(4)) }
        let rate = words.first { $0.hasPrefix("rate=") }.flatMap { Double($0.dropFirst(5)) } ?? 25
        switch words.dropFirst().first {
        case "read": return read(bus, rate, isSettled: words.contains("settled"))
        case "list": print(BarometerScan.list())
        case "probe":
            print(BarometerScan.probing(bus: bus, world: .machine(MonotonicClock(), isStopped: { false })))
        default: return 2
        }
        return 0
    }

    private static func print(_ scan: BarometerScan) {
        for place in scan.places {
            let address = place.address.map { "0x" + String($0, radix: 16) } ?? "-"
            say("place \(place.chip) \(place.bus ?? "-") \(address) \(place.kernelNode ?? "-")")
        }
        for bus in scan.buses {
            say("bus \(bus.adapter.path) \(bus.adapter.refusal?.rawValue ?? "-") \(bus.finding?.code ?? "-")")
        }
        for finding in scan.findings { say("finding \(finding.code)") }
    }

    private static func read(_ bus: String?, _ rate: Double, isSettled: Bool) -> Int32 {
        let ending = Ending()
        guard let reader = try? WorkerThread(name: "input", { ending.await() }) else { return 1 }
        defer { reader.join(limit: .zero) }
        let clock = MonotonicClock()
        let board = BarometerBoard()
        var source = BarometerSource(
            bus: bus, rate: rate, tuning: { isSettled ? settled($0) : nil }, clock: clock, board: board,
            log: ServiceLog(), isStopped: { ending.isReached })
        var state = ""
        var longest = Duration.zero
        while !ending.isReached {
            let began = clock.now()
            let delivery = source.next(limit: patience)
            longest = max(longest, clock.now() - began)
            if case .reading(let sample) = delivery { say("sample \(sample.time.seconds) \(sample.hectopascals)") }
            if case .disconnected = delivery { usleep(rest) }
            let now = "\(board.status.state)"
            if now != state { say("state \(now)") }
            state = now
        }
        tell(board.status, longest)
        return 0
    }

    private static func settled(_ chip: String) -> BarometerSettings? {
        var settings = ChipTable.standard(of: chip)
        settings?.settling = .zero
        return settings
    }

    private static func tell(_ status: BarometerStatus, _ longest: Duration) {
        say("description \(status.description ?? "-")")
        say("findings \(status.findings.map(\.code).joined(separator: ","))")
        say("fault \(status.lastFault ?? "-")")
        say("longest \(longest.inSeconds)")
        say(
            "counts \(status.delivered) \(status.dropped) \(status.retries) \(status.restarts) \(status.reconnects)")
    }

    private static func say(_ line: String) {
        let bytes = Array((line + "\n").utf8)
        _ = write(STDOUT_FILENO, bytes, bytes.count)
    }
}

/// Notices the end of the input.
final class Ending: Sendable {
    private let flag = Atomic<Bool>(false)

    /// Whether the input has ended.
    var isReached: Bool { flag.load(ordering: .acquiring) }

    /// Waits for it.
    func await() {
        while readLine() != nil {}
        flag.store(true, ordering: .releasing)
    }
}

exit(BarometerTrial.run(CommandLine.arguments))
