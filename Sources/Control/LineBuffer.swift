/// Bytes as they come, cut into lines.
package struct LineBuffer: Sendable {
    private var bytes: [UInt8] = []
    private var start = 0
    private var searched = 0
    private var newline: Int?
    private let limit: Int

    /// An empty buffer for lines of at most so many bytes, newline not counted.
    package init(limit: Int) {
        self.limit = limit
    }

    /// Whether there is a whole line.
    package var hasLine: Bool { newline != nil }

    /// Whether there is the beginning of a line that has no end yet.
    package var hasRest: Bool { newline == nil && start < bytes.count }

    /// Whether the line that comes next is too long, whole or not.
    package var isTooLong: Bool { (newline ?? bytes.count) - start > limit }

    /// Adds bytes at the end.
    package mutating func add(_ more: ArraySlice<UInt8>) {
        bytes += more
        find()
    }

    /// Takes the next whole line, without its newline.
    package mutating func next() -> [UInt8]? {
        guard let end = newline else { return nil }
        let line = Array(bytes[start..<end])
        start = end + 1
        searched = start
        newline = nil
        find()
        if newline == nil {
            bytes.removeFirst(start)
            (start, searched) = (0, bytes.count)
        }
        return line
    }

    /// Forgets everything.
    package mutating func removeAll() {
        (bytes, start, searched, newline) = ([], 0, 0, nil)
    }

    private mutating func find() {
        guard newline == nil else { return }
        newline = bytes[searched...].firstIndex(of: 0x0A)
        searched = newline ?? bytes.count
    }
}
