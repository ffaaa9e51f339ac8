import Readings

extension ChipTable {
    /// Bosch BMP580 and BMP581 (BST-BMP581-DS004), which compensate by themselves.
    package static let bmp580 = ChipTable(
        family: "BMP580", addresses: [0x46, 0x47],
        identity: .register(0x01, [0x50: ChipModel("BMP581"), 0x51: ChipModel("BMP580")]),
        standard: .init(pressureOversampling: 16, temperatureOversampling: 1, filter: 3, hertz: 50),
        discarded: 4, tellsWhenReady: true, period: { BMP580Settings($0)?.period }, start: BMP580Reader.start)
}

/// The registers of a BMP581 for given settings.
struct BMP580Settings: Equatable {
    /// Register 0x31.
    var filter: UInt8
    /// Register 0x36.
    var oversampling: UInt8
    /// Register 0x37, in standby and in the normal mode.
    var standby: UInt8 { 0x80 }
    /// Register 0x37, in the normal mode.
    var normal: UInt8
    /// From one measurement to the next.
    var period: Duration

    /// The codes of the rates in hertz that are whole numbers and known.
    static let rates: [Double: UInt8] = [240: 0, 100: 0x0A, 50: 0x0F, 25: 0x14, 20: 0x15, 10: 0x17, 1: 0x1C]

    /// Nil where the chip has no such settings; the chip itself tells whether the rate suits the oversampling.
    init?(_ settings: BarometerSettings) {
        guard let pressure = BarometerSettings.power(settings.pressureOversampling, most: 128),
            let temperature = BarometerSettings.power(settings.temperatureOversampling, most: 128),
            let filter = BarometerSettings.place(of: settings.filter, in: [0, 1, 3, 7, 15, 31, 63, 127]),
            let rate = Self.rates[settings.hertz]
        else { return nil }
        self.filter = filter << 3 | filter
        oversampling = 0x40 | pressure << 3 | temperature
        normal = 0x80 | rate << 2 | 1
        period = .microseconds(Int(1_000_000 / settings.hertz))
    }
}

/// A BMP581 in its normal mode.
struct BMP580Reader: ChipReader {
    let name: String

    static func start(
        _ port: ChipPort, _ model: ChipModel, _ identity: UInt8, _ settings: BarometerSettings
    ) throws(ChipFault) -> any ChipReader {
        guard let registers = BMP580Settings(settings) else { throw .settings }
        try port.write(0x7E, 0xB6)
        port.bus.pause(.milliseconds(2))
        try port.check(0x01, holds: identity)
        let status = try port.read(0x28)
        guard status & 4 == 0 else { throw .chip }
        guard status & 2 != 0, try port.read(0x27) & 0x10 != 0 else { throw .notReady }
        try port.write(0x37, registers.standby)
        port.bus.pause(.microseconds(2500))
        try port.write(0x30, try port.read(0x30) | 0x28)
        try port.write(0x31, registers.filter)
        try port.write(0x36, registers.oversampling)
        try port.write(0x15, 1)
        try port.write(0x37, registers.normal)
        guard try port.read(0x38) & 0x80 != 0 else { throw .settings }
        return BMP580Reader(name: model.name)
    }

    mutating func read(_ port: ChipPort) throws(ChipFault) -> ChipSample? {
        let status = try port.read(0x27)
        guard status & 0x10 == 0 else { throw .restarted }
        guard status & 1 != 0 else { return nil }
        return try Self.sample(try port.read(0x1D, count: 6))
    }

    /// Six bytes from 0x1D: temperature in 1/65536 °C, pressure in 1/64 Pa.
    ///
    /// Worked: 0x62F340 is 101325.0 Pa, 0x190000 is 25.0 °C.
    static func sample(_ bytes: [UInt8]) throws(ChipFault) -> ChipSample {
        let (temperature, pressure) = (ByteFields.little(bytes, 0, 3), ByteFields.little(bytes, 3, 3))
        guard pressure | temperature != 0 else { throw .zeros }
        guard pressure != 0x7F7F7F, temperature != 0x7F7F7F else { throw .sentinel }
        let signed = ByteFields.signed(temperature, bits: 24)
        return ChipSample(
            pascals: Double(pressure) / 64, celsius: Double(signed) / 65536,
            raw: .init(pressure: Int32(pressure), temperature: signed))
    }
}
