/// Payloads as a camera sends them, built from words.
package struct PayloadModel: Equatable, Sendable {
    /// The bit that toggles with every frame.
    package var frameID: Int
    /// Whether the frame ends with the payload.
    package var endsFrame: Bool
    /// Whether the camera says that something went wrong.
    package var hasError: Bool
    /// The stamp; nil for none.
    package var presentationTime: UInt32?
    /// The camera's clock; nil for none.
    package var sourceClock: UInt32?
    /// What stands behind the standard fields.
    package var metadata: [UInt8]
    /// The pixels.
    package var pixels: [UInt8]

    /// Makes a payload.
    package init(
        frameID: Int, endsFrame: Bool = false, hasError: Bool = false, presentationTime: UInt32? = nil,
        sourceClock: UInt32? = nil, metadata: [UInt8] = [], pixels: [UInt8] = []
    ) {
        self.frameID = frameID
        self.endsFrame = endsFrame
        self.hasError = hasError
        self.presentationTime = presentationTime
        self.sourceClock = sourceClock
        self.metadata = metadata
        self.pixels = pixels
    }

    /// The payload's bytes; bit 7 of the flags is always set, as cameras do.
    package var bytes: [UInt8] {
        var flags: UInt8 = 0x80 | UInt8(frameID & 1)
        if endsFrame { flags |= 0x02 }
        if presentationTime != nil { flags |= 0x04 }
        if sourceClock != nil { flags |= 0x08 }
        if hasError { flags |= 0x40 }
        var header: [UInt8] = [0, flags]
        if let presentationTime { header += DescriptorBytes.long(Int(presentationTime)) }
        if let sourceClock { header += DescriptorBytes.long(Int(sourceClock)) + [0, 0] }
        header += metadata
        header[0] = UInt8(header.count)
        return header + pixels
    }
}

/// The metadata of D400 cameras, built from words.
package enum MetadataModel {
    /// The block "capture timing": counter, microseconds to the middle of the exposure, exposure.
    package static func timing(counter: UInt32, middle: UInt32 = 0, exposure: UInt32 = 0, flags: Int = 0xFF) -> [UInt8]
    {
        block(0x8000_0001, [2, flags, Int(counter), Int(middle), 0, Int(exposure), 0, 0])
    }

    /// The block "depth control": laser power in milliwatts and the emitter's mode.
    package static func control(laser: UInt32, emitter: UInt8, flags: Int = 0xFFFF) -> [UInt8] {
        block(0x8000_0000, [2, flags, 0, 0, Int(laser), 0, 0, 0, 0, 0, 0, 0, Int(emitter)])
    }

    /// A block of 32-bit numbers with its identifier and its size.
    package static func block(_ id: Int, _ numbers: [Int]) -> [UInt8] {
        DescriptorBytes.long(id) + DescriptorBytes.long(8 + 4 * numbers.count)
            + numbers.flatMap { DescriptorBytes.long($0) }
    }
}
