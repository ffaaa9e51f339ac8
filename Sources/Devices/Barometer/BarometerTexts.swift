/// Everything in the barometer's room that reads bytes from outside, for a fuzzer to try.
package enum BarometerTexts {
    /// Gives the bytes to each reader; the outcome does not matter, only that there is one.
    ///
    /// Returns how many of the readers took them, so that nothing is left out as useless.
    @discardableResult
    package static func take(_ bytes: [UInt8]) -> Int {
        let readers: [([UInt8]) -> Bool] = [
            { AttributeText.word($0) != nil }, { KernelBarometer.pascals(processed: $0) != nil }, scaled, bmp280,
            bmp388,
            ms5611, dps310,
        ]
        return readers.count { $0(bytes) }
    }

    private static func scaled(_ bytes: [UInt8]) -> Bool {
        let parts = bytes.split(separator: 0x0A, maxSplits: 2, omittingEmptySubsequences: false).map(Array.init)
        guard parts.count == 3 else { return false }
        return KernelBarometer.pascals(raw: parts[0], offset: parts[1], scale: parts[2]) != nil
    }

    private static func bmp280(_ bytes: [UInt8]) -> Bool {
        guard bytes.count >= 30 else { return false }
        do throws(ChipFault) {
            let formula = try BMP280Formula(Array(bytes[..<24]))
            let fine = formula.fine(Double(ByteFields.big(bytes, 27, 3) >> 4))
            return try formula.pascals(Double(ByteFields.big(bytes, 24, 3) >> 4), fine: fine).isFinite
        } catch { return false }
    }

    private static func bmp388(_ bytes: [UInt8]) -> Bool {
        guard bytes.count >= 27 else { return false }
        do throws(ChipFault) {
            let formula = try BMP388Formula(Array(bytes[..<21]))
            let celsius = formula.celsius(Double(ByteFields.little(bytes, 21, 3)))
            return formula.pascals(Double(ByteFields.little(bytes, 24, 3)), celsius: celsius).isFinite
        } catch { return false }
    }

    private static func ms5611(_ bytes: [UInt8]) -> Bool {
        guard bytes.count >= 22 else { return false }
        do throws(ChipFault) {
            let words = (0..<8).map { UInt16(ByteFields.big(bytes, 2 * $0, 2)) }
            let formula = try MS5611Formula(memory: words, scales: .ms5611)
            let (pressure, temperature) = (ByteFields.big(bytes, 16, 3), ByteFields.big(bytes, 19, 3))
            return formula.working(pressure: Double(pressure), temperature: Double(temperature)).pascals.isFinite
        } catch { return false }
    }

    private static func dps310(_ bytes: [UInt8]) -> Bool {
        guard bytes.count >= 24 else { return false }
        do throws(ChipFault) {
            let formula = try DPS310Formula(Array(bytes[..<18]))
            let (p, t) = (ByteFields.big(bytes, 18, 3), ByteFields.big(bytes, 21, 3))
            return formula.pascals(Double(p) / 253_952, Double(t) / 524_288).isFinite
        } catch { return false }
    }
}
