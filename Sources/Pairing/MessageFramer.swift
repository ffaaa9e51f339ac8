/// Cuts a stream of bytes into messages, and never keeps more than one of them and a piece.
package struct MessageFramer {
    private var buffer: [UInt8] = []
    private var start = 0
    private static let headBytes = 4

    /// Begins before the first message.
    package init() {}

    /// Takes bytes that came.
    package mutating func take(_ bytes: some Sequence<UInt8>) {
        if start > 0 {
            buffer.removeFirst(start)
            start = 0
        }
        buffer.append(contentsOf: bytes)
    }

    /// The next message without its length, if it is there whole; throws where its length is out of range.
    package mutating func next() throws(EndMessage) -> [UInt8]? {
        guard buffer.count - start >= Self.headBytes else { return nil }
        let count = buffer[start..<start + Self.headBytes].reduce(0) { $0 << 8 | Int($1) }
        guard count > 0 else { throw EndMessage(.malformed) }
        guard count <= LinkMessageReader.byteLimit else { throw EndMessage(.tooLong) }
        let end = start + Self.headBytes + count
        guard buffer.count >= end else { return nil }
        defer { start = end }
        return Array(buffer[(start + Self.headBytes)..<end])
    }
}
