import ChipModels
import Devices
import Testing

/// Bytes from outside, whatever they are.
@Suite struct BarometerTextsTests {
    /// Good bytes of each kind, to begin from.
    private static let seeds: [[UInt8]] = [
        Array("100.653253906\n".utf8), Array("4150272\n0\n0.0000244140625\n".utf8),
        BMP388Model.sampleTrimming + [1, 2, 3, 4, 5, 6],
        MS5611Model.sampleMemory.flatMap { [UInt8($0 >> 8), UInt8($0 & 0xFF)] } + [0x8A, 0xA1, 0x9A, 0x82, 0xC1, 0x3E],
        DPS310Model.sampleCoefficients + [1, 2, 3, 4, 5, 6],
        [0x70, 0x6B, 0x43, 0x67, 0x18, 0xFC, 0x7D, 0x8E, 0x43, 0xD6, 0xD0, 0x0B, 0x27, 0x0B, 0x8C, 0, 0xF9, 0xFF]
            + [0x8C, 0x3C, 0xF8, 0xC6, 0x70, 0x17, 0x65, 0x5A, 0xC0, 0x7E, 0xED, 0],
    ]

    @Test func `each reader takes good bytes`() {
        #expect(Self.seeds.allSatisfy { BarometerTexts.take($0) > 0 })
        #expect(BarometerTexts.take([]) == 0)
    }

    @Test(arguments: 0..<40) func `no bytes bring a reader down`(seed: Int) {
        var dice = Dice(seed: UInt64(seed))
        for _ in 0..<500 {
            var bytes = Self.seeds[dice.below(Self.seeds.count)]
            for _ in 0..<dice.below(6) {
                switch dice.below(4) {
                case 0 where !bytes.isEmpty: bytes.remove(at: dice.below(bytes.count))
                case 1: bytes.insert(UInt8(dice.below(256)), at: dice.below(bytes.count + 1))
                case 2 where !bytes.isEmpty: bytes[dice.below(bytes.count)] = [0, 0x7F, 0x80, 0xFF][dice.below(4)]
                case 3 where !bytes.isEmpty: bytes[dice.below(bytes.count)] ^= 1 << UInt8(dice.below(8))
                default: break
                }
            }
            #expect((0...7).contains(BarometerTexts.take(bytes)))
        }
    }
}
