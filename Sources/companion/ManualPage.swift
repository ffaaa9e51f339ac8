/// The manual page, in the macros of man(7), made of the same table as `--help`.
struct ManualPage {
    let commands: [CommandDescription]
    let version: String

    /// The page: NAME, SYNOPSIS, what each command does, files, and the exit codes.
    var text: String {
        var lines = [
            ".TH COMPANION 1 \"\" \"companion \(version)\" \"User Commands\"", ".SH NAME",
            "companion \\- accompanies a person who cannot see through buildings", ".SH SYNOPSIS",
            ".B companion", ".I COMMAND", "[\\fIoptions\\fR]", ".SH DESCRIPTION",
            "The software of a small robot that accompanies a person who cannot look at a screen. It watches the "
                + "nearest surface ahead and the floor it is on, knows mapped places, and speaks. Nothing leaves the robot.",
            ".SH COMMANDS",
        ]
        lines += commands.flatMap(section)
        lines += [".SH FILES"] + Self.files.flatMap { [".TP", ".I " + Self.escaped($0.path), Self.escaped($0.what)] }
        lines += [".SH \"EXIT STATUS\""]
        lines += Self.statuses.flatMap { [".TP", ".B " + $0.0, $0.1] }
        lines += [".SH \"SEE ALSO\"", ".BR systemctl (1),", ".BR journalctl (1),", ".BR espeak\\-ng (1)"]
        return lines.joined(separator: "\n") + "\n"
    }

    private static let files = [
        (path: "/etc/companion/companion.json5", what: "the configuration; every setting stands in it as a comment"),
        (path: "/var/lib/companion", what: "what the service keeps: places, groups, paired phones"),
        (path: "/usr/share/companion/calibration", what: "the shipped calibration of cameras and barometers"),
    ]
    private static let statuses = [
        ("0", "Done."), ("1", "The answer is no: no route, an invalid map, a sensor missing."),
        ("2", "Bad input or usage."),
    ]

    private func section(_ command: CommandDescription) -> [String] {
        let usage = command.name + (command.options.isEmpty ? "" : " [options]") + " " + command.operands
        var lines = [".SS companion " + Self.escaped(usage.trimmed), Self.escaped(command.summary)]
        for option in command.options {
            let value = option.value.map { " \\fI" + Self.escaped($0) + "\\fR" } ?? ""
            lines += [".TP", "\\fB" + Self.escaped(option.name) + "\\fR" + value, Self.escaped(option.meaning)]
        }
        for example in command.examples {
            lines += [
                ".PP", Self.escaped(example.shows) + ":", ".PP", ".nf", ".RS 4", Self.escaped(example.line), ".RE",
                ".fi",
            ]
        }
        return lines
    }

    /// Text in which troff sees no request and no escape; what is not ASCII is written as its code point.
    static func escaped(_ text: String) -> String {
        var result = ""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\\": result += "\\e"
            case "-": result += "\\-"
            case "'": result += "\\(aq"
            case "`": result += "\\(ga"
            default:
                let code = String(scalar.value, radix: 16, uppercase: true)
                let padding = String(repeating: "0", count: max(0, 4 - code.count))
                result += scalar.isASCII ? String(scalar) : "\\[u\(padding)\(code)]"
            }
        }
        return result.hasPrefix(".") ? "\\&" + result : result
    }
}
