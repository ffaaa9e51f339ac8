import Documents
import Platform
import Readings

/// The live view as lines of text: one picture for a terminal of a given size.
struct WatchScreen {
    var size: Terminal.Size
    var isColoured: Bool
    /// Where an alert begins, in metres.
    var threshold: Double
    /// How far the bar reaches, in metres.
    var farthest: Double
    /// What the sensors are, where that is known.
    var devices: [String]

    /// The whole picture, at most as many lines as there are rows, none wider than the screen.
    func lines(_ history: WatchHistory, _ told: WatchModel.Told, at now: Instant) -> [String] {
        var lines = [title(now), ""]
        lines += depth(history, told)
        lines += altitude(history, told, at: now)
        lines += speech(told, rows: size.rows - lines.count - 2)
        if let journal = told.journal { lines += ["", dim(cut(journal.text))] }
        return Array(lines.prefix(max(1, size.rows)))
    }

    private func title(_ now: Instant) -> String {
        let left = "Companion, live" + (devices.isEmpty ? "" : "   " + devices.joined(separator: "   "))
        let right = EffectText.stamp(now) + "   q quits"
        return bold(cut(left.padded(to: max(0, size.columns - right.count)))) + cutTail(right, after: left)
    }

    private func depth(_ history: WatchHistory, _ told: WatchModel.Told) -> [String] {
        let width = max(10, size.columns - 4)
        let metres: Double? = if case .surface(let metres)? = history.depth?.reading { metres } else { nil }
        let isNear = metres.map { $0 <= threshold } ?? false
        let bar = BlockChart.bar((metres ?? 0) / farthest, width: width)
        var lines = [
            cut("Nearest surface  ") + (isNear ? alarm(distance(history)) : bold(distance(history))),
            "  " + (isNear ? alarm(bar) : bar), "  " + scale(width: width),
        ]
        let recent = history.distances.suffix(width)
        let row = BlockChart.row(Array(recent), in: 0...farthest)
        lines.append("  " + row)
        lines.append(dim(cut("  the last \(recent.count / 2) s; a dot is no reading")))
        lines.append(cut("  " + WatchText.quality(history) + "   depth: " + told.depth))
        return lines + [""]
    }

    private func distance(_ history: WatchHistory) -> String {
        guard let reading = history.depth?.reading else { return "no frames" }
        return switch reading {
        case .surface(let metres): DecimalText.fixed(metres, digits: 2) + " m"
        case .clear: "clear"
        case .none(let reason): "no reading (\(WatchText.words(of: reason)))"
        }
    }

    /// A ruler under the bar, with a mark where alerts begin.
    private func scale(width: Int) -> String {
        var cells = [Character](repeating: " ", count: width + 4)
        for metre in 0...Int(farthest) {
            let at = Int((Double(metre) / farthest * Double(width)).rounded())
            for (offset, character) in "\(metre)".enumerated() where at + offset < width {
                cells[at + offset] = character
            }
        }
        let mark = Int((threshold / farthest * Double(width)).rounded())
        if mark < width, cells[mark] == " " { cells[mark] = "▲" }
        return dim(String(cells.prefix(width)) + " m")
    }

    private func altitude(_ history: WatchHistory, _ told: WatchModel.Told, at now: Instant) -> [String] {
        guard told.barometer != "off" || history.pressure != nil else { return [] }
        let width = max(10, size.columns - 12)
        var lines = [cut("Altitude  ") + bold(WatchText.altitude(history)) + "   barometer: " + told.barometer]
        let values = Array(history.altitudes.suffix(width))
        let known = values.compactMap { $0 }
        if size.rows >= 20, let low = known.min(), let high = known.max() {
            let range = min(low, high - 1)...max(high, low + 1)
            let rows = size.rows >= 28 ? 5 : 3
            for (index, row) in BlockChart.curve(values, in: range, rows: rows).enumerated() {
                let mark = index == 0 ? range.upperBound : index == rows - 1 ? range.lowerBound : nil
                lines.append("  " + (mark.map(EffectText.signed) ?? "").padded(to: 9) + row)
            }
        }
        let floor = told.floor.map { "\($0.text), \(WatchText.age(of: $0, at: now))" } ?? "no change of floor"
        lines.append(cut("  " + floor + (told.place.map { "   place: \($0)" } ?? "")))
        return lines + [""]
    }

    private func speech(_ told: WatchModel.Told, rows: Int) -> [String] {
        guard rows > 1 else { return [] }
        let said = told.said.suffix(rows - 1)
        guard !said.isEmpty else { return ["Said", dim("  nothing yet")] }
        return ["Said"] + said.map { cut("  " + EffectText.stamp($0.time) + "  " + $0.text) }
    }

    private func cut(_ text: String) -> String { String(text.prefix(size.columns)) }

    private func cutTail(_ text: String, after left: String) -> String {
        left.count + text.count <= size.columns ? text : ""
    }

    private func styled(_ text: String, _ code: String) -> String {
        isColoured ? "\u{1B}[\(code)m" + text + "\u{1B}[0m" : text
    }

    private func bold(_ text: String) -> String { styled(text, "1") }
    private func dim(_ text: String) -> String { styled(text, "2") }
    private func alarm(_ text: String) -> String { styled(text, "1;31") }
}
