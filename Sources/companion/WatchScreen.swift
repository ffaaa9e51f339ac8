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

    /// A piece of a line.
    private enum Piece {
        case plain(String)
        case bold(String)
        case dim(String)
        case alarm(String)
    }

    /// The whole picture, at most as many lines as there are rows, none wider than the screen.
    func lines(_ history: WatchHistory, _ told: WatchModel.Told, at now: Instant) -> [String] {
        var lines = [title(now), ""]
        lines += depth(history, told)
        lines += altitude(history, told, at: now)
        lines += speech(told, rows: size.rows - lines.count - 2)
        if let journal = told.journal { lines += ["", row(.dim(journal.text))] }
        return Array(lines.prefix(max(1, size.rows)))
    }

    private func title(_ now: Instant) -> String {
        let left = "Companion, live" + (devices.isEmpty ? "" : "   " + devices.joined(separator: "   "))
        let right = EffectText.stamp(now) + "   q quits"
        guard left.count + right.count <= size.columns else { return row(.bold(left)) }
        return row(.bold(left.padded(to: size.columns - right.count)), .plain(right))
    }

    private func depth(_ history: WatchHistory, _ told: WatchModel.Told) -> [String] {
        let width = max(10, size.columns - 6)
        let metres: Double? = if case .surface(let metres)? = history.depth?.reading { metres } else { nil }
        let isNear = metres.map { $0 <= threshold } ?? false
        let bar = BlockChart.bar((metres ?? 0) / farthest, width: width)
        let value = distance(history)
        let recent = Array(history.distances.suffix(width))
        return [
            row(.plain("Nearest surface  "), isNear ? .alarm(value) : .bold(value)),
            row(.plain("  "), isNear ? .alarm(bar) : .plain(bar)), row(.dim("  " + scale(width: width))),
            row(.plain("  " + BlockChart.row(recent, in: 0...farthest))),
            row(.dim("  the last \(recent.count / 2) s; a dot is no reading")),
            row(.plain("  " + WatchText.quality(history) + "   depth: " + told.depth)), "",
        ]
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
        var cells = [Character](repeating: " ", count: width + 2)
        for metre in 0...Int(farthest) {
            let at = Int((Double(metre) / farthest * Double(width)).rounded())
            for (offset, digit) in "\(metre)".enumerated() where at + offset < width { cells[at + offset] = digit }
        }
        let mark = Int((threshold / farthest * Double(width)).rounded())
        if mark < width, cells[mark] == " " { cells[mark] = "▲" }
        return String(cells.prefix(width)) + " m"
    }

    private func altitude(_ history: WatchHistory, _ told: WatchModel.Told, at now: Instant) -> [String] {
        guard let barometer = history.barometer else { return [] }
        let values = Array(history.altitudes.suffix(max(10, size.columns - 12)))
        let floor = history.floor.map { "\($0.text), \(WatchText.age(of: $0, at: now))" } ?? "no change of floor"
        return [
            row(.plain("Altitude  "), .bold(WatchText.altitude(history)), .plain("   barometer: " + barometer))
        ] + curve(values) + [row(.plain("  " + floor + (told.place.map { "   place: \($0)" } ?? ""))), ""]
    }

    /// The altitudes as a curve, its ends marked; none where the screen is low.
    private func curve(_ values: [Double?]) -> [String] {
        let known = values.compactMap { $0 }
        guard size.rows >= 20, let low = known.min(), let high = known.max() else { return [] }
        let range = min(low, high - 1)...max(high, low + 1)
        let rows = size.rows >= 28 ? 5 : 3
        return BlockChart.curve(values, in: range, rows: rows).enumerated().map { index, cells in
            let mark = index == 0 ? range.upperBound : index == rows - 1 ? range.lowerBound : nil
            return row(.dim("  " + (mark.map(EffectText.signed) ?? "").padded(to: 9)), .plain(cells))
        }
    }

    private func speech(_ told: WatchModel.Told, rows: Int) -> [String] {
        guard rows > 1 else { return [] }
        let said = told.said.suffix(rows - 1)
        guard !said.isEmpty else { return ["Said", row(.dim("  nothing yet"))] }
        return ["Said"] + said.map { row(.plain("  " + EffectText.stamp($0.time) + "  " + $0.text)) }
    }

    /// One line out of pieces, cut to the screen; the codes of a style take no room.
    private func row(_ pieces: Piece...) -> String {
        var left = size.columns
        var line = ""
        for piece in pieces {
            let (text, code) =
                switch piece {
                case .plain(let text): (text, nil as String?)
                case .bold(let text): (text, "1")
                case .dim(let text): (text, "2")
                case .alarm(let text): (text, "1;31")
                }
            let shown = String(text.prefix(left))
            left -= shown.count
            line += isColoured && code != nil ? "\u{1B}[\(code ?? "")m\(shown)\u{1B}[0m" : shown
        }
        return line
    }
}
