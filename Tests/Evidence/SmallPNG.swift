/// Small PNG images put together chunk by chunk, also such as nobody should read as depth.
public enum SmallPNG {
    /// An image whose samples are all bytes of 5: 1285 where there are 16 bits, without compression.
    public static func image(bits: UInt8, colour: UInt8, width: Int, height: Int) -> [UInt8] {
        let channels = colour == 2 ? 3 : 1
        let row = [UInt8(0)] + [UInt8](repeating: 5, count: width * channels * Int(bits) / 8)
        return file(bits: bits, colour: colour, width, height, (0..<height).flatMap { _ in row })
    }

    /// A grey image of 16 bits a sample.
    public static func depth(width: Int, height: Int, samples: [UInt16]) -> [UInt8] {
        var rows: [UInt8] = []
        for row in 0..<height {
            rows.append(0)
            for sample in samples[row * width..<(row + 1) * width] {
                rows += [UInt8(sample >> 8), UInt8(sample & 255)]
            }
        }
        return file(bits: 16, colour: 0, width, height, rows)
    }

    private static func file(bits: UInt8, colour: UInt8, _ width: Int, _ height: Int, _ rows: [UInt8]) -> [UInt8] {
        let header = big(width) + big(height) + [bits, colour, 0, 0, 0]
        return [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A] + chunk("IHDR", header)
            + chunk("IDAT", stored(rows)) + chunk("IEND", [])
    }

    private static func big(_ value: Int) -> [UInt8] {
        (0..<4).map { UInt8(truncatingIfNeeded: value >> (24 - 8 * $0)) }
    }

    private static func chunk(_ kind: String, _ body: [UInt8]) -> [UInt8] {
        let named = Array(kind.utf8) + body
        var sum = UInt32.max
        for byte in named {
            sum ^= UInt32(byte)
            for _ in 0..<8 { sum = sum & 1 == 1 ? sum >> 1 ^ 0xEDB8_8320 : sum >> 1 }
        }
        return big(body.count) + named + big(Int(~sum))
    }

    /// A zlib stream of stored blocks.
    private static func stored(_ bytes: [UInt8]) -> [UInt8] {
        var (low, high) = (1, 0)
        for byte in bytes {
            low = (low + Int(byte)) % 65_521
            high = (high + low) % 65_521
        }
        var stream: [UInt8] = [0x78, 0x01]
        var rest = bytes[...]
        repeat {
            let block = rest.prefix(65_535)
            rest = rest.dropFirst(block.count)
            let count = [UInt8(block.count & 255), UInt8(block.count >> 8)]
            stream += [rest.isEmpty ? 1 : 0] + count + count.map { ~$0 } + block
        } while !rest.isEmpty
        return stream + big(high << 16 | low)
    }
}
