import Readings

extension ChipTable {
    /// TE MS5611 and MS5607, which take commands and are told apart by what they measure.
    package static let ms5611 = ChipTable(
        family: "MS5611", addresses: [0x77, 0x76],
        identity: .command(ChipModel("MS5611")) { port throws(ChipFault) in
            _ = try MS5611Formula(memory: try MS5611Reader.memory(port), scales: .ms5611)
        },
        standard: .init(
            pressureOversampling: 4096, temperatureOversampling: 4096, filter: 0, hertz: 90, temperatureEvery: 10),
        discarded: 3, tellsWhenReady: true, period: { MS5611Settings($0)?.period }, start: MS5611Reader.start)
}

/// The commands of an MS5611 for given settings.
struct MS5611Settings: Equatable {
    /// Convert D1, and how long that takes at most.
    var pressure: Conversion
    /// Convert D2.
    var temperature: Conversion
    /// D2 is converted before the first and then every so many D1.
    var temperatureEvery: Int
    /// From one measurement to the next.
    var period: Duration

    struct Conversion: Equatable {
        var command: UInt8
        var time: Duration
    }

    /// The longest conversions in microseconds, by 256, 512, 1024, 2048 and 4096 samples (sheet, page 3).
    static let times = [600, 1170, 2280, 4540, 9040]

    /// Nil where the chip has no such settings.
    init?(_ settings: BarometerSettings) {
        let counts = [256, 512, 1024, 2048, 4096]
        guard let pressure = counts.firstIndex(of: settings.pressureOversampling),
            let temperature = counts.firstIndex(of: settings.temperatureOversampling), settings.filter == 0,
            settings.temperatureEvery > 0, settings.hertz > 0
        else { return nil }
        self.pressure = .init(command: 0x40 + UInt8(2 * pressure), time: .microseconds(Self.times[pressure]))
        self.temperature = .init(command: 0x50 + UInt8(2 * temperature), time: .microseconds(Self.times[temperature]))
        temperatureEvery = settings.temperatureEvery
        period = max(.microseconds(Int(1_000_000 / settings.hertz)), self.pressure.time)
    }
}

/// An MS5611 or MS5607 that is asked for each conversion.
struct MS5611Reader: ChipReader {
    private let settings: MS5611Settings
    private var formula: MS5611Formula
    private var temperature: UInt32 = 0
    private var untilTemperature = 0

    var name: String { formula.scales.name }

    /// Below this an MS5611 is taken for an MS5607: no robot is at 5300 m.
    static let leastPascals = 52_000.0

    static func start(
        _ port: ChipPort, _ model: ChipModel, _ identity: UInt8, _ settings: BarometerSettings
    ) throws(ChipFault) -> any ChipReader {
        guard let registers = MS5611Settings(settings) else { throw .settings }
        let memory = try memory(port)
        let formula = try MS5611Formula(memory: memory, scales: .ms5611)
        var reader = MS5611Reader(settings: registers, formula: formula)
        guard let first = try reader.read(port) else { throw .notReady }
        if first.pascals < leastPascals { reader.formula.scales = .ms5607 }
        return reader
    }

    private init(settings: MS5611Settings, formula: MS5611Formula) {
        self.settings = settings
        self.formula = formula
    }

    /// Resets the chip and reads its eight words of memory.
    static func memory(_ port: ChipPort) throws(ChipFault) -> [UInt16] {
        try port.command(0x1E)
        port.bus.pause(.milliseconds(4))
        var words: [UInt16] = []
        for word in 0..<8 {
            words.append(UInt16(ByteFields.big(try port.read(0xA0 + UInt8(2 * word), count: 2), 0, 2)))
        }
        return words
    }

    mutating func read(_ port: ChipPort) throws(ChipFault) -> ChipSample? {
        if untilTemperature == 0 {
            temperature = try convert(settings.temperature, port)
            untilTemperature = settings.temperatureEvery
        }
        let pressure = try convert(settings.pressure, port)
        untilTemperature -= 1
        let working = formula.working(pressure: Double(pressure), temperature: Double(temperature))
        return ChipSample(
            pascals: working.pascals, celsius: working.temperature / 100,
            raw: .init(pressure: Int32(pressure), temperature: Int32(temperature)))
    }

    /// One conversion; a result of zero means that it was read too early, or that the chip has forgotten the command.
    private func convert(_ conversion: MS5611Settings.Conversion, _ port: ChipPort) throws(ChipFault) -> UInt32 {
        try port.command(conversion.command)
        port.bus.pause(conversion.time)
        let value = ByteFields.big(try port.read(0x00, count: 3), 0, 3)
        guard value != 0 else { throw .zeros }
        guard value != 0xFF_FFFF else { throw .sentinel }
        return value
    }
}
