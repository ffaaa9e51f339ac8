import Documents
import Glibc
import Platform
import Synchronization

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

    /// A program is not ended within a deinit: how it ends is kept for `main`.
    deinit {
        guard Self.statusOfFailure == nil, let status = written() else { return }
        Self.failure.store(status, ordering: .relaxed)
    }

    /// How the program must end because the last of an output could not be written; nil where all was.
    static var statusOfFailure: Int32? {
        let status = failure.load(ordering: .relaxed)
        return status < 0 ? nil : status
    }

    /// −1 where nothing failed.
    private static let failure = Atomic<Int32>(-1)

    /// Writes a line.
    func line(_ text: String) {
        buffer += Array(text.utf8)
        buffer.append(0x0A)
        if flushesLines || buffer.count > 1 << 16 { flush() }
    }

    /// Writes JSON as one line.
    func line(_ value: JSONValue) { line(DocumentWriter.line(value)) }

    /// Writes what waits; where it cannot be written, the program ends.
    func flush() {
        if let status = written() { ProgramEnd.leave(status) }
    }

    /// Writes what waits; what the program must end with where it cannot be written: 0 where nobody reads any more.
    private func written() -> Int32? {
        var rest = buffer[...]
        buffer = []
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { write(STDOUT_FILENO, $0.baseAddress, $0.count) }
            if count < 0 && errno == EINTR { continue }
            if count > 0 {
                rest = rest.dropFirst(count)
                continue
            }
            let error = count == 0 ? EIO : errno
            if error == EPIPE { return 0 }
            Self.error(
                "companion: cannot write the output: \(String(cString: strerror(error)))"
                    + " — make room, or write it elsewhere")
            return 2
        }
        return nil
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
