import Deciding
import Documents
import Platform
import Service
import Wayfinding

/// `map check`, `map route` and `map show`.
enum MapCommands {
    static let check = CommandDescription(
        name: "map check", operands: "FILE",
        summary: "Validates a place map and lists everything that is wrong or doubtful in it.",
        options: [
            .json,
            CommandOption(
                name: "--groups", value: "FILE",
                meaning: "the groups, whose ways between places count (buildings.json beside the map, if there is one)"),
            CommandOption(
                name: "--write", value: "OUT", meaning: "write the map in its canonical form, if it has no error"),
        ],
        examples: [
            ("companion map check ground.json", "every finding, with where it is and what to do"),
            ("companion map check ground.json --write ground.json", "the same, then the file in canonical form"),
        ]
    ) { invocation throws(CommandFailure) in
        let path = try invocation.operand("a place map")
        let document = try FileReading.document(path)
        let portals = try MapSurroundings.portals(of: document, at: path, invocation)
        let findings = PlaceMapReader.read(document, now: WorldFiles.today, portals: portals).findings
        let isValid = !findings.contains { $0.severity == .error }
        report(findings, isValid: isValid, path: path, asJSON: invocation.isJSON)
        if isValid, let out = invocation.value("--write") { try write(MapWriter.canonical(document), to: out) }
        return isValid ? 0 : 1
    }

    private static func report(_ findings: [MapFinding], isValid: Bool, path: String, asJSON: Bool) {
        let output = Output()
        if asJSON {
            return output.line(
                .object([
                    .init("valid", .boolean(isValid)), .init("findings", .array(findings.map(\.jsonValue))),
                ]))
        }
        for finding in findings { output.line("\(path): \(finding.description)") }
        let errors = findings.count { $0.severity == .error }
        let warnings = findings.count - errors
        let verdict = isValid ? "valid" : "refused"
        output.line("\(path): \(verdict), \(count(errors, "error")), \(count(warnings, "warning")).")
    }

    private static func count(_ number: Int, _ word: String) -> String { "\(number) \(word)\(number == 1 ? "" : "s")" }

    private static func write(_ bytes: [UInt8], to path: String) throws(CommandFailure) {
        do throws(SystemError) {
            try AtomicFile.replace(path, with: bytes, mode: 0o644)
        } catch {
            throw FileReading.cannotWrite(error, path: path)
        }
    }

    private static let ends = [
        CommandOption(
            name: "--from", value: "LANDMARK", meaning: "where to start: an id, name or alias, or place/landmark"),
        CommandOption(name: "--to", value: "LANDMARK", meaning: "where to go"),
        CommandOption(
            name: "--from-position", value: "X,Y[,Z]", meaning: "start at a position in the first file's frame"),
        CommandOption(name: "--to-position", value: "X,Y[,Z]", meaning: "go to a position in the first file's frame"),
        CommandOption(name: "--step-free", meaning: "only ways that are confirmed to be step-free"),
    ]

    static let route = CommandDescription(
        name: "map route", operands: "FILE…",
        summary: "Finds the way and prints its steps as they would be spoken, or why there is none.",
        options: [.json, .groups] + ends
            + [
                CommandOption(
                    name: "--units", value: "UNITS", choices: ["metric", "imperial"],
                    meaning: "metric or imperial (metric)")
            ],
        examples: [
            ("companion map route ground.json --from foyer --to café", "numbered steps, as they would be spoken"),
            (
                "companion map route ground.json first.json --groups buildings.json --from foyer --to library --step-free",
                "across two places, without steps"
            ),
        ]
    ) { invocation throws(CommandFailure) in
        let query = try MapQuery(invocation)
        let answer = query.answer
        let output = Output()
        if invocation.isJSON {
            output.line(RouteJSON.value(answer))
        } else {
            query.lines(of: answer).forEach(output.line)
        }
        if let remedy = query.remedy(for: answer) { Output.error("companion: " + remedy) }
        return answer.route == nil ? 1 : 0
    }

    static let show = CommandDescription(
        name: "map show", operands: "FILE…",
        summary: "Draws places as SVG on standard output, with a route where one is asked for.",
        options: [.groups] + ends,
        examples: [
            ("companion map show ground.json > ground.svg", "one place"),
            (
                "companion map show ground.json first.json --groups buildings.json --from foyer --to library > way.svg",
                "a way across floors"
            ),
        ]
    ) { invocation throws(CommandFailure) in
        let query = try MapQuery(invocation)
        guard query.hasEnds else {
            Output().line(query.drawing(nil))
            return 0
        }
        let answer = query.answer
        guard let route = answer.route else {
            throw CommandFailure(
                code: answer.failure?.reason ?? "noRoute", message: query.lines(of: answer).joined(separator: " "),
                remedy: query.remedy(for: answer) ?? "", exit: 1)
        }
        Output().line(query.drawing(route))
        return 0
    }
}
