import Foundation

/// One line of the table.
struct BenchRow {
    /// What a ratio has to be.
    enum Goal {
        /// Ours over theirs, at most.
        case atMost(Double)
        /// Theirs over ours, at least.
        case timesFaster(Double)
        /// Told for comparison, ours over theirs.
        case none
        /// Told for comparison, theirs over ours.
        case anyTimesFaster
    }

    var what: String
    var size: String
    /// In the unit of the row.
    var ours: Double
    var against: String
    /// Likewise; NaN where it could not be measured.
    var theirs: Double
    var goal: Goal
    var unit = Unit.microseconds

    /// What ours and theirs are counted in.
    enum Unit {
        case microseconds
        /// A share of one core.
        case share
        case mebibytes
    }

    var cells: [String] {
        [what, size, amount(ours), against, amount(theirs), ratio, goalText, verdict]
    }

    private var ratio: String {
        if theirs.isNaN || ours.isNaN { return "–" }
        switch goal {
        case .timesFaster, .anyTimesFaster: return String(format: "%.1f × faster", theirs / ours)
        case .atMost, .none: return String(format: "%.2f ×", ours / theirs)
        }
    }

    private var goalText: String {
        switch goal {
        case .atMost(let most): String(format: "≤ %.1f ×", most)
        case .timesFaster(let least): String(format: "≥ %.0f × faster", least)
        case .none, .anyTimesFaster: "–"
        }
    }

    private var verdict: String {
        if theirs.isNaN || ours.isNaN { return "not measured" }
        switch goal {
        case .atMost(let most): return ours <= theirs * most ? "met" : "missed"
        case .timesFaster(let least): return theirs >= ours * least ? "met" : "missed"
        case .none, .anyTimesFaster: return ""
        }
    }

    private func amount(_ value: Double) -> String {
        switch unit {
        case .microseconds: Self.time(value)
        case .share: value.isNaN ? "–" : String(format: "%.1f %%", value * 100)
        case .mebibytes: value.isNaN ? "–" : String(format: "%.1f MiB", value)
        }
    }

    private static func time(_ microseconds: Double) -> String {
        if microseconds.isNaN { return "–" }
        if microseconds >= 100_000 { return String(format: "%.2f s", microseconds / 1e6) }
        if microseconds >= 1_000 { return String(format: "%.2f ms", microseconds / 1e3) }
        return String(format: "%.1f µs", microseconds)
    }
}

/// The rows of one part, printed as they are measured and written down at once, so that none is lost with what follows.
struct BenchTable {
    static let titles = ["what", "size", "ours", "against", "theirs", "ratio", "goal", ""]
    /// Where the rows are written, one a line, cells apart by tabs.
    let path: String

    mutating func add(_ row: BenchRow) {
        print(row.cells.joined(separator: " · "))
        fflush(nil)
        let line = Array((row.cells.joined(separator: "\t") + "\n").utf8)
        let file = open(path, O_WRONLY | O_CREAT | O_APPEND, 0o600)
        _ = write(file, line, line.count)
        close(file)
    }

    /// The rows in a file, as cells.
    static func cells(in path: String) -> [[String]] {
        let text = (try? String(contentsOfFile: path, encoding: .utf8)) ?? ""
        return text.split(separator: "\n").map {
            $0.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
        }
    }

    /// The table in Markdown, with the machine's name, and what could not be measured to its end.
    static func markdown(machine: String, cells: [[String]], cutShort: [String]) -> String {
        let lines = [titles, titles.map { _ in "---" }] + cells
        let table = lines.map { "| " + $0.joined(separator: " | ") + " |" }.joined(separator: "\n")
        let cut = cutShort.isEmpty ? "" : "\nNot measured to the end: \(cutShort.joined(separator: ", ")).\n"
        return """
            # What was measured on \(machine)

            Medians of \(Stopwatch.repetitions) or more repetitions; only the ratios mean anything elsewhere.

            \(table)
            \(cut)
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
