import Readings

extension ChipTable {
    /// ST LPS22HB and LPS22HH (DocID027083, DS12503), which compensate by themselves.
    package static let lps22 = ChipTable(
        family: "LPS22", addresses: [0x5C, 0x5D],
        identity: .register(
            0x0F,
            [
                0xB1: ChipModel("LPS22HB"),
                0xB3: ChipModel("LPS22HH", before: [.init(register: 0x11, value: 0x12)]),  // low noise
            ]),
        standard: .init(pressureOversampling: 1, temperatureOversampling: 1, filter: 20, hertz: 50),
        discarded: 20, tellsWhenReady: true, period: { LPS22Settings($0)?.period }, start: LPS22Reader.start)
}

/// The registers of an LPS22 for given settings.
struct LPS22Settings: Equatable {
    /// Register 0x10: the rate, the low-pass filter, and no update in the middle of a reading.
    var control: UInt8
    /// From one measurement to the next.
    var period: Duration

    /// Nil where the chip has no such settings; it knows no oversampling, and both kinds have 1 to 75 Hz.
    init?(_ settings: BarometerSettings) {
        guard settings.pressureOversampling == 1, settings.temperatureOversampling == 1,
            let rate = BarometerSettings.place(of: settings.hertz, in: [0, 1, 10, 25, 50, 75]), rate > 0,
            let filter = [0: UInt8(0), 9: 0x08, 20: 0x0C][settings.filter]
        else { return nil }
        control = rate << 4 | filter | 0x02
        period = .microseconds(Int(1_000_000 / settings.hertz))
    }
}

/// An LPS22 that measures continuously.
struct LPS22Reader: ChipReader {
    let name: String
    private var hasMeasured = false

    private init(name: String) { self.name = name }

    static func start(
        _ port: ChipPort, _ model: ChipModel, _ identity: UInt8, _ settings: BarometerSettings
    ) throws(ChipFault) -> any ChipReader {
        guard let registers = LPS22Settings(settings) else { throw .settings }
        try port.write(0x11, 0x14)
        try port.await(0x11, every: .milliseconds(1), times: 5) { $0 & 0x04 == 0 }
        try port.check(0x0F, holds: identity)
        for write in model.before { try port.write(write.register, write.value) }
        try port.write(0x10, registers.control)
        return LPS22Reader(name: model.name)
    }

    mutating func read(_ port: ChipPort) throws(ChipFault) -> ChipSample? {
        let bytes = try port.read(0x27, count: 6)  // the status, then pressure and temperature
        guard bytes[0] & 3 == 3 else {
            // Before its first measurement the chip really holds zeros.
            if hasMeasured, !bytes.contains(where: { $0 != 0 }) { throw .zeros }
            return nil
        }
        let sample = try Self.sample(Array(bytes[1...]))
        hasMeasured = true
        return sample
    }

    /// Five bytes from 0x28: pressure in 1/4096 hPa, temperature in 1/100 °C.
    ///
    /// Worked: 0x3F5400 is 1013.25 hPa.
    static func sample(_ bytes: [UInt8]) throws(ChipFault) -> ChipSample {
        let pressure = ByteFields.signed(ByteFields.little(bytes, 0, 3), bits: 24)
        let temperature = ByteFields.signed(ByteFields.little(bytes, 3, 2), bits: 16)
        guard pressure | temperature != 0 else { throw .zeros }
        return ChipSample(
            pascals: Double(pressure) * 100 / 4096, celsius: Double(temperature) / 100,
            raw: .init(pressure: pressure, temperature: temperature))
    }
}
