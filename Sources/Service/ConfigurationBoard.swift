import Documents
import Synchronization

/// What is known of the configuration file, for the status: it may be read anew while the service runs.
package final class ConfigurationBoard: Sendable {
    /// What is known.
    package struct Condition: Equatable, Sendable {
        /// The file.
        package var path: String
        /// Whether there is a file there.
        package var isThere: Bool
        /// What is wrong with it, each in a line; empty where nothing is.
        package var problems: [String]
        /// What is in force: "the file", "the standard settings", "the last valid settings" and the like.
        package var inForce: String

        /// Makes a condition.
        package init(path: String, isThere: Bool, problems: [String], inForce: String) {
            self.path = path
            self.isThere = isThere
            self.problems = problems
            self.inForce = inForce
        }
    }

    private let state: Mutex<Condition>

    /// Begins with what was found at the start.
    package init(_ condition: Condition) { state = Mutex(condition) }

    /// What is known now.
    package var condition: Condition { state.withLock { $0 } }

    /// The file was read again and is in force.
    package func accepted() {
        state.withLock { $0 = .init(path: $0.path, isThere: true, problems: [], inForce: "the file") }
    }

    /// The file was read again and is refused; what was in force before stays.
    package func refused(_ problems: [String]) {
        state.withLock { state in
            state.problems = problems
            if state.inForce == "the file" { state.inForce = "the settings from before" }
        }
    }
}

extension ConfigurationBoard.Condition {
    private static let mostProblems = 8

    /// The condition for a machine.
    var json: JSONValue {
        .object([
            .init("file", .string(path)), .init("isThere", .boolean(isThere)), .init("inForce", .string(inForce)),
            .init("problems", .array(problems.prefix(Self.mostProblems).map { .string($0) })),
        ])
    }

    /// What is wrong with the file, and what to do.
    var problem: StatusProblem? {
        guard let first = problems.first else { return nil }
        let more = problems.count > 1 ? " (and \(problems.count - 1) more)" : ""
        return StatusProblem(
            code: "configurationRefused", message: "the configuration is refused, \(inForce) hold: \(first)\(more)",
            remedy: "companion config check \(path) lists everything; then reload the service")
    }
}
