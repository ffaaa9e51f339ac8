import Documents
import Glibc
import Platform

/// Standard output, buffered; where nobody reads any more, the command ends quietly.
final class Output {
    private var buffer: [UInt8] = []
    private let flushesLines: Bool

    /// Makes an output; one that flushes lines shows each at once.
    init(flushesLines: Bool = false) {
        self.flushesLines = flushesLines || isatty(STDOUT_FILENO) == 1
    }

    /// Whether somebody looks at it.
    static var isTerminal: Bool { isatty(STDOUT_FILENO) == 1 }

    deinit { flush() }

    /// Writes a line.
    func line(_ text: String) {
        buffer += Array(text.utf8)
        buffer.append(0x0A)
        if flushesLines || buffer.count > 1 << 16 { flush() }
    }

    /// Writes JSON as one line.
    func line(_ value: JSONValue) { line(DocumentWriter.line(value)) }

    /// Writes what waits.
    func flush() {
        var rest = buffer[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { write(STDOUT_FILENO, $0.baseAddress, $0.count) }
            if count < 0 && errno == EINTR { continue }
            if count <= 0 {
                let error = errno
                if error != EPIPE {
                    Self.error(
                        "companion: cannot write the output: \(String(cString: strerror(error)))"
                            + " — make room, or write it elsewhere")
                }
                ProgramEnd.leave(error == EPIPE ? 0 : 2)
            }
            rest = rest.dropFirst(count)
        }
        buffer = []
    }

    /// Writes a line to standard error; what it has of others' words cannot steer the terminal or fill it.
    static func error(_ text: String) {
        let bytes = Array((PlainText.shown(PlainText.short(text)) + "\n").utf8)
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { write(STDERR_FILENO, $0.baseAddress, $0.count) }
            if count < 0 && errno == EINTR { continue }
            if count <= 0 { return }
            rest = rest.dropFirst(count)
        }
    }
}
