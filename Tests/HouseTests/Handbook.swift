/// What the written pages of the house promise.
enum Handbook {
    /// The stretches of a page that are set as code: blocks line by line, and spans.
    static func code(in page: String) -> [String] {
        var isBlock = false
        return page.split(separator: "\n", omittingEmptySubsequences: false).flatMap { line -> [String] in
            if line.hasPrefix("```") {
                isBlock.toggle()
                return []
            }
            if isBlock { return [String(line)] }
            let parts = line.split(separator: "`", omittingEmptySubsequences: false)
            return parts.indices.filter { $0 % 2 == 1 }.map { String(parts[$0]) }
        }
    }

    /// The calls of a program in code: the words after its name, up to what a shell would end a command with.
    static func calls(of program: String, in page: String) -> [[String]] {
        code(in: page).compactMap { line in
            let words = line.split(separator: " ").map(String.init)
            let start = words.first == "$" ? 1 : 0
            guard words.count > start + 1, (words[start].split(separator: "/").last ?? "") == program else {
                return nil
            }
            let rest = words[(start + 1)...].prefix { !["|", ">", ">>", "&&", "#", "…"].contains($0) }
            return rest.isEmpty ? nil : Array(rest)
        }
    }

    /// The names in the list of commands that `--help` prints.
    static func commands(inHelp help: String) -> [String] {
        let lines = help.split(separator: "\n", omittingEmptySubsequences: false)
        guard let start = lines.firstIndex(of: "commands:") else { return [] }
        return lines[(start + 1)...].prefix { !$0.isEmpty }.compactMap { line in
            line.dropFirst(2).ranges(of: "  ").first.map { String(line.dropFirst(2)[..<$0.lowerBound]) }
        }
    }

    /// The command of a list that a call means, longest first.
    static func command(of call: [String], among commands: [String]) -> String? {
        commands.filter { call.starts(with: $0.split(separator: " ").map(String.init)) }.max { $0.count < $1.count }
    }

    /// The first cells of a table's rows that are set as code.
    static func firstCells(in page: String) -> [String] {
        page.split(separator: "\n").compactMap { line in
            guard line.hasPrefix("| `"), let cell = line.split(separator: "|").first else { return nil }
            return cell.split(separator: "`").dropFirst().first.map(String.init)
        }
    }
}
