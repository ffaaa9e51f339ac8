/// The block in which host and camera agree on a stream (USB Video Class 1.5 §4.3.1.1), as probe and as commit.
///
/// It is 26, 34 or 48 bytes long by the version of the standard; whatever a camera sends of it, 26 bytes or more, is
/// read, and fields that are missing stay 0.
package struct ProbeBlock: Equatable, Sendable {
    /// Which fields the camera shall keep: bit 0 the interval.
    package var hint: UInt16 = 0
    /// The number of the format.
    package var formatIndex: UInt8 = 0
    /// The number of the frame size.
    package var frameIndex: UInt8 = 0
    /// The time between two frames in units of 100 ns.
    package var interval: UInt32 = 0
    /// The most bytes of a frame, as the camera says; may be 0 or nonsense.
    package var maximumFrameBytes: UInt32 = 0
    /// The most bytes of a payload, header included, as the camera says.
    package var maximumPayloadBytes: UInt32 = 0
    /// Ticks a second of the stamps in payload headers; 0 where the block is too short to say.
    package var clockHertz: UInt32 = 0
    /// What payload headers promise: bit 0 that FID toggles, bit 1 that EOF ends frames.
    package var framing: UInt8 = 0
    /// The bytes as they were read, so that fields of no concern here go back unchanged.
    private var carried = [UInt8](repeating: 0, count: 48)

    /// An empty block.
    package init() {}

    /// Reads an answer; nil where it has fewer than 26 bytes.
    package init?(_ bytes: [UInt8]) {
        guard bytes.count >= 26 else { return nil }
        carried.replaceSubrange(0..<min(48, bytes.count), with: bytes.prefix(48))
        let block = carried[...]
        hint = LittleEndian.word(block, 0) ?? 0
        formatIndex = bytes[2]
        frameIndex = bytes[3]
        interval = LittleEndian.long(block, 4) ?? 0
        maximumFrameBytes = LittleEndian.long(block, 18) ?? 0
        maximumPayloadBytes = LittleEndian.long(block, 22) ?? 0
        clockHertz = LittleEndian.long(block, 26) ?? 0
        framing = LittleEndian.byte(block, 30) ?? 0
    }

    /// The length of the block for a version of the standard: 26 below 1.10, 34 below 1.50, else 48.
    package static func length(version: UInt16) -> Int {
        version < 0x0110 ? 26 : version < 0x0150 ? 34 : 48
    }

    /// The block in so many bytes, 26, 34 or 48.
    package func encoded(length: Int) -> [UInt8] {
        var bytes = carried
        func put(_ value: UInt32, at offset: Int, count: Int) {
            for byte in 0..<count { bytes[offset + byte] = UInt8(truncatingIfNeeded: value >> (8 * byte)) }
        }
        put(UInt32(hint), at: 0, count: 2)
        put(UInt32(formatIndex), at: 2, count: 1)
        put(UInt32(frameIndex), at: 3, count: 1)
        put(interval, at: 4, count: 4)
        put(maximumFrameBytes, at: 18, count: 4)
        put(maximumPayloadBytes, at: 22, count: 4)
        put(clockHertz, at: 26, count: 4)
        put(UInt32(framing), at: 30, count: 1)
        return Array(bytes.prefix(min(max(length, 26), 48)))
    }

    /// Compares what the block says, without the fields of no concern.
    package static func == (left: ProbeBlock, right: ProbeBlock) -> Bool {
        left.encoded(length: 48) == right.encoded(length: 48)
    }

    /// What to ask for: the mode, its interval kept, sizes left to the camera.
    package func asking(for mode: DepthMode) -> ProbeBlock {
        var block = self
        block.hint = 1
        block.formatIndex = mode.formatIndex
        block.frameIndex = mode.frameIndex
        block.interval = mode.interval
        block.maximumFrameBytes = 0
        block.maximumPayloadBytes = 0
        return block
    }

    /// Whether the camera grants the mode that was asked for.
    package func grants(_ mode: DepthMode) -> Bool {
        formatIndex == mode.formatIndex && frameIndex == mode.frameIndex && interval == mode.interval
    }

    /// The most bytes of a payload with its header, made sensible.
    ///
    /// Cameras that fill the upper half with ones mean the lower half, as Linux takes it; 0, or more than a frame with
    /// the longest header, becomes a frame with the longest header (255 bytes).
    package func payloadBytes(for mode: DepthMode) -> Int {
        let whole = mode.frameBytes + 255
        let said = maximumPayloadBytes >> 16 == 0xFFFF ? maximumPayloadBytes & 0xFFFF : maximumPayloadBytes
        return said == 0 || Int(said) > whole ? whole : Int(said)
    }
}
