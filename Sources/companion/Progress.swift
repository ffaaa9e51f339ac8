import Glibc
import Platform
import Readings

/// A line on a terminal that tells how far long work has come and how much longer it takes; nothing anywhere else.
struct Progress {
    private static let width = 24
    /// How long work must have gone on before anything is shown.
    private static let patience = Duration.milliseconds(300)

    private let total: Double
    private let isShown: Bool
    private let clock = MonotonicClock()

    init(of total: Instant, isShown: Bool) { self.init(total: Double(total.nanoseconds), isShown: isShown) }

    init(total: Double, isShown: Bool) {
        self.total = total
        self.isShown = isShown && isatty(STDERR_FILENO) == 1
    }

    func show(_ done: Instant) { show(Double(done.nanoseconds)) }

    func show(_ done: Double) {
        let elapsed = clock.now() - .start
        guard isShown, total > 0, elapsed >= Self.patience else { return }
        put("\r" + Self.text(share: min(1, max(0, done / total)), elapsed: elapsed) + "\u{1B}[K")
    }

    /// The line: a bar, the share in percent, and the time that is left at this pace.
    static func text(share: Double, elapsed: Duration) -> String {
        let full = Int(share * Double(width))
        let bar = String(repeating: "#", count: full) + String(repeating: "-", count: width - full)
        let percent = "\(Int(share * 100)) %"
        guard share > 0.01 else { return "[\(bar)] \(percent)" }
        let left = Int((elapsed.inSeconds / share * (1 - share)).rounded(.up))
        return "[\(bar)] \(percent), \(span(left)) left"
    }

    /// "45 s", "2 min 05 s", "1 h 02 min".
    static func span(_ seconds: Int) -> String {
        func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
        if seconds < 60 { return "\(seconds) s" }
        if seconds < 3600 { return "\(seconds / 60) min \(two(seconds % 60)) s" }
        return "\(seconds / 3600) h \(two(seconds % 3600 / 60)) min"
    }

    /// Shows a line of other words in its place.
    func say(_ text: String) { if isShown { put("\r" + text + "\u{1B}[K") } }

    func clear() { if isShown { put("\r\u{1B}[K") } }

    private func put(_ text: String) {
        let bytes = Array(text.utf8)
        _ = write(STDERR_FILENO, bytes, bytes.count)  // a line that is lost is drawn again
    }
}
