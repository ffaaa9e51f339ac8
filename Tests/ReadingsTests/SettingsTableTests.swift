import Readings
import Testing

struct SettingsTableTests {
    @Test(arguments: SettingsTable.rows.map(\.key))
    func `Every row accepts its own standard and explains itself`(key: String) throws {
        let row = try #require(SettingsTable.row(key))
        #expect(row.complaint(about: row.standard) == nil)
        #expect(row.meaning.hasSuffix("."))
        #expect(row.meaning.count > 20)
        var settings = Settings()
        #expect((try? settings.set(key, row.standard).get()) != nil)
        #expect(settings[key] == row.standard)
    }

    @Test func `Keys are unique, and no key is also a section`() {
        let keys = SettingsTable.rows.map(\.key)
        #expect(Set(keys).count == keys.count)
        for key in keys { #expect(!keys.contains { $0.hasPrefix(key + ".") }, "\(key)") }
    }

    @Test func `The standard settings do not contradict each other`() { #expect(Settings().contradictions().isEmpty) }

    @Test(arguments: [
        ("depth.threshold", SettingValue.number(1), 0.3, 4.0), ("depth.rearmMargin", .number(0.25), 0.05, 2),
        ("depth.repeat", .number(3), 1, 60),
    ])
    func `Limits are included and nothing beyond them`(key: String, standard: SettingValue, low: Double, high: Double) {
        let settings = Settings()
        #expect(settings[key] == standard)
        for (value, fits) in [
            (low, true), (high, true), (low.nextDown, false), (high.nextUp, false), (.nan, false), (.infinity, false),
        ] {
            var changed = settings
            #expect(((try? changed.set(key, .number(value)).get()) != nil) == fits, "\(value)")
            #expect((changed == settings) == (!fits))
        }
    }

    @Test func `The table has at least the settings of the contract, with their standards`() {
        let expected: [String: SettingValue] = [
            "depth.minimum": .number(0.1), "depth.maximum": .number(5), "depth.usableShare": .number(0.25),
            "depth.percentile": .number(0.05), "depth.regionWidth": .number(0.5), "depth.regionHeight": .number(0.5),
            "depth.minimumConfidence": .text("medium"), "depth.derivedConfidence": .boolean(true),
            "depth.strips": .boolean(true), "depth.camera": .absent, "barometer.enabled": .boolean(true),
            "barometer.bus": .absent, "barometer.rate": .number(25), "units": .text("metric"), "language": .text("en"),
            "speech.hooks": .commands([["espeak-ng", "--stdin"]]), "speech.startAhead": .boolean(true),
            "speech.interrupt": .absent, "speech.before": .absent, "speech.after": .absent, "speech.fallback": .absent,
            "signal.command": .absent, "announcements.audience": .text("eyesFree"),
            "guidance.stepFree": .boolean(false),
            "handOff.lateral": .boolean(true), "probe.by": .text("localiser"), "seen.enabled": .boolean(false),
            "share.nearby": .boolean(false), "share.seen": .boolean(false), "pairing.enabled": .boolean(true),
            "pairing.port": .number(28467),
            "console.enabled": .boolean(false), "record.ring": .boolean(false),
        ]
        for (key, value) in expected { #expect(SettingsTable.row(key)?.standard == value, "\(key)") }
        #expect(SettingsTable.row("robot.name") != nil)
        #expect(SettingsTable.row("console.port") != nil)
    }

    @Test func `A key that is no setting is refused and changes nothing`() {
        var settings = Settings()
        #expect(settings.set("depth", .number(1)) == .failure(.unknownKey("depth")))
        #expect(settings == Settings())
    }
}

/// Results of setting a value compare by their finding.
private func == (left: Result<Void, SettingFinding>, right: Result<Void, SettingFinding>) -> Bool {
    switch (left, right) {
    case (.success, .success): true
    case (.failure(let left), .failure(let right)): left == right
    default: false
    }
}
