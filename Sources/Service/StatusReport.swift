import Deciding
import Documents
import Readings

/// How the service is, for a person in one sentence and for a machine in full.
package struct StatusReport: Sendable {
    /// What is wrong, the worst first.
    package let problems: [StatusProblem]
    /// What is waited for before the robot is ready, in words.
    package let waitsFor: [String]
    /// Everything else, each part under its name.
    let members: [JSONValue.Member]

    private static let longestSummary = 240

    /// One sentence that says what is wrong, or that nothing is; one line.
    package var summary: String {
        let text: String
        if let first = problems.first {
            let rest = problems.dropFirst().map(\.message)
            text = ([Self.capitalised(first.message)] + rest).joined(separator: "; ") + "."
        } else if waitsFor.isEmpty {
            text = "All is well."
        } else {
            text = "Waiting for \(waitsFor.joined(separator: " and "))."
        }
        let line = text.split { $0.isNewline }.joined(separator: " ")
        return line.count <= Self.longestSummary ? line : line.prefix(Self.longestSummary - 1) + "…"
    }

    private static func capitalised(_ text: String) -> String { text.prefix(1).uppercased() + text.dropFirst() }

    /// The result of `status`.
    package var json: JSONValue {
        .object(
            [
                .init("summary", .string(summary)), .init("problems", .array(problems.map(\.json))),
                .init("waitsFor", .array(waitsFor.map { .string($0) })),
            ] + members)
    }
}
