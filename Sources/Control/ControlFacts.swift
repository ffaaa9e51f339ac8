import Documents
import Glibc

/// What the socket's own thread can answer.
package struct ControlFacts: Sendable {
    /// The form of the protocol: raised when a client of before would misunderstand.
    static let protocolNumber = 1
    private static let usualPage = 8

    /// The version of the program.
    package let programVersion: String

    /// Facts of a program of this version.
    package init(programVersion: String) { self.programVersion = programVersion }

    /// The answer to `version`.
    var version: JSONValue {
        .object([
            .init("name", .string("companion")), .init("version", .string(programVersion)),
            .init("protocol", .integer(Self.protocolNumber)), .init("pid", .integer(Int(getpid()))),
        ])
    }

    /// A page of the table.
    func methods(_ parameters: ControlParameters) -> JSONValue {
        let rows = ControlMethods.all.dropFirst(parameters.whole("from") ?? 0)
            .prefix(parameters.whole("count") ?? Self.usualPage)
        return .object([
            .init("methods", .array(rows.map(\.json))), .init("total", .integer(ControlMethods.all.count)),
        ])
    }
}
