/// The settings in force; every value fits its row of ``SettingsTable``.
public struct Settings: Equatable, Sendable {
    private var values: [String: SettingValue] = [:]

    /// The standard settings.
    public init() {}

    /// The value of a key: what was set, else the standard; `absent` for a key that is no setting.
    public subscript(key: String) -> SettingValue {
        values[key] ?? SettingsTable.row(key)?.standard ?? .absent
    }

    /// Sets a value that the row accepts; anything else is refused and changes nothing.
    public mutating func set(_ key: String, _ value: SettingValue) -> Result<Void, SettingFinding> {
        guard let row = SettingsTable.row(key) else { return .failure(.unknownKey(key)) }
        if let complaint = row.complaint(about: value) { return .failure(.init(row: row, complaint: complaint)) }
        values[key] = value
        return .success(())
    }

    /// What does not go together: each finding names the key to change.
    public func contradictions() -> [SettingFinding] {
        var findings: [SettingFinding] = []
        func refuse(_ key: String, unless fits: Bool, _ message: String) {
            if !fits { findings.append(.init(code: "contradiction", key: key, message: message)) }
        }
        let (threshold, margin) = (
            Micrometres(metres: depthThresholdMetres), Micrometres(metres: depthRearmMarginMetres)
        )
        let (minimum, maximum) = (Micrometres(metres: depthMinimumMetres), Micrometres(metres: depthMaximumMetres))
        refuse("depth.maximum", unless: maximum > minimum, "depth.maximum must be above depth.minimum")
        refuse(
            "depth.threshold", unless: threshold > minimum,
            "depth.threshold must be above depth.minimum, or nothing could reach it")
        refuse(
            "depth.rearmMargin", unless: threshold + margin <= maximum,
            "depth.threshold and depth.rearmMargin together must not exceed depth.maximum, or no reading could ever re-arm the alert"
        )
        return findings
    }

    /// Whether a switch is on.
    public func isOn(_ key: String) -> Bool { self[key] == .boolean(true) }

    /// A number in its unit; 0 for a key that is no number.
    public func number(_ key: String) -> Double {
        if case .number(let number) = self[key] { number } else { 0 }
    }

    /// A text or word; nil where nothing is set.
    public func text(_ key: String) -> String? {
        if case .text(let text) = self[key] { text } else { nil }
    }

    /// A list of commands; empty where nothing is set.
    public func commands(_ key: String) -> [[String]] {
        if case .commands(let commands) = self[key] { commands } else { [] }
    }

    /// The alert's threshold in metres.
    public var depthThresholdMetres: Double { number("depth.threshold") }
    /// How far beyond the threshold the alert re-arms, in metres.
    public var depthRearmMarginMetres: Double { number("depth.rearmMargin") }
    /// The nearest distance that counts, in metres; a configured 0 gives 0.1.
    public var depthMinimumMetres: Double { number("depth.minimum") == 0 ? 0.1 : number("depth.minimum") }
    /// The farthest distance that counts, in metres.
    public var depthMaximumMetres: Double { number("depth.maximum") }
    /// How long until a surface that stays near is announced again.
    public var depthRepeat: Duration { Instant(seconds: number("depth.repeat")) - .start }
    /// Whether distances are spoken in feet and inches.
    public var isImperial: Bool { text("units") == "imperial" }
}
