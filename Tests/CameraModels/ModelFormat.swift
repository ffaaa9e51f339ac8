/// A size of frame that a model camera offers, with its rates.
package struct ModelFrame: Equatable, Sendable {
    /// Columns.
    package var width: Int
    /// Rows.
    package var height: Int
    /// Frames a second, the fastest first.
    package var rates: [Int]

    /// Makes a size.
    package init(_ width: Int, _ height: Int, _ rates: [Int]) {
        self.width = width
        self.height = height
        self.rates = rates
    }

    /// The time between two frames in 100 ns, as real firmware rounds it: 6 Hz are five times 30 Hz.
    package static func interval(_ rate: Int) -> Int { rate == 6 ? 1_666_665 : 10_000_000 / rate }
}

/// A pixel format that a model camera offers.
package struct ModelFormat: Equatable, Sendable {
    /// The 16 bytes that name it.
    package var identifier: [UInt8]
    /// Bits of a pixel.
    package var bits: Int
    /// Whether it is described as frame-based, as D400 cameras do, or as uncompressed.
    package var isFrameBased: Bool
    /// The sizes.
    package var frames: [ModelFrame]

    /// Makes a format from its identifier.
    package init(identifier: [UInt8], bits: Int, isFrameBased: Bool = true, frames: [ModelFrame]) {
        self.identifier = identifier
        self.bits = bits
        self.isFrameBased = isFrameBased
        self.frames = frames
    }

    /// Makes a format that is named by four letters, or by the four bytes of a number.
    package init(_ head: [UInt8], bits: Int, isFrameBased: Bool = true, frames: [ModelFrame]) {
        self.init(identifier: head + Self.tail, bits: bits, isFrameBased: isFrameBased, frames: frames)
    }

    private static let tail: [UInt8] = [
        0x00, 0x00, 0x10, 0x00, 0x80, 0x00, 0x00, 0xAA, 0x00, 0x38, 0x9B, 0x71,
    ]

    /// Appends the format, its sizes and the colour descriptor that follows them.
    func append(to list: inout DescriptorBytes, index: Int) {
        let head: [UInt8] = [UInt8(index), UInt8(frames.count)] + identifier + [UInt8(bits), 1, 0, 0, 0, 0]
        list.add(0x24, isFrameBased ? [0x10] + head + [0] : [0x04] + head)
        for (number, frame) in frames.enumerated() { append(frame, to: &list, index: number + 1) }
        list.add(0x24, [0x0D, 0, 0, 0])
    }

    private func append(_ frame: ModelFrame, to list: inout DescriptorBytes, index: Int) {
        let line = frame.width * bits / 8
        let bitsOfFrame = frame.width * frame.height * bits
        var body: [UInt8] = [isFrameBased ? 0x11 : 0x05, UInt8(index), 0]
        body += DescriptorBytes.word(frame.width) + DescriptorBytes.word(frame.height)
        body += DescriptorBytes.long(bitsOfFrame * (frame.rates.last ?? 1))
        body += DescriptorBytes.long(bitsOfFrame * (frame.rates.first ?? 1))
        if !isFrameBased { body += DescriptorBytes.long(line * frame.height) }
        body += DescriptorBytes.long(ModelFrame.interval(frame.rates.first ?? 30)) + [UInt8(frame.rates.count)]
        if isFrameBased { body += DescriptorBytes.long(line) }
        for rate in frame.rates { body += DescriptorBytes.long(ModelFrame.interval(rate)) }
        list.add(0x24, body)
    }
}
