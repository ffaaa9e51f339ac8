/// The trimming data of a BMP388 or BMP390 and what is computed with them (Bosch BST-BMP388-DS001, 8.4 to 8.6).
package struct BMP388Formula: Equatable, Sendable {
    private let temperature: [Double]
    private let pressure: [Double]

    /// Reads the 21 bytes of registers 0x31 to 0x45; throws `.trimming` where they cannot be right.
    package init(_ bytes: [UInt8]) throws(ChipFault) {
        guard bytes.count == 21, !ByteFields.areAlike(bytes) else { throw .trimming }
        let (first, second) = (ByteFields.unsigned16(bytes, 0), ByteFields.unsigned16(bytes, 2))
        guard first != 0, second != 0 else { throw .trimming }
        func scaled(_ value: Double, _ power: Int) -> Double {
            value * Double(sign: .plus, exponent: power, significand: 1)
        }
        temperature = [scaled(first, 8), scaled(second, -30), scaled(ByteFields.signed8(bytes, 4), -48)]
        pressure = [
            scaled(ByteFields.little16(bytes, 5) - 16384, -20), scaled(ByteFields.little16(bytes, 7) - 16384, -29),
            scaled(ByteFields.signed8(bytes, 9), -32), scaled(ByteFields.signed8(bytes, 10), -37),
            scaled(ByteFields.unsigned16(bytes, 11), 3), scaled(ByteFields.unsigned16(bytes, 13), -6),
            scaled(ByteFields.signed8(bytes, 15), -8), scaled(ByteFields.signed8(bytes, 16), -15),
            scaled(ByteFields.little16(bytes, 17), -48), scaled(ByteFields.signed8(bytes, 19), -48),
            scaled(ByteFields.signed8(bytes, 20), -65),
        ]
    }

    /// The temperature in °C of a raw one, 24 bits.
    ///
    /// Worked: with the trimming bytes 366bd44af6f8020afc23008a629577f3f624401cc4, 8387584 is 24.222 °C.
    package func celsius(_ raw: Double) -> Double {
        let difference = raw - temperature[0]
        return difference * temperature[1] + difference * difference * temperature[2]
    }

    /// The pressure in pascals of a raw one, 24 bits, at a temperature.
    ///
    /// Worked: with the same trimming, 6911488 at 24.222 °C is 107350.0756 Pa.
    package func pascals(_ raw: Double, celsius t: Double) -> Double {
        let offset = pressure[4] + t * (pressure[5] + t * (pressure[6] + t * pressure[7]))
        let slope = pressure[0] + t * (pressure[1] + t * (pressure[2] + t * pressure[3]))
        let square = pressure[8] + t * pressure[9]
        return offset + raw * (slope + raw * (square + raw * pressure[10]))
    }
}
