import Readings

extension ChipTable {
    /// Bosch BMP388 and BMP390 (BST-BMP388-DS001, BST-BMP390-DS002).
    package static let bmp388 = ChipTable(
        family: "BMP388", addresses: [0x76, 0x77],
        identity: .register(0x00, [0x50: ChipModel("BMP388"), 0x60: ChipModel("BMP390")]),
        standard: .init(pressureOversampling: 8, temperatureOversampling: 1, filter: 3, hertz: 50),
        discarded: 4, tellsWhenReady: true, period: { BMP388Settings($0)?.period }, start: BMP388Reader.start)
}

/// The registers of a BMP388 for given settings.
struct BMP388Settings: Equatable {
    /// Register 0x1C.
    var oversampling: UInt8
    /// Register 0x1D.
    var rate: UInt8
    /// Register 0x1F.
    var filter: UInt8
    /// From one measurement to the next.
    var period: Duration

    /// Nil where the chip has no such settings, or the rate is too fast for the oversampling (DS001 3.9.2).
    init?(_ settings: BarometerSettings) {
        guard let pressure = BarometerSettings.power(settings.pressureOversampling, most: 32),
            let temperature = BarometerSettings.power(settings.temperatureOversampling, most: 32),
            let filter = BarometerSettings.place(of: settings.filter, in: [0, 1, 3, 7, 15, 31, 63, 127]),
            let code = (0...17).first(where: { 200 / Double(1 << $0) == settings.hertz })
        else { return nil }
        let microseconds = 5000 << code
        let conversion =
            789 + 2020 * (settings.pressureOversampling + settings.temperatureOversampling)
        guard conversion < microseconds else { return nil }
        oversampling = temperature << 3 | pressure
        rate = UInt8(code)
        self.filter = filter << 1
        period = .microseconds(microseconds)
    }
}

/// A BMP388 in its normal mode.
struct BMP388Reader: ChipReader {
    let name: String
    let formula: BMP388Formula

    static func start(
        _ port: ChipPort, _ model: ChipModel, _ identity: UInt8, _ settings: BarometerSettings
    ) throws(ChipFault) -> any ChipReader {
        guard let registers = BMP388Settings(settings) else { throw .settings }
        try port.await(0x03, every: .milliseconds(2), times: 5) { $0 & 0x10 != 0 }
        try port.write(0x7E, 0xB6)
        port.bus.pause(.milliseconds(2))
        try port.check(0x00, holds: identity)
        guard try port.read(0x02) & 1 == 0 else { throw .chip }
        guard try port.read(0x10) & 1 != 0 else { throw .notReady }
        let formula = try BMP388Formula(try port.read(0x31, count: 21))
        try port.write(0x1C, registers.oversampling)
        try port.write(0x1D, registers.rate)
        try port.write(0x1F, registers.filter)
        try port.write(0x1B, 0x33)
        guard try port.read(0x02) & 4 == 0 else { throw .settings }
        return BMP388Reader(name: model.name, formula: formula)
    }

    mutating func read(_ port: ChipPort) throws(ChipFault) -> ChipSample? {
        let bytes = try port.read(0x03, count: 7)  // the status, then pressure and temperature
        guard bytes.contains(where: { $0 != 0 }) else { throw .zeros }
        guard bytes[0] & 0x60 == 0x60 else { return nil }
        let (pressure, temperature) = (ByteFields.little(bytes, 1, 3), ByteFields.little(bytes, 4, 3))
        guard pressure | temperature != 0 else { throw .zeros }
        guard pressure != 0x80_0000, temperature != 0x80_0000 else { throw .sentinel }
        let celsius = formula.celsius(Double(temperature))
        return ChipSample(
            pascals: formula.pascals(Double(pressure), celsius: celsius), celsius: celsius,
            raw: .init(pressure: Int32(pressure), temperature: Int32(temperature)))
    }
}
