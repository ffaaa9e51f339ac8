import Glibc

/// The terminal of a program that draws on the whole screen: keys come one by one, and everything is put back at the
/// end.
package struct Terminal: ~Copyable {
    /// A key that was pressed.
    package enum Key: Equatable, Sendable {
        /// A character.
        case character(Character)
        /// Nothing will come any more.
        case end
    }

    /// Columns and rows.
    package struct Size: Equatable, Sendable {
        /// Columns, at least 1.
        package var columns: Int
        /// Rows, at least 1.
        package var rows: Int

        /// Makes a size.
        package init(columns: Int, rows: Int) {
            self.columns = columns
            self.rows = rows
        }
    }

    private var before: termios?

    /// Whether standard output is a terminal.
    package static var isThere: Bool { isatty(STDOUT_FILENO) == 1 }

    /// Whether colours are welcome: on a terminal, unless `NO_COLOR` says otherwise.
    package static var isColoured: Bool {
        guard isThere, let wish = getenv("NO_COLOR") else { return isThere }
        return wish.pointee == 0
    }

    /// Takes over the screen; keys are read where standard input is a terminal too.
    package init() {
        var settings = termios()
        if tcgetattr(STDIN_FILENO, &settings) == 0 {
            before = settings
            settings.c_lflag &= ~tcflag_t(ICANON | ECHO)
            tcsetattr(STDIN_FILENO, TCSANOW, &settings)
        }
        Self.put("\u{1B}[?1049h\u{1B}[?25l\u{1B}[2J")
    }

    deinit {
        Self.put("\u{1B}[?25h\u{1B}[?1049l")
        guard var before else { return }
        tcsetattr(STDIN_FILENO, TCSANOW, &before)
    }

    /// How large the screen is now; 80×24 where it does not tell.
    package var size: Size {
        var window = winsize()
        guard ioctl(STDOUT_FILENO, UInt(TIOCGWINSZ), &window) == 0, window.ws_col > 0, window.ws_row > 0 else {
            return Size(columns: 80, rows: 24)
        }
        return Size(columns: Int(window.ws_col), rows: Int(window.ws_row))
    }

    /// Waits up to `limit` for a key; nil where none was pressed.
    package func key(limit: Duration) -> Key? {
        guard before != nil else {
            var nothing = PollSet()
            nothing.wait(limit: limit)
            return nil
        }
        var poll = PollSet()
        poll.watch(STDIN_FILENO, for: .reading)
        guard poll.wait(limit: limit) else { return nil }
        var byte: UInt8 = 0
        guard read(STDIN_FILENO, &byte, 1) == 1 else { return .end }
        return .character(Character(Unicode.Scalar(byte)))
    }

    /// Draws lines from the top, each cut by the caller to the screen's width, and clears what is below.
    package func draw(_ lines: [String]) {
        let ends = "\u{1B}[K\n"
        Self.put("\u{1B}[H" + lines.joined(separator: ends) + "\u{1B}[K\u{1B}[J")
    }

    private static func put(_ text: String) {
        var rest = Array(text.utf8)[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { write(STDOUT_FILENO, $0.baseAddress, $0.count) }
            if count < 0 && errno == EINTR { continue }
            guard count > 0 else { return }
            rest = rest.dropFirst(count)
        }
    }
}
