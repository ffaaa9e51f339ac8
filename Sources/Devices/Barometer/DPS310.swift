import Readings

extension ChipTable {
    /// Infineon DPS310 and Goertek SPL06-001, which share one map of registers.
    package static let dps310 = ChipTable(
        family: "DPS310", addresses: [0x77, 0x76], identity: .register(0x0D, [0x10: ChipModel("DPS310")]),
        standard: .init(
            pressureOversampling: 16, temperatureOversampling: 1, filter: 0, hertz: 32, temperatureEvery: 8),
        discarded: 4, tellsWhenReady: true, period: { DPS310Settings($0)?.period }, start: DPS310Reader.start)
}

/// The registers of a DPS310 for given settings.
struct DPS310Settings: Equatable {
    /// Register 0x06.
    var pressure: UInt8
    /// Register 0x07, without the bit that chooses the sensor.
    var temperature: UInt8
    /// Register 0x09: results are shifted where more than 8 samples are taken; bit 2 is that of pressure.
    var shifts: UInt8
    /// What raw values are divided by.
    var scales: (pressure: Double, temperature: Double)
    /// From one measurement to the next.
    var period: Duration

    /// The time of a measurement in microseconds, for 1, 2, 4 … 128 samples (sheet, table 16).
    static let times = [3600, 5200, 8400, 14800, 27600, 53200, 104_400, 206_800]

    static func == (left: DPS310Settings, right: DPS310Settings) -> Bool {
        (left.pressure, left.temperature, left.shifts) == (right.pressure, right.temperature, right.shifts)
    }

    /// Nil where the chip has no such settings, or could not measure so often within a second.
    init?(_ settings: BarometerSettings) {
        let rates = (0...7).map { Double(1 << $0) }
        guard let pressure = BarometerSettings.power(settings.pressureOversampling, most: 128),
            let temperature = BarometerSettings.power(settings.temperatureOversampling, most: 128),
            settings.filter == 0, settings.temperatureEvery > 0,
            let often = BarometerSettings.place(of: settings.hertz, in: rates),
            let seldom = BarometerSettings.place(of: settings.hertz / Double(settings.temperatureEvery), in: rates)
        else { return nil }
        let (longer, shorter) = (Self.times[Int(pressure)] << Int(often), Self.times[Int(temperature)] << Int(seldom))
        guard longer + shorter < 1_000_000 else { return nil }
        self.pressure = often << 4 | pressure
        self.temperature = seldom << 4 | temperature
        shifts = (temperature > 3 ? 0x08 : 0) | (pressure > 3 ? 0x04 : 0)
        scales = (DPS310Formula.scale[Int(pressure)], DPS310Formula.scale[Int(temperature)])
        period = .microseconds(1_000_000 >> Int(often))
    }
}

/// A DPS310 that measures both continuously.
struct DPS310Reader: ChipReader {
    let name: String
    private let formula: DPS310Formula
    private let scales: (pressure: Double, temperature: Double)
    private var hasTemperature = false

    static func start(
        _ port: ChipPort, _ model: ChipModel, _ identity: UInt8, _ settings: BarometerSettings
    ) throws(ChipFault) -> any ChipReader {
        guard let registers = DPS310Settings(settings) else { throw .settings }
        try port.write(0x0C, 0x09)
        port.bus.pause(.milliseconds(40))
        try port.check(0x0D, holds: identity)
        try port.await(0x08, every: .milliseconds(5), times: 10) { $0 & 0xC0 == 0xC0 }
        let formula = try DPS310Formula(try port.read(0x10, count: 18))
        let sensor = try port.read(0x28) & 0x80
        try correctTemperature(port)
        try port.write(0x08, 0)
        try port.write(0x06, registers.pressure)
        try port.write(0x07, sensor | registers.temperature)
        try port.write(0x09, registers.shifts)
        try port.write(0x08, 7)
        return DPS310Reader(name: model.name, formula: formula, scales: registers.scales)
    }

    private init(name: String, formula: DPS310Formula, scales: (pressure: Double, temperature: Double)) {
        self.name = name
        self.formula = formula
        self.scales = scales
    }

    /// Some chips read 60 °C at 20 until these registers, which the sheet does not name, are written.
    private static func correctTemperature(_ port: ChipPort) throws(ChipFault) {
        guard try port.read(0x32) & 2 == 0 else { return }
        for (register, value) in [(0x0E, 0xA5), (0x0F, 0x96), (0x62, 0x02), (0x0E, 0), (0x0F, 0)] as [(UInt8, UInt8)] {
            try port.write(register, value)
        }
    }

    mutating func read(_ port: ChipPort) throws(ChipFault) -> ChipSample? {
        let status = try port.read(0x08)
        guard status != 0 else { throw .zeros }
        guard status & 7 == 7 else { throw .restarted }
        if status & 0x20 != 0 { hasTemperature = true }
        guard status & 0x10 != 0, hasTemperature else { return nil }
        let bytes = try port.read(0x00, count: 6)
        guard bytes.contains(where: { $0 != 0 }) else { throw .zeros }
        let pressure = ByteFields.signed(ByteFields.big(bytes, 0, 3), bits: 24)
        let temperature = ByteFields.signed(ByteFields.big(bytes, 3, 3), bits: 24)
        guard pressure != -8_388_608, temperature != -8_388_608 else { throw .sentinel }
        let (p, t) = (Double(pressure) / scales.pressure, Double(temperature) / scales.temperature)
        return ChipSample(
            pascals: formula.pascals(p, t), celsius: formula.celsius(t),
            raw: .init(pressure: pressure, temperature: temperature))
    }
}
