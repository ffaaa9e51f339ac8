import Evidence
import Readings
import Recordings
import Testing

/// Small PNG images put together chunk by chunk, so that the decoder is not tested with its own encoder.
enum HandmadePNG {
    static let signature: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]

    static func big(_ value: Int) -> [UInt8] { (0..<4).map { UInt8(truncatingIfNeeded: value >> (24 - 8 * $0)) } }

    static func crc(_ bytes: [UInt8]) -> UInt32 {
        var sum = UInt32.max
        for byte in bytes {
            sum ^= UInt32(byte)
            for _ in 0..<8 { sum = sum & 1 == 1 ? sum >> 1 ^ 0xEDB8_8320 : sum >> 1 }
        }
        return ~sum
    }

    static func chunk(_ kind: String, _ body: [UInt8]) -> [UInt8] {
        let named = Array(kind.utf8) + body
        return big(body.count) + named + big(Int(crc(named)))
    }

    /// A zlib stream of one stored block.
    static func stored(_ bytes: [UInt8]) -> [UInt8] {
        var low = 1
        var high = 0
        for byte in bytes {
            low = (low + Int(byte)) % 65_521
            high = (high + low) % 65_521
        }
        let count = [UInt8(bytes.count & 255), UInt8(bytes.count >> 8)]
        return [0x78, 0x01, 0x01] + count + count.map { ~$0 } + bytes + big(high << 16 | low)
    }

    static func header(_ width: Int, _ height: Int, bits: UInt8 = 16, colour: UInt8 = 0, interlace: UInt8 = 0)
        -> [UInt8]
    {
        chunk("IHDR", big(width) + big(height) + [bits, colour, 0, 0, interlace])
    }

    /// An image whose rows (each with its filter byte) are `scanlines`.
    static func image(_ header: [UInt8], scanlines: [UInt8], extra: [UInt8] = []) -> [UInt8] {
        signature + header + extra + chunk("IDAT", stored(scanlines)) + chunk("IEND", [])
    }

    /// 2×2: 1, 258 / 65535, 0.
    static let small = image(
        header(2, 2), scanlines: [0, 0x00, 0x01, 0x01, 0x02, 0, 0xFF, 0xFF, 0x00, 0x00])
}

@Suite struct DepthImageTests {
    func problem(png bytes: [UInt8]) -> DepthImageError.Problem? {
        do throws(DepthImageError) {
            _ = try DepthImage(png: bytes, file: "x.png")
            return nil
        } catch {
            return error.problem
        }
    }

    @Test func `a PNG gives its samples in the host's byte order`() throws {
        let image = try DepthImage(png: HandmadePNG.small, file: "x.png")
        #expect(image.width == 2 && image.height == 2)
        #expect(image.samples == [1, 258, 65_535, 0])
    }

    @Test func `an interlaced PNG gives the same samples`() throws {
        // 2×2 in Adam7: pass 1 holds (0,0), pass 6 holds (1,0), pass 7 holds the second row.
        let lines: [UInt8] = [0, 0x00, 0x01, 0, 0x01, 0x02, 0, 0xFF, 0xFF, 0x00, 0x00]
        let bytes = HandmadePNG.image(HandmadePNG.header(2, 2, interlace: 1), scanlines: lines)
        #expect(try DepthImage(png: bytes, file: "x.png").samples == [1, 258, 65_535, 0])
    }

    @Test(arguments: [(UInt8(2), 2), (3, 3), (4, 4), (6, 6)])
    func `a PNG with colour, palette or transparency is refused as such`(colour: UInt8, type: Int) {
        let bits: UInt8 = colour == 3 ? 8 : 16
        let palette = colour == 3 ? HandmadePNG.chunk("PLTE", [1, 2, 3]) : []
        let bytes = HandmadePNG.image(
            HandmadePNG.header(1, 1, bits: bits, colour: colour), scanlines: [0, 0, 0, 0, 0, 0, 0, 0, 0], extra: palette
        )
        #expect(problem(png: bytes) == .colour(type: type))
    }

    @Test(arguments: [UInt8(1), 2, 4, 8])
    func `realsenseai/librealsense#2910: a grey PNG of fewer bits is refused, not read as a quarter metre`(bits: UInt8)
    {
        let bytes = HandmadePNG.image(HandmadePNG.header(1, 1, bits: bits), scanlines: [0, 200])
        #expect(problem(png: bytes) == .bits(Int(bits)))
    }

