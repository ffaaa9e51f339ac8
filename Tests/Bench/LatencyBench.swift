import Foundation
import Platform
import Readings
import Synchronization

/// From a frame's last byte to its alert on the standard input of the voice, while another core is busy.
///
/// The voice is a small program that is started by the service as any voice is: it waits for its first byte, and writes
/// down when that came. What it takes to begin and to wake up is thereby counted as ours.
struct LatencyBench {
    let folder: String
    /// The program that speaks; it lies beside this one.
    private let voice = URL(fileURLWithPath: CommandLine.arguments[0]).deletingLastPathComponent().path + "/BenchVoice"
    private static let alerts = 1_050
    /// Frames from one approach to the next; two of them near, so that the derived confidence trusts one at least.
    private static let cycle = 6
    private static let period: Int64 = 15_000_000
    private static let limitMicroseconds = 5_000.0

    /// The frames that were near, and when they were whole.
    private final class Approaches: Sendable {
        let all = Mutex<[(number: Int, at: Instant)]>([])
    }

    func run(into table: inout BenchTable) throws {
        let stamps = folder + "/stamps"
        let approaches = Approaches()
        var service = BenchService(period: Self.period)
        service.isNear = { $0 > 40 && $0 % Self.cycle >= Self.cycle - 2 }
        let isNear = service.isNear
        service.completed = { number, at in
            if isNear(number) { approaches.all.withLock { $0.append((number, at)) } }
        }
        service.hook = [voice, stamps]
        let busy = Process()
        busy.executableURL = URL(fileURLWithPath: CommandLine.arguments[0])
        busy.arguments = ["--busy", "300"]
        try busy.run()
        let span = Duration.nanoseconds(Int64(Self.alerts * Self.cycle) * Self.period) + .seconds(3)
        print("latency: \(Self.alerts) approaches, \(span.wholeNanoseconds / 1_000_000_000) s")
        try service.run(for: span)
        busy.terminate()
        busy.waitUntilExit()
        let text = (try? String(contentsOfFile: stamps, encoding: .utf8)) ?? ""
        let heard = text.split(separator: "\n").compactMap { Int64($0) }.sorted()
            .map { service.clock.instant(boottimeNanoseconds: $0) }
        show(Self.latencies(of: approaches.all.withLock { $0 }, heard), into: &table)
    }

    /// Microseconds from the first frame of each approach to its first byte at the voice; without end where none came
    /// before the next approach. What comes before the first word is left out: the service is still starting.
    private static func latencies(of frames: [(number: Int, at: Instant)], _ heard: [Instant]) -> [Double] {
        var began: [Instant] = []
        for (index, frame) in frames.enumerated() where index == 0 || frames[index - 1].number + 1 != frame.number {
            began.append(frame.at)
        }
        guard let first = heard.first else { return [] }
        began.removeFirst(max(0, began.count { $0 <= first } - 1))
        var found: [Double] = []
        var next = 0
        for (index, start) in began.enumerated() {
            let end = index + 1 < began.count ? began[index + 1] : start + .nanoseconds(Int64(cycle) * period)
            while next < heard.count, heard[next] < start { next += 1 }
            let isHeard = next < heard.count && heard[next] < end
            found.append(isHeard ? (heard[next] - start).inSeconds * 1e6 : .infinity)
        }
        return found.sorted()
    }

    private func show(_ sorted: [Double], into table: inout BenchTable) {
        guard sorted.count >= 1_000 else {
            print("latency: only \(sorted.count) approaches came, so nothing is said of them")
            return
        }
        print("latency: \(sorted.count { $0 == .infinity }) of \(sorted.count) approaches were not spoken of in time")
        for (share, goal) in [(0.5, BenchRow.Goal.none), (0.99, .none), (0.999, .atMost(1))] {
            let index = min(sorted.count - 1, Int((share * Double(sorted.count)).rounded(.up)) - 1)
            table.add(
                BenchRow(
                    what: "frame complete to the voice's input, \(share * 100) % of \(sorted.count) alerts",
                    size: "848×480, a busy core", ours: sorted[index], against: "5 ms", theirs: Self.limitMicroseconds,
                    goal: goal))
        }
    }

    /// Keeps a core busy for so many seconds at the most.
    static func keepBusy(seconds: Double) {
        let end = Date().addingTimeInterval(seconds)
        var number: UInt64 = 1
        while Date() < end { for _ in 0..<1_000_000 { number = number &* 6_364_136_223_846_793_005 &+ 1 } }
        if number == 0 { print("never") }
    }
}
