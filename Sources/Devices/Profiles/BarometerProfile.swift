import Documents

/// How a barometer chip is set up, and what to expect of it.
package struct BarometerProfile: Equatable, Sendable {
    /// The chip, as the drivers name it: `bmp280`, `lps22hh`.
    package var chip: String
    /// The name, for people.
    package var name: String
    /// Whether this program has read such a chip.
    package var tried: Bool
    /// Pressure conversions that the chip averages for one value.
    package var pressureOversampling: Int
    /// Temperature conversions that the chip averages for one value.
    package var temperatureOversampling: Int
    /// The coefficient of the chip's own low-pass filter; 0 for off.
    package var filterCoefficient: Int
    /// Values a second that the chip makes.
    package var rateHertz: Double
    /// The deviation of a value at rest with these settings.
    package var noisePascals: Double
    /// Lower pressures are errors, not weather.
    package var minimumPascals: Double
    /// Higher pressures are errors.
    package var maximumPascals: Double
    /// Lower temperatures are errors.
    package var minimumCelsius: Double
    /// Higher temperatures are errors.
    package var maximumCelsius: Double
    /// Values are not used for so long after power-up.
    package var settleSeconds: Double

    /// What stands under `schema` in a barometer's profile.
    package static let schema = "companion-barometer-1"
    static let keys = [
        "schema", "chip", "name", "tried", "pressureOversampling", "temperatureOversampling", "filterCoefficient",
        "rateHertz", "noisePascals", "minimumPascals", "maximumPascals", "minimumCelsius", "maximumCelsius",
        "settleSeconds",
    ]

    /// Reads a profile; nil exactly where something is reported.
    init?(_ fields: CheckedFields) {
        chip = fields.text("chip") ?? ""
        name = fields.text("name") ?? ""
        tried = fields.boolean("tried") ?? false
        pressureOversampling = fields.integer("pressureOversampling", 1...4096) ?? 1
        temperatureOversampling = fields.integer("temperatureOversampling", 1...4096) ?? 1
        filterCoefficient = fields.integer("filterCoefficient", 0...127) ?? 0
        rateHertz = fields.number("rateHertz", 1...500) ?? 1
        noisePascals = fields.number("noisePascals", 0.001...20) ?? 1
        minimumPascals = fields.number("minimumPascals", 1000...110_000) ?? 0
        maximumPascals = fields.number("maximumPascals", 80_000...200_000) ?? 0
        minimumCelsius = fields.number("minimumCelsius", -60...40) ?? 0
        maximumCelsius = fields.number("maximumCelsius", 40...150) ?? 0
        settleSeconds = fields.number("settleSeconds", 0...600) ?? 0
        if minimumPascals >= maximumPascals, fields.has("minimumPascals"), fields.has("maximumPascals") {
            fields.fail("contradiction", "maximumPascals", "this must be more than minimumPascals")
        }
        guard fields.findings.list.isEmpty else { return nil }
    }
}