    @Test func `a PNG cut anywhere is truncated, or too short to be one`() {
        let whole = HandmadePNG.small
        for length in 1..<whole.count {
            #expect(
                problem(png: Array(whole[..<length])) == .truncated(found: length), "cut to \(length) bytes")
        }
        #expect(problem(png: []) == .notPNG)
    }

    @Test func `one flipped bit anywhere is noticed`() {
        let whole = HandmadePNG.small
        for bit in 0..<whole.count * 8 {
            var bytes = whole
            bytes[bit / 8] ^= 1 << (bit % 8)
            #expect(problem(png: bytes) != nil, "bit \(bit % 8) of byte \(bit / 8)")
        }
    }

    @Test func `a wrong checksum is damage, in a chunk without samples too`() {
        var text = HandmadePNG.chunk("tEXt", Array("a\0b".utf8))
        text[text.count - 1] ^= 1
        let bytes = HandmadePNG.image(HandmadePNG.header(1, 1), scanlines: [0, 0, 1], extra: text)
        guard case .damaged(let how) = problem(png: bytes) else {
            Issue.record("not called damaged")
            return
        }
        #expect(how.contains("CRC"))
    }

    @Test func `bytes behind the end are refused, and where they begin is said`() {
        let whole = HandmadePNG.small
        #expect(problem(png: whole + [0]) == .trailing(used: whole.count, found: whole.count + 1))
        #expect(problem(png: whole + whole) == .trailing(used: whole.count, found: whole.count * 2))
    }

    @Test(arguments: [(16_385, 1), (1, 16_385), (16_384, 16_384), (2_147_483_647, 2_147_483_647)])
    func `a PNG beyond the limits is refused before its samples are read`(width: Int, height: Int) {
        let bytes = HandmadePNG.image(HandmadePNG.header(width, height), scanlines: [0, 0, 0])
        #expect(
            problem(png: bytes)
                == .size(
                    width: width, height: height, limit: DepthImage.sideLimit, pixelLimit: DepthImage.pixelLimit))
    }

    @Test func `an image without a side is damage`() {
        guard case .damaged = problem(png: HandmadePNG.image(HandmadePNG.header(0, 1), scanlines: [0])) else {
            Issue.record("not called damaged")
            return
        }
    }

    @Test func `a file that is no PNG is called so`() {
        #expect(problem(png: Array("P5 2 2 65535".utf8)) == .notPNG)
    }

    @Test(arguments: [(1, 1), (5, 3), (640, 480)]) func `what is written as PNG is read back`(width: Int, height: Int)
        throws
    {
        let samples = (0..<width * height).map { UInt16(truncatingIfNeeded: $0 &* 40_503 &+ 7) }
        let image = try #require(DepthImage(width: width, height: height, samples: samples))
        for level in [0, 3, 9] {
            #expect(try DepthImage(png: image.png(level: level), file: "x.png") == image)
        }
    }

    @Test func `a plane of another length than its size makes no image`() {
        #expect(DepthImage(width: 2, height: 2, samples: [1, 2, 3]) == nil)
        #expect(DepthImage(width: 2, height: 2, samples: [1, 2, 3, 4, 5]) == nil)
        #expect(DepthImage(width: 0, height: 2, samples: []) == nil)
        #expect(DepthImage(width: 2, height: -1, samples: []) == nil)
    }

    @Test func `a raw plane is little-endian`() throws {
        let image = try DepthImage(raw: [1, 0, 2, 1], width: 2, height: 1, file: "x.z16")
        #expect(image.samples == [1, 258])
    }

    @Test(arguments: [0, 3, 5, 8]) func `a raw plane too short or too long names both lengths`(length: Int) {
        let bytes = [UInt8](repeating: 0, count: length)
        #expect(
            throws: DepthImageError(file: "x.z16", problem: .length(expected: 4, found: length, width: 2, height: 1))
        ) {
            try DepthImage(raw: bytes, width: 2, height: 1, file: "x.z16")
        }
    }

    @Test(arguments: [(0, 1), (-1, 1), (1, Int.max), (Int.max, Int.max)])
    func `a raw plane needs a size within the limits`(width: Int, height: Int) {
        #expect(throws: DepthImageError.self) {
            try DepthImage(raw: [], width: width, height: height, file: "x.z16")
        }
    }

    @Test func `a frame of an image keeps its size and takes the unit given`() throws {
        let image = try DepthImage(png: HandmadePNG.small, file: "x.png")
        let frame = image.frame(depthUnit: 0.0001, confidence: [0, 1, 2, 0], sequence: 7)
        #expect(frame.samples == image.samples && frame.depthUnit == 0.0001 && frame.sequence == 7)
        #expect(throws: Never.self) { try frame.validate() }
    }
}
