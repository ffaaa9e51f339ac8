import Readings

extension ChipTable {
    /// Bosch BMP280 and BME280 (BST-BMP280-DS001, BST-BME280-DS002).
    package static let bmp280 = ChipTable(
        family: "BMP280", addresses: [0x76, 0x77],
        identity: .register(
            0xD0,
            [
                0x58: ChipModel("BMP280"), 0x56: ChipModel("BMP280"), 0x57: ChipModel("BMP280"),
                0x60: ChipModel("BME280", before: [.init(register: 0xF2, value: 0)]),  // no humidity
            ]),
        standard: .init(pressureOversampling: 16, temperatureOversampling: 2, filter: 4, hertz: 26),
        discarded: 4, tellsWhenReady: false, period: { BMP280Settings($0)?.period }, start: BMP280Reader.start)
}

/// The registers of a BMP280 for given settings.
struct BMP280Settings: Equatable {
    /// Register 0xF4: oversampling and the normal mode.
    var control: UInt8
    /// Register 0xF5: standby and filter.
    var configuration: UInt8
    /// From one measurement to the next.
    var period: Duration

    /// The standby times in microseconds, by their code.
    static let standby = [500, 62500, 125_000, 250_000, 500_000, 1_000_000, 2_000_000, 4_000_000]

    /// Nil where the chip has no such settings; the standby is the longest that reaches the rate (DS001 3.8.1).
    init?(_ settings: BarometerSettings) {
        guard let pressure = BarometerSettings.power(settings.pressureOversampling, most: 16),
            let temperature = BarometerSettings.power(settings.temperatureOversampling, most: 16),
            let filter = BarometerSettings.place(of: settings.filter, in: [0, 2, 4, 8, 16]), settings.hertz > 0
        else { return nil }
        let conversion = 1500 + 2000 * (settings.pressureOversampling + settings.temperatureOversampling)
        let most = 1_000_000 / settings.hertz
        let code = Self.standby.lastIndex { Double(conversion + $0) <= most } ?? 0
        control = (temperature + 1) << 5 | (pressure + 1) << 2 | 3
        configuration = UInt8(code) << 5 | filter << 2
        period = .microseconds(conversion + Self.standby[code])
    }
}

/// A BMP280 in its normal mode.
struct BMP280Reader: ChipReader {
    let name: String
    let formula: BMP280Formula

    static func start(
        _ port: ChipPort, _ model: ChipModel, _ identity: UInt8, _ settings: BarometerSettings
    ) throws(ChipFault) -> any ChipReader {
        guard let registers = BMP280Settings(settings) else { throw .settings }
        try port.write(0xE0, 0xB6)
        port.bus.pause(.milliseconds(2))
        try port.check(0xD0, holds: identity)
        try port.await(0xF3, every: .milliseconds(2), times: 5) { $0 & 1 == 0 }
        let formula = try BMP280Formula(try port.read(0x88, count: 24))
        for write in model.before { try port.write(write.register, write.value) }
        try port.write(0xF5, registers.configuration)
        try port.write(0xF4, registers.control)
        return BMP280Reader(name: model.name, formula: formula)
    }

    mutating func read(_ port: ChipPort) throws(ChipFault) -> ChipSample? {
        let bytes = try port.read(0xF7, count: 6)
        guard bytes.contains(where: { $0 != 0 }) else { throw .zeros }
        let (pressure, temperature) = (ByteFields.big(bytes, 0, 3) >> 4, ByteFields.big(bytes, 3, 3) >> 4)
        guard pressure != 0x80000, temperature != 0x80000 else { throw .sentinel }
        let fine = formula.fine(Double(temperature))
        return ChipSample(
            pascals: try formula.pascals(Double(pressure), fine: fine), celsius: fine / 5120,
            raw: .init(pressure: Int32(pressure), temperature: Int32(temperature)))
    }
}
