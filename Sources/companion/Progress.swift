import Glibc
import Readings

/// A line on a terminal that tells how far long work has come; nothing anywhere else.
struct Progress {
    private let total: Instant
    private let isShown: Bool

    init(of total: Instant, isShown: Bool) {
        self.total = total
        self.isShown = isShown && isatty(STDERR_FILENO) == 1
    }

    func show(_ done: Instant) {
        guard isShown, total > .start else { return }
        let percent = done.nanoseconds * 100 / total.nanoseconds
        put("\r\(percent) %")
    }

    func clear() { if isShown { put("\r      \r") } }

    private func put(_ text: String) {
        let bytes = Array(text.utf8)
        _ = write(STDERR_FILENO, bytes, bytes.count)  // a line that is lost is drawn again
    }
}
