import CPNGImage
import Readings

/// A depth plane as it lies in a file: 16-bit samples, row by row, without unit or time.
package struct DepthImage: Equatable, Sendable {
    /// The longest side that is accepted, in pixels.
    package static let sideLimit = 16_384
    /// The most pixels that are accepted: 128 MiB of samples.
    package static let pixelLimit = 1 << 26

    /// Columns, at least 1.
    package let width: Int
    /// Rows, at least 1.
    package let height: Int
    /// `width × height` samples, row by row; 0 is a hole.
    package let samples: [UInt16]

    /// Takes a plane; nil where `samples` is not `width × height` of them, or a side is not positive.
    package init?(width: Int, height: Int, samples: [UInt16]) {
        guard width > 0, height > 0, samples.count / width == height, samples.count % width == 0 else { return nil }
        self.width = width
        self.height = height
        self.samples = samples
    }

    /// Decodes a 16-bit grey PNG, interlaced or not; `file` names it in errors.
    ///
    /// Refuses colour, palette and 8-bit images, images that are cut short or damaged anywhere, and bytes behind the
    /// image's end, each with its own ``DepthImageError/Problem``.
    package init(png bytes: [UInt8], file: String) throws(DepthImageError) {
        var header = grey_png_header()
        var message = Message()
        let status = message.withBytes { grey_png_header_read(bytes, bytes.count, &header, $0) }
        guard status == 0 else { throw Self.failure(status, bytes, message, file) }
        guard header.colour == 0 else { throw DepthImageError(file: file, problem: .colour(type: Int(header.colour))) }
        guard header.bits == 16 else { throw DepthImageError(file: file, problem: .bits(Int(header.bits))) }
        let pixels = try Self.pixels(width: Int(header.width), height: Int(header.height), file: file)
        var used = 0
        var decoded: Int32 = 0
        samples = [UInt16](unsafeUninitializedCapacity: pixels) { buffer, count in
            decoded = message.withBytes {
                grey_png_read(bytes, bytes.count, header.width, header.height, buffer.baseAddress, &used, $0)
            }
            count = decoded == 0 ? pixels : 0
        }
        guard decoded == 0 else { throw Self.failure(decoded, bytes, message, file) }
        guard used == bytes.count else {
            throw DepthImageError(file: file, problem: .trailing(used: used, found: bytes.count))
        }
        width = Int(header.width)
        height = Int(header.height)
    }

    /// Takes a raw plane of little-endian 16-bit samples; its length must be exactly `width × height × 2` bytes.
    package init(raw bytes: [UInt8], width: Int, height: Int, file: String) throws(DepthImageError) {
        let pixels = try Self.pixels(width: width, height: height, file: file)
        guard bytes.count == pixels * 2 else {
            throw DepthImageError(
                file: file, problem: .length(expected: pixels * 2, found: bytes.count, width: width, height: height))
        }
        self.width = width
        self.height = height
        samples = [UInt16](unsafeUninitializedCapacity: pixels) { buffer, count in
            bytes.withUnsafeBytes { raw in
                for index in 0..<pixels {
                    buffer[index] = UInt16(
                        littleEndian: raw.loadUnaligned(fromByteOffset: index * 2, as: UInt16.self))
                }
            }
            count = pixels
        }
    }

    /// A frame of this plane.
    package func frame(
        depthUnit: Double, confidence: [UInt8]? = nil, sequence: UInt64 = 0, cameraTime: Duration? = nil,
        arrival: Instant = .start
    ) -> DepthFrame {
        DepthFrame(
            width: width, height: height, depthUnit: depthUnit, samples: samples, confidence: confidence,
            sequence: sequence, cameraTime: cameraTime, arrival: arrival)
    }

    /// The plane as a 16-bit grey PNG; `level` is zlib's, 0 (fast) to 9 (small).
    package func png(level: Int = 3) throws(DepthImageError) -> [UInt8] {
        precondition((0...9).contains(level))
        let pixels = try Self.pixels(width: width, height: height, file: "image")
        precondition(pixels == samples.count)
        var bytes: UnsafeMutablePointer<UInt8>?
        var count = 0
        let status = grey_png_write(samples, UInt32(width), UInt32(height), Int32(level), &bytes, &count)
        defer { grey_png_free(bytes) }
        guard status == 0 else { throw DepthImageError(file: "image", problem: .memory) }
        return [UInt8](UnsafeBufferPointer(start: bytes, count: count))
    }

    /// The number of pixels of an acceptable size.
    static func pixels(width: Int, height: Int, file: String) throws(DepthImageError) -> Int {
        let sides = 1...sideLimit
        guard sides.contains(width), sides.contains(height), width * height <= pixelLimit else {
            throw DepthImageError(
                file: file, problem: .size(width: width, height: height, limit: sideLimit, pixelLimit: pixelLimit))
        }
        return width * height
    }

    private static func failure(
        _ status: Int32, _ bytes: [UInt8], _ message: Message, _ file: String
    ) -> DepthImageError {
        let problem: DepthImageError.Problem =
            switch PNGFailure(status) {
            case .notPNG: .notPNG
            case .truncated: .truncated(found: bytes.count)
            case .memory: .memory
            case .damaged: .damaged(message.text)
            }
        return DepthImageError(file: file, problem: problem)
    }
}
