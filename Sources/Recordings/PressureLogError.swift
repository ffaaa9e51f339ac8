/// What is wrong with a pressure log: where, and what to do about it.
package enum PressureLogError: Error, Equatable, Sendable {
    /// More bytes than a log may have.
    case tooLarge(bytes: Int, limit: Int)
    /// Nothing at all, not even a header.
    case empty
    /// The header lacks a column; `found` are those that it has.
    case missingColumn(name: String, found: [String])
    /// The header has a needed column twice.
    case repeatedColumn(name: String)
    /// A line is longer than a line may be.
    case lineTooLong(line: Int, limit: Int)
    /// A quoted field does not end on its line, or text follows its end.
    case brokenQuote(line: Int)
    /// A line ends before a needed column.
    case missingField(line: Int, column: String)
    /// A field is no decimal number.
    case notANumber(line: Int, column: String, text: String)
    /// A time is beyond what can be held, 292 years from 0.
    case timeOutOfRange(line: Int, text: String)
    /// A time is before the one above it.
    case timeGoesBack(line: Int, text: String, previous: String)

    /// The line, counted from 1; nil where the log as a whole is meant.
    package var line: Int? {
        switch self {
        case .tooLarge, .empty: nil
        case .missingColumn, .repeatedColumn: 1
        case .lineTooLong(let line, _), .brokenQuote(let line), .missingField(let line, _),
            .notANumber(let line, _, _), .timeOutOfRange(let line, _), .timeGoesBack(let line, _, _):
            line
        }
    }
}

extension PressureLogError: CustomStringConvertible {
    /// What is wrong and what to do, for a person, with the line first.
    package var description: String { (line.map { "line \($0): " } ?? "") + problem }

    private var problem: String {
        switch self {
        case .tooLarge(let bytes, let limit):
            "the log is \(bytes) bytes long — split it into files of at most \(limit) bytes"
        case .empty: "the log is empty — it needs a header line with the columns t and hPa (or Pa)"
        case .missingColumn(let name, let found):
            "the header names no column \(name), only \(found.map { "\"\($0)\"" }.joined(separator: ", ")) — "
                + "name the columns t and hPa (or Pa), separated by commas"
        case .repeatedColumn(let name): "the header names the column \(name) twice — keep one"
        case .lineTooLong(_, let limit): "longer than \(limit) bytes — end each row with a line feed"
        case .brokenQuote: "a quoted field does not end where it should — close it before the next comma"
        case .missingField(_, let column): "the row ends before the column \(column) — give it, or leave it empty"
        case .notANumber(_, let column, let text):
            "\(column) is \"\(text)\", which is no number — write a decimal number such as 1013.25"
        case .timeOutOfRange(_, let text): "t is \(text), beyond ±9.2e9 s — write seconds"
        case .timeGoesBack(_, let text, let previous):
            "t goes back from \(previous) to \(text) — put the rows in order of time"
        }
    }
}
