import Documents
import Readings

/// The settings as the page shows them: those that may change while the service runs, and what is recorded, in full.
enum SettingsPage {
    static func json(_ settings: Settings) -> JSONValue {
        .object([
            .init("recording", .array(recording(settings))),
            .init("rows", .array(SettingsTable.rows.filter(\.changesWhileRunning).map { row($0, settings) })),
            .init("fixed", .array(SettingsTable.rows.filter { !$0.changesWhileRunning }.map { row($0, settings) })),
        ])
    }

    private static func row(_ row: SettingRow, _ settings: Settings) -> JSONValue {
        .object([
            .init("key", .string(row.key)), .init("value", settings[row.key].json(as: row.kind)),
            .init("default", row.standard.json(as: row.kind)), .init("unit", .string(row.unit)),
            .init("meaning", .string(row.meaning)), .init("allowed", .string(row.allowed)),
            .init("kind", .string(kind(row))), .init("choices", .array((row.choices ?? []).map { .string($0) })),
            .init("min", row.ends.map { .decimal($0.0) } ?? .null),
            .init("max", row.ends.map { .decimal($0.1) } ?? .null),
        ])
    }

    private static func kind(_ row: SettingRow) -> String {
        switch row.kind {
        case .switchOnOff: "switch"
        case .number: "number"
        case .whole: "whole"
        case .choice: "choice"
        case .text, .form: "text"
        case .command, .commands: "command"
        }
    }

    // MARK: what is recorded

    /// What is recorded and sent, said in full: for each setting whether it is on, and what that means.
    private static func recording(_ settings: Settings) -> [JSONValue] {
        records.map { key, name, label, on, off in
            .object([
                .init("key", .string(key)), .init("name", .string(name)), .init("label", .string(label)),
                .init("on", .boolean(settings.isOn(key))),
                .init("words", .string(settings.isOn(key) ? on : off)),
            ])
        }
    }

    private static let records: [(key: String, name: String, label: String, on: String, off: String)] = [
        (
            "seen.enabled", "What the robot has seen", "Write down what the robot sees",
            "On. Hazards met, floor changes, arrivals, places entered and people last seen are written down, each with "
                + "its place and the time; a person without the name of the device. This describes the inside of a "
                + "home. It stays in one file on the robot and is never sent over the internet. Clear, in the section "
                + "Seen, erases it from the file.",
            "Off. Nothing that the robot meets is written down. What was written down before stays until it is cleared."
        ),
        (
            "record.ring", "The flight recorder", "Keep the last ten minutes",
            "On. The last ten minutes of readings and decisions, with two depth pictures a second of what is in front "
                + "of the robot, are kept in a ring on the robot's disk. What is older is overwritten.",
            "Off. No picture of the camera and no reading is kept."
        ),
        (
            "share.nearby", "The nearest surface, to paired phones", "Send the nearest surface to paired phones",
            "On. Paired phones that are connected are sent how far the nearest surface ahead is.",
            "Off. Phones are not told what is ahead of the robot."
        ),
        (
            "share.seen", "What was seen, to paired phones", "Send what was seen to paired phones",
            "On. Paired phones that are connected are sent each thing that the robot notes as seen.",
            "Off. Phones are not told what the robot sees."
        ),
    ]
}
