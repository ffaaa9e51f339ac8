import ChipModels
import Devices
import Testing

/// The formulas against the numbers that the makers' sheets and codes print.
@Suite struct ChipFormulaTests {
    private func bytes(_ text: String) -> [UInt8] {
        let digits = Array(text)
        return stride(from: 0, to: digits.count, by: 2).map { UInt8(String(digits[$0...$0 + 1]), radix: 16) ?? 0 }
    }

    /// The trimming bytes of T1 to T3 and P1 to P9.
    private func trimming(_ words: [Int]) -> [UInt8] {
        words.flatMap { [UInt8(truncatingIfNeeded: $0), UInt8(truncatingIfNeeded: $0 >> 8)] }
    }

    private static let sheet = [27504, 26435, -1000, 36477, -10685, 3024, 2855, 140, -7, 15500, -14600, 6000]

    @Test func `a BMP280 computes the worked example of its sheet to the last printed digit`() throws {
        let formula = try BMP280Formula(trimming(Self.sheet))
        let fine = formula.fine(519_888)
        #expect((fine - 128_422.28700578213).magnitude < 1e-8)
        #expect((fine / 5120 - 25.08247793).magnitude < 5e-9)
        let pascals = try formula.pascals(415_148, fine: fine)
        #expect((pascals - 100_653.26677583).magnitude < 5e-9)
    }

