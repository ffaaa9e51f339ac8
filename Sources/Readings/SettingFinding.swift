import Documents

/// What is wrong with one setting, and where it stands.
public struct SettingFinding: Error, Equatable, Sendable {
    /// The stable code: `unknownKey`, `wrongType`, `outOfRange`, `contradiction`, `notWhileRunning`.
    public var code: String
    /// The setting, as it was written.
    public var key: String
    /// The line of the file, from 1; nil where there is no file.
    public var line: Int?
    /// What is wrong and what to do.
    public var message: String

    /// Makes a finding.
    public init(code: String, key: String, line: Int? = nil, message: String) {
        self.code = code
        self.key = key
        self.line = line
        self.message = message
    }

    init(row: SettingRow, complaint: SettingComplaint) {
        self.init(code: complaint.code, key: row.key, message: "\(row.key) must be \(complaint.allowed)")
    }

    /// A key that is no setting, with the one that was probably meant.
    public static func unknownKey(_ key: String, line: Int? = nil) -> SettingFinding {
        let nearest = NearestName.among(SettingsTable.rows.map(\.key), to: key).first
        let hint = nearest.map { "did you mean \($0)?" } ?? "config show lists them all"
        return .init(code: "unknownKey", key: key, line: line, message: "there is no setting \(key); \(hint)")
    }

    /// A section that is none, with the one that was probably meant.
    static func unknownSection(_ name: String, line: Int) -> SettingFinding {
        let sections = SettingsTable.rows.compactMap { row in row.key.split(separator: ".").dropLast().first }
        let known = sections.reduce(into: [String]()) { if $0.last != String($1) { $0.append(String($1)) } }
        let hint =
            NearestName.among(known, to: name).first.map { "did you mean \($0)?" } ?? "config show lists them all"
        return .init(code: "unknownKey", key: name, line: line, message: "there is no section \(name); \(hint)")
    }

    /// The finding as JSON, as `config check --json` prints it.
    public var json: JSONValue {
        .object([
            .init("code", .string(code)), .init("key", .string(key)),
            .init("line", line.map { .integer($0) } ?? .null), .init("message", .string(message)),
        ])
    }
}
