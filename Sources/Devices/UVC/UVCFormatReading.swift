/// Reads the descriptors of formats and of frame sizes (USB Video Class: Uncompressed 1.5 §3, Frame Based 1.5 §3).
enum UVCFormatReading {
    /// A format, uncompressed or frame-based; nil where it is too short to name its pixels.
    static func format(_ bytes: ArraySlice<UInt8>) -> UVCFormat? {
        guard let index = LittleEndian.byte(bytes, 3), let identifier = UVCIdentifier(bytes.dropFirst(5).prefix(16))
        else { return nil }
        return UVCFormat(
            index: index, identifier: identifier, pixelFormat: PixelFormat(identifier),
            bitsPerPixel: LittleEndian.byte(bytes, 21) ?? 0)
    }

    /// A frame size; nil where it is too short, or has no pixels.
    static func frame(_ bytes: ArraySlice<UInt8>, isFrameBased: Bool) -> UVCFrame? {
        guard let index = LittleEndian.byte(bytes, 3), let width = LittleEndian.word(bytes, 5),
            let height = LittleEndian.word(bytes, 7), width > 0, height > 0,
            let count = LittleEndian.byte(bytes, isFrameBased ? 21 : 25),
            let size = LittleEndian.long(bytes, isFrameBased ? 22 : 17),
            let preferred = LittleEndian.long(bytes, isFrameBased ? 17 : 21),
            let intervals = intervals(bytes, count: Int(count), preferred: preferred)
        else { return nil }
        let (product, overflow) = Int(size).multipliedReportingOverflow(by: isFrameBased ? Int(height) : 1)
        return UVCFrame(
            index: index, width: Int(width), height: Int(height), declaredBytes: overflow ? 0 : product,
            intervals: intervals)
    }

    /// The rates; where the list is cut short, those that are there, or the preferred one.
    private static func intervals(
        _ bytes: ArraySlice<UInt8>, count: Int, preferred: UInt32
    ) -> UVCFrame.Intervals? {
        if count == 0, let shortest = LittleEndian.long(bytes, 26), let longest = LittleEndian.long(bytes, 30),
            shortest > 0, longest >= shortest
        {
            return .range(shortest: shortest, longest: longest, step: LittleEndian.long(bytes, 34) ?? 0)
        }
        let list = (0..<count).compactMap { LittleEndian.long(bytes, 26 + 4 * $0) }.filter { $0 > 0 }
        if !list.isEmpty { return .discrete(list) }
        return preferred > 0 ? .discrete([preferred]) : nil
    }
}
