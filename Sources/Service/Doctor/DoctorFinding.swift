/// Something about this machine that keeps Companion from its work, or that its operator should know.
package struct DoctorFinding: Equatable, Sendable {
    /// How much it matters.
    package enum Severity: String, Comparable, Sendable {
        /// Something that the person depends on does not work.
        case error
        /// Something works worse than it could.
        case warning
        /// Worth knowing; nothing is wrong.
        case note

        private var rank: Int { self == .error ? 0 : self == .warning ? 1 : 2 }

        /// Orders by what matters most.
        package static func < (left: Severity, right: Severity) -> Bool { left.rank < right.rank }
    }

    /// A stable code for machines.
    package var code: String
    /// How much it matters.
    package var severity: Severity
    /// What is wrong and where, a sentence.
    package var message: String
    /// The command or action that mends it; empty where there is nothing to do.
    package var remedy: String

    /// The message as a sentence: a plain word at its beginning is capitalised, the name of a file or of a setting is not,
    /// and it ends with one mark.
    package var sentence: String {
        let first = message.prefix { $0 != " " }
        let isWord = first.allSatisfy { $0.isLetter || $0 == "," || $0 == "-" }
        let begun = isWord ? message.prefix(1).uppercased() + message.dropFirst() : message
        return message.last.map { ".?!".contains($0) } ?? false ? begun : begun + "."
    }

    /// Makes a finding.
    package init(_ severity: Severity, _ code: String, _ message: String, remedy: String = "") {
        self.code = code
        self.severity = severity
        self.message = message
        self.remedy = remedy
    }
}
