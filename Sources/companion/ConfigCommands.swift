import Documents
import Glibc
import Readings
import Service

/// `config check` and `config show`.
enum ConfigCommands {
    static let check = CommandDescription(
        name: "config check", operands: "[FILE]",
        summary: "Checks a configuration file and lists everything that is wrong in it.",
        options: [.config, .json],
        examples: [
            ("companion config check robot.json5", "every mistake in a file, with its line"),
            ("companion config check", "the same of the file that the service reads"),
        ]
    ) { invocation throws(CommandFailure) in
        try invocation.noMoreOperands(than: invocation.value("--config") == nil ? 1 : 0)
        let named = invocation.operands.first ?? invocation.value("--config")
        let path = named ?? ConfigurationPaths.configuration
        let findings = try findings(in: path, isNamed: named != nil)
        let output = Output()
        if invocation.isJSON {
            output.line(
                .object([.init("valid", .boolean(findings.isEmpty)), .init("findings", .array(findings.map(\.json)))]))
        } else if findings.isEmpty {
            output.line("\(path): all settings are valid.")
        } else {
            for finding in findings { output.line("\(path):\(finding.line ?? 1): \(finding.message)") }
        }
        return findings.isEmpty ? 0 : 1
    }

    private static func findings(in path: String, isNamed: Bool) throws(CommandFailure) -> [SettingFinding] {
        switch ConfigurationFile.read(path) {
        case .success: return []
        case .failure(.findings(let findings)): return findings
        case .failure(.cannotRead(let error)) where error.number == ENOENT && !isNamed:
            throw CommandFailure(
                code: "cannotRead", message: "there is no configuration at \(path): the standard settings are in force",
                remedy: "name a file to check another one", at: path)
        case .failure(.cannotRead(let error)):
            throw FileReading.failure(error, path: path, limit: ConfigurationFile.byteLimit)
        case .failure(.noDocument(let error)): throw FileReading.failure(error, path: path)
        }
    }

    static let show = CommandDescription(
        name: "config show", summary: "Shows every setting: its value, standard, range and meaning.",
        options: [.config, .json],
        examples: [
            ("companion config show", "the whole table, with the values that the service would use"),
            ("companion config show --config robot.json5", "the values that a file would give"),
        ]
    ) { invocation throws(CommandFailure) in
        try invocation.noMoreOperands(than: 0)
        let settings = try FileReading.settings(invocation, orOf: ConfigurationPaths.configuration)
        let output = Output()
        if invocation.isJSON {
            output.line(.object([.init("settings", .array(SettingsTable.rows.map { json($0, settings) }))]))
        } else {
            for row in SettingsTable.rows { show(row, settings, on: output) }
        }
        return 0
    }

    private static func show(_ row: SettingRow, _ settings: Settings, on output: Output) {
        let value = DocumentWriter.line(settings[row.key].json(as: row.kind))
        let standard = DocumentWriter.line(row.standard.json(as: row.kind))
        var details = row.allowed
        if value != standard { details += "; standard " + standard }
        if row.changesWhileRunning { details += "; may change while running" }
        output.line("\(row.key) = \(value)\(row.unit.isEmpty ? "" : " " + row.unit)")
        output.line("    \(row.meaning) (\(details))")
    }

    private static func json(_ row: SettingRow, _ settings: Settings) -> JSONValue {
        let ends = row.ends
        return .object([
            .init("key", .string(row.key)), .init("value", settings[row.key].json(as: row.kind)),
            .init("default", row.standard.json(as: row.kind)), .init("min", ends.map { .decimal($0.0) } ?? .null),
            .init("max", ends.map { .decimal($0.1) } ?? .null),
            .init("unit", row.unit.isEmpty ? .null : .string(row.unit)), .init("meaning", .string(row.meaning)),
            .init("choices", row.choices.map { .array($0.map { .string($0) }) } ?? .null),
            .init("changesWhileRunning", .boolean(row.changesWhileRunning)),
        ])
    }
}
