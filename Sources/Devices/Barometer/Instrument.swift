import Platform
import Readings

/// A barometer as its source sees it, whoever drives it.
package protocol Instrument {
    /// What is read and where, for people.
    var description: String { get }
    /// Whether values are whole pascals only.
    var isCoarse: Bool { get }
    /// How many measurements after each start are thrown away.
    var discarded: Int { get }
    /// How long measurements are thrown away after it was found.
    var settling: Duration { get }
    /// How long the same raw values may come; nil where that means nothing.
    var freezeLimit: Duration? { get }
    /// How long no good value may come.
    var stallLimit: Duration { get }
    /// Resets it where that can be done, and makes it measure.
    mutating func start() throws(ChipFault)
    /// The next measurement, or nil where there is none yet.
    mutating func read() throws(ChipFault) -> ChipSample?
    /// When to look again, counted from the last look, after a measurement or after none.
    func pause(afterSample: Bool) -> Duration
}

/// A chip that is read register by register.
package struct ChipInstrument: Instrument {
    private let chip: FoundChip
    private let port: ChipPort
    private let path: String
    private let settings: BarometerSettings
    private let period: Duration
    private var reader: (any ChipReader)?

    /// Takes a chip that was found on a bus; throws `.settings` where it has none such.
    package init(
        _ chip: FoundChip, on bus: any RegisterBus, path: String, tuning: BarometerTuning
    ) throws(ChipFault) {
        self.chip = chip
        port = ChipPort(bus, chip.address)
        self.path = path
        settings = tuning(chip.model.name.lowercased()) ?? chip.table.standard
        guard let period = chip.table.period(settings) else { throw .settings }
        self.period = period
    }

    package var description: String {
        "\(reader?.name ?? chip.model.name) at \(path), address 0x\(String(chip.address, radix: 16))"
    }
    package var isCoarse: Bool { false }
    package var discarded: Int { chip.table.discarded }
    package var settling: Duration { settings.settling }
    package var freezeLimit: Duration? { max(.seconds(3), period * 20) }
    package var stallLimit: Duration { max(.milliseconds(500), period * 10) }

    package mutating func start() throws(ChipFault) {
        reader = try chip.table.start(port, chip.model, chip.identity, settings)
    }

    package mutating func read() throws(ChipFault) -> ChipSample? {
        guard var started = reader else { return nil }
        defer { reader = started }
        guard let sample = try started.read(port) else { return nil }
        guard settings.pascals.contains(sample.pascals), settings.celsius.contains(sample.celsius) else {
            throw .impossible
        }
        return sample
    }

    /// A chip that tells when it is ready is asked a little early and then often; another once each measurement.
    package func pause(afterSample: Bool) -> Duration {
        guard chip.table.tellsWhenReady else { return period }
        return afterSample ? period * 9 / 10 : max(period / 5, .milliseconds(1))
    }
}

/// A barometer that the kernel drives; nothing but its attributes is read.
package struct KernelInstrument: Instrument {
    private let barometer: KernelBarometer
    private let folder: SysfsFolder
    private let pascals: ClosedRange<Double>

    /// Takes a barometer that the kernel shows; other pressures than `pascals` are errors.
    package init(_ barometer: KernelBarometer, pascals: ClosedRange<Double> = BarometerSettings.air) {
        self.barometer = barometer
        self.pascals = pascals
        folder = SysfsFolder(path: barometer.path)
    }

    package var description: String { "\(barometer.name) through the kernel (\(barometer.node))" }
    package var isCoarse: Bool { barometer.isCoarse }
    package var discarded: Int { 1 }
    /// Its driver has seen to that.
    package var settling: Duration { .zero }
    /// A coarse one may well give the same value for a while.
    package var freezeLimit: Duration? { isCoarse ? nil : .seconds(10) }
    package var stallLimit: Duration { .seconds(1) }

    package mutating func start() throws(ChipFault) { _ = try measure() }

    package mutating func read() throws(ChipFault) -> ChipSample? {
        let value = try measure()
        guard value != 0 else { throw .zeros }
        guard pascals.contains(value) else { throw .impossible }
        return ChipSample(
            pascals: value, celsius: .nan, raw: .init(pressure: Int32((value * 1000).rounded()), temperature: 0))
    }

    package func pause(afterSample: Bool) -> Duration { .milliseconds(20) }

    private func measure() throws(ChipFault) -> Double {
        let value: Double?
        switch barometer.form {
        case .processed:
            value = KernelBarometer.pascals(processed: try text("in_pressure_input"))
        case .raw:
            let offset = folder.has("in_pressure_offset") ? try text("in_pressure_offset") : nil
            value = KernelBarometer.pascals(
                raw: try text("in_pressure_raw"), offset: offset, scale: try text("in_pressure_scale"))
        }
        guard let value else { throw .sentinel }
        return value
    }

    private func text(_ name: String) throws(ChipFault) -> [UInt8] {
        do throws(SystemError) { return try folder.bytes(name) } catch { throw .bus(BusError(error.number)) }
    }
}
