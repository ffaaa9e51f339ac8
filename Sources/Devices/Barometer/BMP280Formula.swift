/// The trimming data of a BMP280 or BME280 and what is computed with them (Bosch BST-BMP280-DS001, 3.11.3 and 8.1).
package struct BMP280Formula: Equatable, Sendable {
    /// T1 to T3.
    package var temperature: [Double]
    /// P1 to P9.
    package var pressure: [Double]

    /// Takes trimming numbers, T1 to T3 and P1 to P9.
    package init(temperature: [Double], pressure: [Double]) {
        precondition(temperature.count == 3 && pressure.count == 9, "T1 to T3 and P1 to P9")
        self.temperature = temperature
        self.pressure = pressure
    }

    /// Reads the 24 bytes of registers 0x88 to 0x9F; throws `.trimming` where they cannot be right.
    package init(_ bytes: [UInt8]) throws(ChipFault) {
        guard bytes.count == 24, !ByteFields.areAlike(bytes) else { throw .trimming }
        let words = (0..<12).map { word in
            word == 0 || word == 3 ? ByteFields.unsigned16(bytes, 2 * word) : ByteFields.little16(bytes, 2 * word)
        }
        guard words[0] != 0, words[1] != 0, words[3] != 0 else { throw .trimming }
        self.init(temperature: Array(words[..<3]), pressure: Array(words[3...]))
    }

    /// The fine temperature of a raw one, in 1/5120 °C.
    ///
    /// Worked (DS001 3.12): 519888 with T 27504, 26435, −1000 is 128422.287, which is 25.08 °C.
    package func fine(_ raw: Double) -> Double {
        let first = (raw / 16384 - temperature[0] / 1024) * temperature[1]
        let second = raw / 131072 - temperature[0] / 8192
        return first + second * second * temperature[2]
    }

    /// The pressure in pascals of a raw one, 20 bits, at a fine temperature.
    ///
    /// Worked (DS001 3.12): 415148 at 128422.287 is 100653.27 Pa. Throws `.impossible` where the data would divide by
    /// zero.
    package func pascals(_ raw: Double, fine: Double) throws(ChipFault) -> Double {
        let deviation = fine / 2 - 64000
        var offset = deviation * deviation * pressure[5] / 32768 + deviation * pressure[4] * 2
        offset = offset / 4 + pressure[3] * 65536
        let slope = (pressure[2] * deviation * deviation / 524288 + pressure[1] * deviation) / 524288
        let sensitivity = (1 + slope / 32768) * pressure[0]
        guard sensitivity != 0 else { throw .impossible }
        let rough = (1_048_576 - raw - offset / 4096) * 6250 / sensitivity
        let square = pressure[8] * rough * rough / 2_147_483_648
        return rough + (square + rough * pressure[7] / 32768 + pressure[6]) / 16
    }
}
