import Documents

/// One mistake in a scenario file, with its place.
package struct ScenarioFinding: Equatable, Sendable, CustomStringConvertible {
    /// The stable code: `unknownKey`, `missingKey`, `wrongType`, `outOfRange`, `contradiction`, or a document error's.
    package var code: String
    /// The JSON pointer of the value at fault, such as `/walk/2/speed`; empty for the whole file.
    package var key: String
    /// The line, from 1; nil where the document as a whole is at fault.
    package var line: Int?
    /// The column in characters, from 1; nil where the line is.
    package var column: Int?
    /// What is wrong and what to do, for a person.
    package var message: String

    /// The place, the key and the message on one line.
    package var description: String {
        let place = line.map { "\($0):\(column ?? 1): " } ?? ""
        return place + (key.isEmpty ? "" : key + ": ") + message
    }
}

/// Collects what is wrong, so that one reading of a file finds everything.
final class ScenarioFindings {
    private(set) var list: [ScenarioFinding] = []

    func add(_ code: String, at element: JSONElement, _ pointer: JSONPointer, _ message: String) {
        let place = element.place
        list.append(
            ScenarioFinding(
                code: code, key: pointer.description, line: place.line, column: place.column, message: message))
    }

    func add(_ error: DocumentError) {
        let place: Place? =
            switch error {
            case .malformed(let place, _), .duplicateKey(let place, _), .tooDeep(let place, _): place
            case .invalidUTF8, .tooLarge: nil
            }
        list.append(
            ScenarioFinding(
                code: error.code, key: "", line: place?.line, column: place?.column, message: error.description))
    }

    /// What was found, in the order of the lines.
    var sorted: [ScenarioFinding] {
        list.enumerated().sorted { left, right in
            (left.element.line ?? 0, left.element.column ?? 0, left.offset)
                < (right.element.line ?? 0, right.element.column ?? 0, right.offset)
        }.map(\.element)
    }
}