    @Test func `BoschSensortec/BMP280_driver#17: double and whole-number compensation agree`() throws {
        let other = [28256, 26879, -1000] + Self.sheet[3...]
        let formula = try BMP280Formula(trimming(other))
        #expect((formula.fine(540_380) / 5120 - 28.20).magnitude < 0.005)
        #expect((BMP280Model.fine(540_380, other) * 5 + 128) >> 8 == 2820)
        #expect((BMP280Model.fine(519_888, Self.sheet) * 5 + 128) >> 8 == 2508)
        #expect(BMP280Model.pascals256(415_148, BMP280Model.fine(519_888, Self.sheet), Self.sheet) == 25_767_233)
        #expect(
            (BMP280Model.pascals256(215_148, BMP280Model.fine(519_888, Self.sheet), Self.sheet) / 256 - 135_382)
                .magnitude < 1)
    }

    @Test(arguments: (0...10).map { 300_000 + 40_000 * $0 })
    func `BoschSensortec/BMP280_driver#17: they agree everywhere within 2 Pa`(raw: Int) throws {
        let formula = try BMP280Formula(trimming(Self.sheet))
        for temperature in stride(from: 350_000, through: 600_000, by: 25_000) {
            let double = try formula.pascals(Double(raw), fine: formula.fine(Double(temperature)))
            let whole = BMP280Model.pascals256(raw, BMP280Model.fine(temperature, Self.sheet), Self.sheet) / 256
            #expect((double - whole).magnitude < 2, "at \(temperature)")
        }
    }

    @Test func `BoschSensortec/BMP280_driver#19: below zero it is cold, and the pressure is right`() throws {
        let air = Air(pascals: 100_000, celsius: -5)
        let bus = ModelledBus([0x76: BMP280Model(air)])
        var reader = try ChipTable.bmp280.start(
            ChipPort(bus, 0x76), ChipModel("BMP280"), 0x58, ChipTable.bmp280.standard)
        bus.pause(.milliseconds(80))
        let sample = try #require(try reader.read(ChipPort(bus, 0x76)))
        #expect((sample.celsius + 5).magnitude < 0.02)
        #expect((sample.pascals - 100_000).magnitude < 5)
    }

    @Test func `BMP280 data with P1 of zero are an error and no division by zero`() throws {
        var words = Self.sheet
        words[3] = 0
        #expect(throws: ChipFault.trimming) { try BMP280Formula(trimming(words)) }
        let formula = BMP280Formula(temperature: [27504, 26435, -1000], pressure: [0, 1, 1, 1, 1, 1, 1, 1, 1])
        #expect(throws: ChipFault.impossible) { try formula.pascals(415_148, fine: 128_422) }
    }

    @Test func `a BMP388 computes what the maker's own code gives`() throws {
        let formula = try BMP388Formula(BMP388Model.sampleTrimming)
        let celsius = formula.celsius(8_387_584)
        #expect((celsius - 24.222237).magnitude < 5e-7)
        let pascals = formula.pascals(6_911_488, celsius: celsius)
        #expect((pascals - 107_350.07555).magnitude < 1e-5)
        // The maker's integers give hundredths of a pascal.
        #expect((pascals * 100).rounded() == 10_735_008 || (pascals * 100).rounded(.down) == 10_735_007)
    }

    @Test func `a BMP581 gives pascals and degrees as they are`() throws {
        let bus = ModelledBus([0x46: BMP580Model(Air(pascals: 101_325, celsius: 25))])
        var reader = try ChipTable.bmp580.start(
            ChipPort(bus, 0x46), ChipModel("BMP581"), 0x50, ChipTable.bmp580.standard)
        bus.pause(.milliseconds(25))
        let sample = try #require(try reader.read(ChipPort(bus, 0x46)))
        #expect(sample.celsius == 25)
        #expect((sample.pascals - 101_325).magnitude < 0.3)
        bus.pause(.milliseconds(25))
        bus.model.chips[0x46]?.spoil = { _, bytes in bytes = [0, 0, 0x19, 0x40, 0xF3, 0x62] }
        #expect(try reader.read(ChipPort(bus, 0x46))?.pascals == 101_325)
    }

    @Test func `esphome/esphome#16252: a temperature of 24 bits below zero keeps its sign`() throws {
        let bus = ModelledBus([0x46: BMP580Model(Air())])
        var reader = try ChipTable.bmp580.start(
            ChipPort(bus, 0x46), ChipModel("BMP581"), 0x50, ChipTable.bmp580.standard)
        bus.pause(.milliseconds(25))
        bus.model.chips[0x46]?.spoil = { _, bytes in bytes = [0x00, 0xF0, 0xFF, 0x40, 0xF3, 0x62] }
        let sample = try #require(try reader.read(ChipPort(bus, 0x46)))
        #expect(sample.celsius == -0.0625)
        #expect(sample.raw.temperature == -4096)
    }

    @Test func `an LPS22 gives 1013.25 hPa for 0x3F5400`() throws {
        let bus = ModelledBus([0x5D: LPS22Model(Air())])
        var reader = try ChipTable.lps22.start(
            ChipPort(bus, 0x5D), ChipModel("LPS22HH"), 0xB3, ChipTable.lps22.standard)
        bus.pause(.milliseconds(25))
        bus.model.chips[0x5D]?.spoil = { _, bytes in bytes = [3, 0x00, 0x54, 0x3F, 0x0C, 0xFE] }
        let sample = try #require(try reader.read(ChipPort(bus, 0x5D)))
        #expect(sample.pascals == 101_325)
        #expect(sample.celsius == -5)
    }

    static let ms5611: [(d2: Double, dT: Double, temperature: Double, pascals: Double)] = [
        (8_569_150, 2366, 2007, 100_009), (8_069_150, -497_634, 205, 96512), (7_369_150, -1_197_634, -2710, 90613),
    ]

    @Test(arguments: ms5611)
    func `an MS5611 computes its sheet's example and the two cold branches`(
        row: (d2: Double, dT: Double, temperature: Double, pascals: Double)
    ) throws {
        let formula = try MS5611Formula(memory: MS5611Model.sampleMemory.map(UInt16.init), scales: .ms5611)
        let working = formula.working(pressure: 9_085_466, temperature: row.d2)
        #expect(working.difference == row.dT)
        // The sheet prints whole pascals, rounded down; the model computes in whole numbers all the way.
        let model = MS5611Model(Air())
        #expect(Double(model.pascals(9_085_466, Int(row.d2))) == row.pascals)
        #expect(Double(model.temperature(Int(row.d2))) == row.temperature)
        #expect((working.temperature - row.temperature).magnitude < 1.1)
        #expect(working.pascals.rounded(.down) == row.pascals)
    }

    @Test func `an MS5611's offset and sensitivity are those of the sheet`() throws {
        let formula = try MS5611Formula(memory: MS5611Model.sampleMemory.map(UInt16.init), scales: .ms5611)
        let working = formula.working(pressure: 9_085_466, temperature: 8_569_150)
        #expect(working.offset.rounded(.down) == 2_420_281_617)
        #expect(working.sensitivity.rounded(.down) == 1_315_097_036)
        #expect(working.pascals.rounded(.down) == 100_009)
        #expect(working.temperature.rounded(.down) == 2007)
    }

    @Test func `the check sum of an MS5611 is that of the maker's note`() {
        #expect(MS5611Formula.check([0x3132, 0x3334, 0x3536, 0x3738, 0x3940, 0x4142, 0x4344, 0x450B]) == 0xB)
    }

    @Test(arguments: [[UInt16](repeating: 0, count: 8), [UInt16](repeating: 0xFFFF, count: 8)])
    func `a memory of zeros or ones is refused, though zeros have a right check sum`(memory: [UInt16]) {
        #expect(throws: ChipFault.trimming) { try MS5611Formula(memory: memory, scales: .ms5611) }
    }

    @Test(arguments: 0..<128) func `one wrong bit in an MS5611's memory is noticed`(bit: Int) {
        var memory = MS5611Model.sampleMemory.map(UInt16.init)
        memory[bit / 16] ^= 1 << UInt16(bit % 16)
        // Bits 4 to 7 of the last word are in no check: nothing is kept there.
        guard !(116..<120).contains(bit) else { return }
        #expect(throws: ChipFault.trimming) { try MS5611Formula(memory: memory, scales: .ms5611) }
    }

    @Test func `a DPS310 computes the made-up example`() throws {
        let formula = try DPS310Formula(bytes("0cfeff13814f2f32f500051cda74005efa92"))
        let (p, t) = (-96512.0 / DPS310Formula.scale[4], 163_840.0 / DPS310Formula.scale[0])
        #expect((formula.pascals(p, t) - 97_863.6056).magnitude < 5e-5)
        #expect(formula.celsius(t) == 23.1875)
    }

    @Test(arguments: [UInt8(0), 0xFF, 0x5A]) func `trimming data that are all alike are refused`(byte: UInt8) {
        #expect(throws: ChipFault.trimming) { try BMP280Formula([UInt8](repeating: byte, count: 24)) }
        #expect(throws: ChipFault.trimming) { try BMP388Formula([UInt8](repeating: byte, count: 21)) }
        #expect(throws: ChipFault.trimming) { try DPS310Formula([UInt8](repeating: byte, count: 18)) }
    }

    @Test(arguments: [0, 1, 17, 20, 23, 25]) func `trimming data of another length are refused`(count: Int) {
        let bytes = (0..<count).map { UInt8($0 + 1) }
        #expect(throws: ChipFault.trimming) { try BMP280Formula(bytes) }
        #expect(throws: ChipFault.trimming) { try BMP388Formula(bytes) }
        #expect(throws: ChipFault.trimming) { try DPS310Formula(bytes) }
    }
}
