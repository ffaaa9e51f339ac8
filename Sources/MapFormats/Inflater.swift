import CZlib

/// Raw deflate data (RFC 1951) unpacked piece by piece by the system's zlib.
final class Inflater {
    // zlib keeps the address of the stream, so the stream stays where it is.
    private let stream = UnsafeMutablePointer<z_stream>.allocate(capacity: 1)
    private let isReady: Bool
    private var room = [UInt8](repeating: 0, count: 65_536)
    /// Whether the last block has come.
    private(set) var hasEnded = false

    init() {
        stream.initialize(to: z_stream())
        isReady = zlib_begin_raw(stream) == Z_OK
    }

    deinit {
        if isReady { inflateEnd(stream) }
        stream.deallocate()
    }

    /// Unpacks a piece and gives on what comes out; false where it is no deflate data.
    func inflate(_ packed: [UInt8], _ take: ByteTaker) throws(MapFormatError) -> Bool {
        guard isReady else { return false }
        var packed = packed
        var used = 0
        while !hasEnded {
            let (code, read, made) = step(&packed, from: used)
            used += read
            if made > 0 { try room.lend(made, take) }
            if code == Z_STREAM_END {
                hasEnded = true
            } else if code == Z_BUF_ERROR || code == Z_OK {
                // Nothing more to read, and room was left over: all has come out that can.
                if used == packed.count && made < room.count { return true }
                if read == 0 && made == 0 { return false }
            } else {
                return false
            }
        }
        return true
    }

    private func step(_ packed: inout [UInt8], from used: Int) -> (code: Int32, read: Int, made: Int) {
        packed.withUnsafeMutableBufferPointer { input in
            room.withUnsafeMutableBufferPointer { output in
                stream.pointee.next_in = input.baseAddress.map { $0 + used }
                stream.pointee.avail_in = UInt32(input.count - used)
                stream.pointee.next_out = output.baseAddress
                stream.pointee.avail_out = UInt32(output.count)
                let code = CZlib.inflate(stream, Z_NO_FLUSH)
                return (
                    code, input.count - used - Int(stream.pointee.avail_in),
                    output.count - Int(stream.pointee.avail_out)
                )
            }
        }
    }
}
