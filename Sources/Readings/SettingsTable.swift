/// Every setting there is: the one table behind the configuration file, `setting` events and `config show`.
public enum SettingsTable {
    /// The rows, in the order in which they are shown.
    public static let rows: [SettingRow] = depth + barometer + words + robot + ros2

    /// The row of a key, or nil where there is no such setting.
    public static func row(_ key: String) -> SettingRow? { byKey[key] }

    private static let byKey = Dictionary(uniqueKeysWithValues: rows.map { ($0.key, $0) })

    private static let depth: [SettingRow] = [
        .init(
            "depth.threshold", .number(0.3...4), .number(1), unit: "m", running: true,
            "The distance at which a surface ahead is announced."),
        .init(
            "depth.rearmMargin", .number(0.05...2), .number(0.25), unit: "m", running: true,
            "How far beyond the threshold a surface must be before a new approach is announced at once."),
        .init(
            "depth.repeat", .number(1...60), .number(3), unit: "s", running: true,
            "How long until a surface that stays near is announced again."),
        .init(
            "depth.minimum", .number(0...2), .number(0.1), unit: "m",
            "The nearest distance that counts; 0 means the camera's own minimum, 0.1 m where it tells none."),
        .init("depth.maximum", .number(0.5...65), .number(5), unit: "m", "The farthest distance that counts."),
        .init(
            "depth.usableShare", .number(0.01...1), .number(0.25),
            "The share of the region's samples that must be usable for a reading."),
        .init(
            "depth.percentile", .number(0.001...0.5), .number(0.05),
            "The share of usable samples that may be nearer than the reading."),
        .init(
            "depth.regionWidth", .number(0.05...1), .number(0.5),
            "The width of the region of interest as a share of the frame, centred."),
        .init(
            "depth.regionHeight", .number(0.05...1), .number(0.5),
            "The height of the region of interest as a share of the frame, centred."),
        .init(
            "depth.minimumConfidence", .choice(["low", "medium", "high"]), .text("medium"),
            "The least confidence of a usable sample."),
        .init(
            "depth.derivedConfidence", .switchOnOff, .boolean(true),
            "Whether confidence is derived from the frame where the camera gives none."),
        .init(
            "depth.strips", .switchOnOff, .boolean(true), running: true,
            "Whether thin things are looked for in five vertical strips."),
        .init("depth.camera", .text, .absent, "The serial number of the camera to use where several are plugged in."),
    ]

    private static let barometer: [SettingRow] = [
        .init(
            "barometer.enabled", .switchOnOff, .boolean(true), "Whether the barometer is used to notice floor changes."),
        .init(
            "barometer.bus", .text, .absent,
            "The I2C bus of the barometer, such as /dev/i2c-1; without it the buses are searched."),
        .init("barometer.rate", .number(1...50), .number(25), unit: "Hz", "How often the barometer is read."),
    ]

    private static let words: [SettingRow] = [
        .init(
            "units", .choice(["metric", "imperial"]), .text("metric"), running: true,
            "Whether distances are spoken in metres or in feet and inches."),
        .init("language", .choice(["en"]), .text("en"), "The language of everything that is said."),
        .init(
            "speech.hooks", .commands, .commands([["espeak-ng", "--stdin"]]),
            "The commands that speak, first choice first; each reads its text from standard input."),
        .init(
            "speech.startAhead", .switchOnOff, .boolean(true), "Whether the next voice is started before it is needed."),
        .init(
            "speech.interrupt", .command, .absent,
            "A command that is run as well when speech is interrupted, such as [\"spd-say\", \"--cancel\"]."),
        .init(
            "speech.before", .command, .absent,
            "A command that is run before each utterance, such as one that quietens other sound."),
        .init("speech.after", .command, .absent, "A command that is run after each utterance."),
        .init(
            "speech.fallback", .command, .absent,
            "A command, such as a beep, that is run in place of each utterance while no voice works."),
        .init(
            "signal.command", .command, .absent,
            "A command that is run with the kind as its argument for hazards and for the loss and return of depth and tracking."
        ),
        .init(
            "announcements.audience", .choice(["eyesFree", "everyone"]), .text("eyesFree"), running: true,
            "Whether announcements meant only for people without a screen are voiced."),
    ]

    private static let robot: [SettingRow] = [
        .init(
            "guidance.stepFree", .switchOnOff, .boolean(false), running: true,
            "Whether routes avoid steps unless asked otherwise."),
        .init(
            "handOff.lateral", .switchOnOff, .boolean(true), running: true,
            "Whether walking out of a place looks for the neighbouring one."),
        .init(
            "probe.by", .choice(["localiser", "person"]), .text("localiser"), running: true,
            "Who answers where the robot is: its localiser, or the person."),
        .init(
            "seen.enabled", .switchOnOff, .boolean(false), running: true,
            "Whether hazards, floor changes, arrivals, places entered and people last seen are kept with place and time: a record of the inside of a home, which never leaves the robot and which Clear erases."
        ),
        .init(
            "share.nearby", .switchOnOff, .boolean(false), running: true,
            "Whether paired phones are sent the nearest surface ahead."),
        .init(
            "share.seen", .switchOnOff, .boolean(false), running: true,
            "Whether paired phones are sent what the robot has seen."),
        .init("pairing.enabled", .switchOnOff, .boolean(true), "Whether phones can be paired at all."),
        .init(
            "pairing.port", .whole(0...65535), .number(28467),
            "The port on which paired phones reach the robot; 0 takes any that is free, as does one that is taken."),
        .init(
            "robot.name", .text, .text("Companion"), running: true, "What the robot is called where phones look for it."
        ),
        .init(
            "console.enabled", .switchOnOff, .boolean(false),
            "Whether the page for bench and review is served on this machine."),
        .init("console.port", .whole(1024...65535), .number(8437), "The loopback port of that page."),
        .init(
            "record.ring", .switchOnOff, .boolean(false),
            "Whether the last ten minutes are kept in a ring on disk: readings and decisions always, depth frames twice a second."
        ),
        .init(
            "record.ringSize", .whole(16...65536), .number(512), unit: "MB",
            "How much of the disk that ring may take; where it is full, the oldest minute goes early."),
    ]
}
