import Documents
import Readings

/// Something that is wrong, with what to do about it.
package struct StatusProblem: Equatable, Sendable {
    /// The stable word, such as `cameraMissing`.
    package var code: String
    /// What is wrong, a sentence part for a person: "no depth camera is plugged in".
    package var message: String
    /// What to do about it.
    package var remedy: String

    /// Makes a problem.
    package init(code: String, message: String, remedy: String) {
        self.code = code
        self.message = message
        self.remedy = remedy
    }

    /// The problem for a machine.
    package var json: JSONValue {
        .object([
            .init("code", .string(code)), .init("message", .string(message)), .init("remedy", .string(remedy)),
        ])
    }
}

/// A part of the service that has something to show in the status, such as a sensor's thread.
package struct StatusPart: Sendable {
    /// How a part is at a moment.
    package struct Condition: Sendable {
        /// One word: `ok`, `starting`, `missing` and the like.
        package var state: String
        /// A sentence part for a person: "Depth camera D435i, 30 frames a second".
        package var words: String
        /// Further members for a machine.
        package var details: [JSONValue.Member]
        /// What is wrong, if anything is.
        package var problem: StatusProblem?

        /// Makes a condition.
        package init(
            state: String, words: String, details: [JSONValue.Member] = [], problem: StatusProblem? = nil
        ) {
            self.state = state
            self.words = words
            self.details = details
            self.problem = problem
        }

        /// The condition for a machine.
        package var json: JSONValue {
            .object([.init("state", .string(state)), .init("words", .string(words))] + details)
        }
    }

    /// The member of `status` that it is, such as `camera`.
    package var name: String
    /// How it is; called on the decision thread, and never waits.
    package var condition: @Sendable (Instant) -> Condition

    /// Makes a part.
    package init(_ name: String, condition: @escaping @Sendable (Instant) -> Condition) {
        self.name = name
        self.condition = condition
    }
}
