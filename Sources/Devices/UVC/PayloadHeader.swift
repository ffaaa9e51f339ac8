/// The head of a payload (USB Video Class 1.5 §2.4.3.3): what belongs together, where frames end, and when it was.
package struct PayloadHeader: Equatable, Sendable {
    /// Bytes of the header, itself included: the pixels begin there.
    package var length: Int
    /// Toggles with every frame.
    package var frameID: UInt8
    /// Whether the frame ends with this payload.
    package var endsFrame: Bool
    /// Whether the camera says that something went wrong in this frame.
    package var hasError: Bool
    /// When the frame was begun, in ticks of the camera; nil where it is not told.
    package var presentationTime: UInt32?
    /// The camera's clock when the payload was made, in ticks; nil where it is not told.
    package var sourceClock: UInt32?
    /// Where the vendor's metadata begin: behind the standard fields.
    package var metadataStart: Int

    /// Reads the head of a payload; nil where it says that it is shorter than its own fields, or longer than the
    /// payload.
    package init?(_ payload: UnsafeRawBufferPointer) {
        guard payload.count >= 2 else { return nil }
        let flags = payload[1]
        length = Int(payload[0])
        let hasTime = flags & 0x04 != 0
        let hasClock = flags & 0x08 != 0
        metadataStart = 2 + (hasTime ? 4 : 0) + (hasClock ? 6 : 0)
        guard length >= metadataStart, length <= payload.count else { return nil }
        frameID = flags & 1
        endsFrame = flags & 0x02 != 0
        hasError = flags & 0x40 != 0
        presentationTime = hasTime ? Self.long(payload, 2) : nil
        sourceClock = hasClock ? Self.long(payload, hasTime ? 6 : 2) : nil
    }

    private static func long(_ bytes: UnsafeRawBufferPointer, _ offset: Int) -> UInt32 {
        UInt32(littleEndian: bytes.loadUnaligned(fromByteOffset: offset, as: UInt32.self))
    }
}
