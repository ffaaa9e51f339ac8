import Foundation
import Readings

/// What the simulated hours came to, as a table.
struct SoakReport {
    private struct Row {
        var minutes = 0
        var frames = 0
        var said = 0
        var wrong = 0
        var lateness = 0.0
    }

    private var rows: [SoakFault: Row] = [:]
    /// Events that the core took.
    var events = 0
    /// Whole frames that were read.
    var frames = 0
    /// The longest time in which the service manager was told nothing.
    var longestUntold = Duration.zero
    /// What the process took of the machine, after two rounds of faults, at the end of every hour, and at the end.
    var bodies: [SoakBody] = []
    /// Minutes that were not as they must be.
    var wrong: Int { rows.values.reduce(0) { $0 + $1.wrong } }

    /// Takes note of a minute.
    mutating func note(_ minute: SoakMinute, said: Int, lateness: Double, faults: [String]) {
        var row = rows[minute.fault] ?? Row()
        row.minutes += 1
        row.frames += minute.isFrames ? 1 : 0
        row.said += said
        row.wrong += faults.isEmpty ? 0 : 1
        row.lateness = max(row.lateness, lateness)
        rows[minute.fault] = row
    }

    /// Memory that came since the first look, in KiB, and descriptors.
    var growth: SoakBody {
        guard let first = bodies.first, let last = bodies.last else { return SoakBody(kibibytes: 0, descriptors: 0) }
        return SoakBody(
            kibibytes: last.kibibytes - first.kibibytes, descriptors: last.descriptors - first.descriptors)
    }

    /// The table in Markdown.
    func markdown(minutes: Int, seed: UInt64, seconds: Double) -> String {
        let titles = ["fault", "minutes", "of them frames", "said", "not as expected", "latest alert"]
        let cells = SoakFault.allCases.map { fault -> [String] in
            let row = rows[fault] ?? Row()
            return [
                fault.rawValue, "\(row.minutes)", "\(row.frames)", "\(row.said)", "\(row.wrong)",
                String(format: "%.0f ms", row.lateness * 1000),
            ]
        }
        let table = ([titles, titles.map { _ in "---" }] + cells).map { "| " + $0.joined(separator: " | ") + " |" }
        let memory = bodies.map { String(format: "%.1f", Double($0.kibibytes) / 1024) }.joined(separator: ", ")
        let files = bodies.map { "\($0.descriptors)" }.joined(separator: ", ")
        return """
            # What \(minutes) simulated minutes came to

            Seed \(seed); \(String(format: "%.1f", seconds)) s of real time, \(String(format: "%.0f", Double(minutes) * 60 / max(seconds, 0.001))) times as fast as life;
            \(events) events, \(frames) whole frames; the service manager was told every \(String(format: "%.2f", longestUntold.inSeconds)) s at the latest.

            \(table.joined(separator: "\n"))

            Memory in MiB, after two rounds of faults, every hour and at the end: \(memory).
            Open descriptors likewise: \(files).

            """
    }
}
