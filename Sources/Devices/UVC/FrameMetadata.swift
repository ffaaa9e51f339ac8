/// What a camera says of a frame in the header of its payloads.
package struct FrameMetadata: Equatable, Sendable {
    /// Which layout the vendor's part has.
    package enum Layout: String, CaseIterable, Sendable {
        /// None that is known.
        case none
        /// Blocks of identifier, size and content, as D400 cameras send them.
        case blocks
        /// Orbbec's 330 series: the counter first, without a block around it.
        case orbbec
    }

    /// The camera's own number of the frame; a gap is a lost frame.
    package var frameCounter: UInt32?
    /// Microseconds from the start of the frame to the middle of its exposure.
    package var exposureMiddleMicroseconds: UInt32?
    /// Microseconds of exposure.
    package var exposureMicroseconds: UInt32?
    /// Power of the laser in milliwatts.
    package var laserMilliwatts: UInt32?
    /// How the emitter stood: 0 off, 1 laser, 2 automatic, 3 lamp.
    package var emitterMode: UInt8?

    /// Nothing known.
    package init() {}

    /// Reads what stands behind the standard fields of a header; `bytes` ends with the header.
    ///
    /// Blocks are walked by their sizes, and a size below 8 or past the end stops the walk. A field counts only where
    /// the block's flags say that it is valid. Nothing is allocated.
    package init(_ bytes: UnsafeRawBufferPointer, layout: Layout) {
        switch layout {
        case .none: break
        case .orbbec: frameCounter = Self.long(bytes, 0)
        case .blocks: readBlocks(bytes)
        }
    }

    /// Whether the emitter was off while the frame was taken: stereo matching then has less to go by.
    package var isEmitterOff: Bool { emitterMode == 0 || laserMilliwatts == 0 }

    private mutating func readBlocks(_ bytes: UnsafeRawBufferPointer) {
        var start = 0
        while let id = Self.long(bytes, start), let size = Self.long(bytes, start + 4), size >= 8,
            Int(size) <= bytes.count - start
        {
            let block = UnsafeRawBufferPointer(rebasing: bytes[start..<start + Int(size)])
            switch id {
            case 0x8000_0001: readTiming(block)
            case 0x8000_0000: readControl(block)
            default: break
            }
            start += Int(size)
        }
    }

    /// Capture timing: the fields follow the version and the flags, bit 0 for the first of them.
    private mutating func readTiming(_ block: UnsafeRawBufferPointer) {
        guard let flags = Self.long(block, 12) else { return }
        if flags & 1 != 0 { frameCounter = Self.long(block, 16) }
        if flags & 2 != 0 { exposureMiddleMicroseconds = Self.long(block, 20) }
        if flags & 8 != 0 { exposureMicroseconds = Self.long(block, 28) }
    }

    /// Depth control: gain, exposure, laser power, two modes, four borders, preset, emitter.
    private mutating func readControl(_ block: UnsafeRawBufferPointer) {
        guard let flags = Self.long(block, 12) else { return }
        if flags & 4 != 0 { laserMilliwatts = Self.long(block, 24) }
        if flags & 1 << 10 != 0, block.count > 56 { emitterMode = block[56] }
    }

    private static func long(_ bytes: UnsafeRawBufferPointer, _ offset: Int) -> UInt32? {
        guard bytes.count - 4 >= offset else { return nil }
        return UInt32(littleEndian: bytes.loadUnaligned(fromByteOffset: offset, as: UInt32.self))
    }
}
