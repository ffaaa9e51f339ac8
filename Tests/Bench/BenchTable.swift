import Foundation

/// One line of the table.
struct BenchRow {
    /// What a ratio has to be.
    enum Goal {
        /// Ours over theirs, at most.
        case atMost(Double)
        /// Theirs over ours, at least.
        case timesFaster(Double)
        /// Told for comparison.
        case none
    }

    var what: String
    var size: String
    /// Microseconds.
    var ours: Double
    var against: String
    /// Microseconds; NaN where it could not be measured.
    var theirs: Double
    var goal: Goal

    var cells: [String] {
        [what, size, Self.time(ours), against, Self.time(theirs), ratio, goalText, verdict]
    }

    private var ratio: String {
        if theirs.isNaN || ours.isNaN { return "–" }
        if case .timesFaster = goal { return String(format: "%.1f × faster", theirs / ours) }
        return String(format: "%.2f ×", ours / theirs)
    }

    private var goalText: String {
        switch goal {
        case .atMost(let most): String(format: "≤ %.1f ×", most)
        case .timesFaster(let least): String(format: "≥ %.0f × faster", least)
        case .none: "–"
        }
    }

    private var verdict: String {
        if theirs.isNaN || ours.isNaN { return "not measured" }
        switch goal {
        case .atMost(let most): return ours <= theirs * most ? "met" : "missed"
        case .timesFaster(let least): return theirs >= ours * least ? "met" : "missed"
        case .none: return ""
        }
    }

    private static func time(_ microseconds: Double) -> String {
        if microseconds.isNaN { return "–" }
        if microseconds >= 100_000 { return String(format: "%.2f s", microseconds / 1e6) }
        if microseconds >= 1_000 { return String(format: "%.2f ms", microseconds / 1e3) }
        return String(format: "%.1f µs", microseconds)
    }
}

/// The table, printed as it grows and written at the end.
struct BenchTable {
    static let titles = ["what", "size", "ours", "against", "theirs", "ratio", "goal", ""]
    private(set) var rows: [BenchRow] = []

    mutating func add(_ row: BenchRow) {
        rows.append(row)
        print(row.cells.joined(separator: " · "))
    }

    /// The table in Markdown, with the machine's name.
    func markdown(machine: String) -> String {
        let lines = [Self.titles, Self.titles.map { _ in "---" }] + rows.map(\.cells)
        let table = lines.map { "| " + $0.joined(separator: " | ") + " |" }.joined(separator: "\n")
        return """
            # What was measured on \(machine)

            Medians of \(Stopwatch.repetitions) or more repetitions; only the ratios mean anything elsewhere.

            \(table)

            """
    }

    /// The name of this machine's processor.
    static func machine() -> String {
        let text = (try? String(contentsOfFile: "/proc/cpuinfo", encoding: .utf8)) ?? ""
        let line = text.split(separator: "\n").first { $0.hasPrefix("model name") }
        let name = line?.split(separator: ":").last.map { $0.trimmingCharacters(in: .whitespaces) } ?? "a processor"
        return "\(ProcessInfo.processInfo.hostName), \(name)"
    }
}
