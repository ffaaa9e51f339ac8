import Documents
import Readings

/// `config template`: a configuration file in which every setting stands as a comment, made of the settings table.
enum ConfigTemplate {
    static let command = CommandDescription(
        name: "config template",
        summary: "Prints a configuration file with every setting in it as a comment, its standard value and meaning.",
        options: [],
        examples: [("companion config template > robot.json5", "a file to begin with; it changes nothing as it is")]
    ) { invocation throws(CommandFailure) in
        try invocation.noMoreOperands(than: 0)
        let output = Output()
        for line in lines { output.line(line) }
        return 0
    }

    private static let width = 110

    /// The lines of the file.
    static var lines: [String] {
        var lines = [
            "// The configuration of Companion. A line that begins with // is a comment and leaves the standard value in",
            "// force: take the // away to change it. Check with: companion config check; the service takes it after:",
            "// systemctl reload companion", "{",
        ]
        for section in sections {
            let rows = SettingsTable.rows.filter { self.section(of: $0) == section }
            let isNested = !section.isEmpty
            if isNested { lines += ["", "    \(section): {"] }
            for row in rows { lines += Self.lines(row, indent: isNested ? "        " : "    ") }
            if isNested { lines.append("    },") }
        }
        return lines + ["}"]
    }

    /// The sections in the order of the table; what stands at the top level comes first.
    private static var sections: [String] {
        SettingsTable.rows.map(section).reduce(into: [""]) { names, name in
            if !names.contains(name) { names.append(name) }
        }
    }

    private static func section(of row: SettingRow) -> String {
        row.key.contains(".") ? String(row.key.prefix { $0 != "." }) : ""
    }

    private static func lines(_ row: SettingRow, indent: String) -> [String] {
        let name = row.key.split(separator: ".").last.map(String.init) ?? row.key
        let meaning = wrapped("\(row.meaning) (\(row.allowed))", to: width - indent.count - 3)
        let value = DocumentWriter.line(row.standard.json(as: row.kind))
        return [""] + meaning.map { "\(indent)// \($0)" } + ["\(indent)// \(name): \(value),"]
    }

    private static func wrapped(_ text: String, to width: Int) -> [String] {
        text.split(separator: " ").reduce(into: [""]) { lines, word in
            let last = lines[lines.count - 1]
            if last.isEmpty {
                lines[lines.count - 1] = String(word)
            } else if last.count + word.count < width {
                lines[lines.count - 1] = last + " " + word
            } else {
                lines.append(String(word))
            }
        }
    }
}
