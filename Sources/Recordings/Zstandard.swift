import CZstd

/// Compresses chunks with zstd, one frame a chunk; it keeps its memory from one to the next.
struct ZstandardCompressor: ~Copyable {
    /// The level: the fastest that still halves a depth picture.
    private static let level: Int32 = 1

    private let context: OpaquePointer

    /// A compressor; nil where memory ran out.
    init?() {
        guard let context = ZSTD_createCCtx() else { return nil }
        self.context = context
    }

    deinit { ZSTD_freeCCtx(context) }

    /// Appends the compressed form of `bytes` to `output`; false where memory ran out, and then nothing is appended.
    func append(_ bytes: [UInt8], to output: inout [UInt8]) -> Bool {
        let bound = ZSTD_compressBound(bytes.count)
        let start = output.count
        output.append(contentsOf: repeatElement(0, count: bound))
        let size = output.withUnsafeMutableBytes { room in
            bytes.withUnsafeBytes { data in
                ZSTD_compressCCtx(
                    context, room.baseAddress.map { $0 + start }, bound, data.baseAddress, data.count, Self.level)
            }
        }
        let isDone = ZSTD_isError(size) == 0
        output.removeLast(isDone ? bound - size : bound)
        return isDone
    }
}

/// Expands chunks that zstd compressed, into exactly as many bytes as they say.
struct ZstandardExpander: ~Copyable {
    private let context: OpaquePointer

    /// An expander; nil where memory ran out.
    init?() {
        guard let context = ZSTD_createDCtx() else { return nil }
        self.context = context
    }

    deinit { ZSTD_freeDCtx(context) }

    /// Fills `output` with the expanded form of `bytes`, which must be exactly `size` bytes; false where it is not, or
    /// where the bytes are damaged.
    ///
    /// No more than `size` is ever written, whatever the bytes say of themselves.
    func expand(_ bytes: ArraySlice<UInt8>, size: Int, into output: inout [UInt8]) -> Bool {
        if output.count != size { output = [UInt8](repeating: 0, count: size) }
        let count = output.withUnsafeMutableBytes { room in
            bytes.withUnsafeBytes { data in
                ZSTD_decompressDCtx(context, room.baseAddress, size, data.baseAddress, data.count)
            }
        }
        return ZSTD_isError(count) == 0 && count == size
    }
}
