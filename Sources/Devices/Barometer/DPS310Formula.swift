/// The coefficients of a DPS310 or SPL06-001 and what is computed with them (Infineon DPS310 sheet, 4.9).
package struct DPS310Formula: Equatable, Sendable {
    private let temperature: [Double]
    /// c00, c10, c20, c30, c01, c11, c21.
    private let pressure: [Double]

    /// Reads the 18 bytes of registers 0x10 to 0x21; throws `.trimming` where they cannot be right.
    package init(_ bytes: [UInt8]) throws(ChipFault) {
        guard bytes.count == 18, !ByteFields.areAlike(bytes) else { throw .trimming }
        func word(_ start: Int) -> Double { Double(ByteFields.signed(ByteFields.big(bytes, start, 2), bits: 16)) }
        let first = ByteFields.big(bytes, 0, 3)
        let second = UInt64(ByteFields.big(bytes, 3, 3)) << 16 | UInt64(ByteFields.big(bytes, 6, 2))
        temperature = [
            Double(ByteFields.signed(first >> 12, bits: 12)), Double(ByteFields.signed(first & 0xFFF, bits: 12)),
        ]
        pressure = [
            Double(ByteFields.signed(UInt32(second >> 20), bits: 20)),
            Double(ByteFields.signed(UInt32(second & 0xFFFFF), bits: 20)), word(12), word(16), word(8), word(10),
            word(14),
        ]
        guard pressure[0] > 0, pressure[1] < 0, temperature[1] != 0 else { throw .trimming }
    }

    /// What raw values are divided by, for 1, 2, 4 … 128 samples (sheet, table 9).
    package static let scale: [Double] = [
        524_288, 1_572_864, 3_670_016, 7_864_320, 253_952, 516_096, 1_040_384, 2_088_960,
    ]

    /// The temperature in °C of a scaled one.
    package func celsius(_ t: Double) -> Double { temperature[0] / 2 + temperature[1] * t }

    /// The pressure in pascals of scaled pressure and temperature.
    ///
    /// Worked: with the bytes 0cfeff13814f2f32f500051cda74005efa92, −96512/253952 and 163840/524288 are 97863.6056 Pa
    /// at 23.1875 °C.
    package func pascals(_ p: Double, _ t: Double) -> Double {
        pressure[0] + p * (pressure[1] + p * (pressure[2] + p * pressure[3])) + t * pressure[4]
            + t * p * (pressure[5] + p * pressure[6])
    }
}
