import Readings

/// One measurement of a chip, compensated, with the raw values that it came from.
package struct ChipSample: Equatable, Sendable {
    /// Air pressure in pascals.
    package var pascals: Double
    /// The chip's temperature in degrees Celsius.
    package var celsius: Double
    /// The raw pressure and temperature; equal ones in two samples mean that nothing was measured in between.
    package var raw: Raw

    /// What the chip itself gave.
    package struct Raw: Hashable, Sendable {
        /// The raw pressure.
        package var pressure: Int32
        /// The raw temperature.
        package var temperature: Int32

        /// Makes a pair.
        package init(pressure: Int32, temperature: Int32) {
            self.pressure = pressure
            self.temperature = temperature
        }
    }

    /// Makes a sample.
    package init(pascals: Double, celsius: Double, raw: Raw) {
        self.pascals = pascals
        self.celsius = celsius
        self.raw = raw
    }
}

/// A chip that measures: what is kept between two readings of it.
package protocol ChipReader {
    /// The name of the chip, which some tell only by what they measure.
    var name: String { get }
    /// The next measurement; nil where none has been finished since the last.
    ///
    /// Throws `.sentinel`, `.zeros` and `.impossible` for packets that are no measurement.
    mutating func read(_ port: ChipPort) throws(ChipFault) -> ChipSample?
}

/// One kind of chip within a family.
package struct ChipModel: Equatable, Sendable {
    /// What it is called, such as “BMP390”.
    package var name: String
    /// Registers that this one needs written before those of the family, after a reset.
    package var before: [RegisterWrite]

    /// Names a chip.
    package init(_ name: String, before: [RegisterWrite] = []) {
        self.name = name
        self.before = before
    }

    /// A value for a register.
    package struct RegisterWrite: Equatable, Sendable {
        /// The register.
        package var register: UInt8
        /// The value.
        package var value: UInt8
    }
}

/// By what a family is recognised.
package enum ChipIdentity: Sendable {
    /// A register that holds one of these values.
    case register(UInt8, [UInt8: ChipModel])
    /// No register: the chip is sent a command, once nothing else was recognised, and throws where it is another.
    case command(ChipModel, _ ask: @Sendable (ChipPort) throws(ChipFault) -> Void)
}

/// What a family of chips is: a new family is a new table, and nothing else changes.
package struct ChipTable: Sendable {
    /// The family's name, such as “BMP280”.
    package var family: String
    /// The 7-bit addresses at which it can be.
    package var addresses: [UInt8]
    /// By what it is recognised.
    package var identity: ChipIdentity
    /// The settings for about 10 cm of altitude or better.
    package var standard: BarometerSettings
    /// How many measurements after each start are thrown away.
    package var discarded: Int
    /// Whether the chip tells when it has measured anew.
    package var tellsWhenReady: Bool
    /// The time from one measurement to the next, or nil where the chip has no such settings.
    package var period: @Sendable (BarometerSettings) -> Duration?
    /// Resets the chip, checks it, and makes it measure; `identity` is what it was found by.
    package var start:
        @Sendable (ChipPort, ChipModel, _ identity: UInt8, BarometerSettings) throws(ChipFault) -> any ChipReader
}

extension ChipTable {
    /// All families, in the order in which they are looked for.
    ///
    /// Addresses collide; every register is read before the first command is sent.
    package static let all: [ChipTable] = [.bmp580, .lps22, .bmp280, .bmp388, .dps310, .ms5611]

    /// The standard settings of a chip, by its name in small letters such as “bmp390”; nil where none is called so.
    package static func standard(of chip: String) -> BarometerSettings? {
        all.first { $0.identity.names.contains { $0.lowercased() == chip } }?.standard
    }
}

extension ChipTable {
    /// The chips that go by another's name, because nothing but their values tells them apart.
    private static let others = ["ms5607": "ms5611", "spl06": "dps310"]

    /// Whether a chip can be read by itself, by its name in small letters.
    static func knows(_ chip: String) -> Bool { standard(of: others[chip] ?? chip) != nil }
}

extension ChipIdentity {
    /// The names of the chips that can be told.
    var names: [String] {
        switch self {
        case .register(_, let models): models.values.map(\.name)
        case .command(let model, _): [model.name]
        }
    }
}
