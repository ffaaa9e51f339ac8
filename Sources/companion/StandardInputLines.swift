import Glibc

/// The lines of standard input, without their newlines, as they come.
struct StandardInputLines {
    private var buffer: [UInt8] = []
    private var hasEnded = false

    /// The next line, waiting for it; nil at the end.
    mutating func next() -> [UInt8]? {
        while true {
            if let end = buffer.firstIndex(of: 0x0A) {
                let line = Array(buffer[..<end])
                buffer.removeSubrange(...end)
                return line
            }
            guard !hasEnded else {
                defer { buffer = [] }
                return buffer.isEmpty ? nil : buffer
            }
            fill()
        }
    }

    private mutating func fill() {
        var chunk = [UInt8](repeating: 0, count: 65_536)
        let count = read(STDIN_FILENO, &chunk, chunk.count)
        if count < 0 && errno == EINTR { return }
        if count <= 0 { hasEnded = true } else { buffer += chunk[..<count] }
    }
}
