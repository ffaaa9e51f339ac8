import Perception
import Readings

/// A depth picture as the page gets it: a short head of numbers, then a byte for each pixel, then a bit for each.
enum PictureBytes {
    /// The form of the bytes; the page refuses another.
    static let form: UInt16 = 1

    /// The bytes of a picture.
    ///
    /// All numbers are little-endian and 16 bits wide: form, columns, rows, the frame's columns and rows, the region's
    /// x, y, width and height in the frame, the reading in millimetres (65,535 where there is none), the least and the
    /// greatest distance in millimetres. Pixels: 0 nothing, 1 not usable, 2 to 255 nearest to farthest. Bits, the
    /// lowest first: whether the pixel decided.
    static func bytes(_ picture: DepthPicture, isDeciding: [Bool]) -> [UInt8] {
        var reading = 65_535.0
        if case .surface(let metres) = picture.reading { reading = metres * 1000 }
        let head = [
            Double(form), Double(picture.width), Double(picture.height), Double(picture.frame.width),
            Double(picture.frame.height), Double(picture.region.x), Double(picture.region.y),
            Double(picture.region.width), Double(picture.region.height), reading, picture.range.nearest * 1000,
            picture.range.farthest * 1000,
        ].map { UInt16(min(65_535, max(0, $0.rounded()))) }
        var bytes = head.flatMap { [UInt8(truncatingIfNeeded: $0), UInt8(truncatingIfNeeded: $0 >> 8)] }
        bytes += picture.pixels
        var bits = [UInt8](repeating: 0, count: (isDeciding.count + 7) / 8)
        for (index, decides) in isDeciding.enumerated() where decides {
            bits[index >> 3] |= 1 << UInt8(index & 7)
        }
        return bytes + bits
    }
}
