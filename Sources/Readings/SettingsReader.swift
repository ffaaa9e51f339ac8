import Documents

/// Reads a configuration file: sections with members, `depth: { threshold: 1.2 }`, checked together.
public enum SettingsReader {
    /// The settings of a file and every finding in it; with findings, the settings are not to be used.
    public static func read(_ document: Document) -> (settings: Settings, findings: [SettingFinding]) {
        var reading = Reading()
        guard document.root.kind == .object else {
            let line = document.root.place.line
            reading.findings.append(
                .init(code: "wrongType", key: "", line: line, message: "the file must be one object, { … }"))
            return (reading.settings, reading.findings)
        }
        reading.section(document.root, prefix: "")
        reading.checkTogether()
        return (reading.settings, reading.findings)
    }

    private struct Reading {
        var settings = Settings()
        var findings: [SettingFinding] = []
        var lines: [String: Int] = [:]

        mutating func section(_ element: JSONElement, prefix: String) {
            for (name, keyPlace, value) in element.members {
                let key = prefix + name
                let line = keyPlace.place.line
                let isSection = SettingsTable.rows.contains { $0.key.hasPrefix(key + ".") }
                if prefix.isEmpty, isSection, SettingsTable.row(key) == nil {
                    if value.kind == .object { section(value, prefix: key + ".") } else { refuseSection(key, line) }
                } else if prefix.isEmpty, value.kind == .object, SettingsTable.row(key) == nil, !name.contains(".") {
                    findings.append(.unknownSection(name, line: line))
                } else {
                    setting(key, value, line: line, dotted: name.contains("."))
                }
            }
        }

        mutating func setting(_ key: String, _ value: JSONElement, line: Int, dotted: Bool) {
            guard let row = SettingsTable.row(key), !dotted else {
                findings.append(SettingsTable.row(key).map { nested($0.key, line) } ?? .unknownKey(key, line: line))
                return
            }
            lines[key] = line
            let value = SettingValue(value)
            let complaint = value.map { row.complaint(about: $0) } ?? .wrongType("a plain value, not an object")
            if let complaint {
                var finding = SettingFinding(row: row, complaint: complaint)
                finding.line = line
                findings.append(finding)
            } else if let value {
                _ = settings.set(key, value)
            }
        }

        mutating func checkTogether() {
            let blamed = Set(findings.map(\.key))
            findings += settings.contradictions().filter { !blamed.contains($0.key) }.map { finding in
                var finding = finding
                finding.line = lines[finding.key] ?? lines.filter { $0.key.hasPrefix("depth.") }.map(\.value).min()
                return finding
            }
        }

        private func nested(_ key: String, _ line: Int) -> SettingFinding {
            let parts = key.split(separator: ".")
            return .init(
                code: "unknownKey", key: key, line: line,
                message: "write \(parts[0]): { \(parts[parts.count - 1]): … } instead of a key with a dot")
        }

        private mutating func refuseSection(_ key: String, _ line: Int) {
            findings.append(
                .init(code: "wrongType", key: key, line: line, message: "\(key) is a section: \(key): { … }"))
        }
    }
}
