import Documents
import Readings

/// Where a phone is and when, for the bench: rows of time and position, between which it walks in a straight line.
package struct PhoneWalk: Equatable, Sendable {
    /// One row.
    package struct Row: Equatable, Sendable {
        /// Seconds since the start.
        package var seconds: Double
        /// Where it is then; nil is nowhere.
        package var position: OwnPosition?
    }

    /// What is wrong with a file: its line, and what to do.
    package struct Flaw: Error, Equatable, Sendable, CustomStringConvertible {
        /// The line, from 1.
        package var line: Int
        /// What is wrong.
        package var what: String
        /// Both, for a person.
        package var description: String { "line \(line): \(what)" }
    }

    /// The rows, in the order of their times; at least one.
    package let rows: [Row]

    /// How long it takes.
    package var length: Duration { .seconds(rows.last?.seconds ?? 0) }

    /// Reads a file: JSON lines where it begins with a brace, else CSV with a header.
    ///
    /// The names are `t`, `place`, `x`, `y` and, where known, `z`, `yaw`, `placeName`, `scannedAt`; an empty or missing
    /// place is nowhere.
    package init(_ bytes: [UInt8]) throws(Flaw) {
        let lines = String(decoding: bytes, as: UTF8.self).split(omittingEmptySubsequences: false) { $0.isNewline }
        let isJSON = lines.first { !$0.isEmpty }?.first == "{"
        var rows: [Row] = []
        var header: [String]?
        for (index, line) in lines.enumerated() where !line.allSatisfy(\.isWhitespace) {
            let cells: [String: String]
            if isJSON {
                cells = try Self.members(line, index + 1)
            } else {
                let texts = line.split(separator: ",", omittingEmptySubsequences: false).map(Self.trimmed)
                guard let header else {
                    header = texts
                    continue
                }
                cells = Dictionary(zip(header, texts), uniquingKeysWith: { first, _ in first })
            }
            let row = try Self.row(cells, index + 1)
            guard row.seconds >= rows.last?.seconds ?? 0 else { throw Flaw(line: index + 1, what: "time goes back") }
            rows.append(row)
        }
        guard !rows.isEmpty else { throw Flaw(line: lines.count, what: "there is no row — t,place,x,y") }
        self.rows = rows
    }

    /// Where the phone is after so long: on the straight line between two rows of the same place, else at the last row.
    ///
    /// With rows at 0 s (x = 0) and 10 s (x = 5), x is 2.5 after 5 s.
    package func position(after span: Duration, at now: Instant) -> OwnPosition? {
        let seconds = span.inSeconds
        guard let index = rows.lastIndex(where: { $0.seconds <= seconds }) else { return nil }
        guard var here = rows[index].position else { return nil }
        here.time = now
        guard index + 1 < rows.count, let next = rows[index + 1].position, next.place == here.place else { return here }
        let whole = rows[index + 1].seconds - rows[index].seconds
        let share = whole > 0 ? (seconds - rows[index].seconds) / whole : 0
        here.x += (next.x - here.x) * share
        here.y += (next.y - here.y) * share
        if let z = here.z, let other = next.z { here.z = z + (other - z) * share }
        return here
    }

    private static func trimmed(_ text: Substring) -> String {
        var rest = text
        while rest.first?.isWhitespace == true { rest.removeFirst() }
        while rest.last?.isWhitespace == true { rest.removeLast() }
        return String(rest)
    }

    private static func members(_ line: Substring, _ number: Int) throws(Flaw) -> [String: String] {
        do throws(DocumentError) {
            let document = try Document(Array(line.utf8))
            var cells: [String: String] = [:]
            for member in document.root.members where !member.value.isNull {
                cells[member.key] = member.value.string ?? member.value.numberText ?? ""
            }
            return cells
        } catch { throw Flaw(line: number, what: error.description) }
    }

    private static func row(_ cells: [String: String], _ line: Int) throws(Flaw) -> Row {
        func number(_ key: String, or other: Double? = nil) throws(Flaw) -> Double {
            guard let text = cells[key], !text.isEmpty else {
                guard let other else { throw Flaw(line: line, what: "there is no \(key)") }
                return other
            }
            guard let value = Double(text), value.isFinite, abs(value) <= 1e9 else {
                throw Flaw(line: line, what: "\(key) is \"\(text)\" and no number")
            }
            return value
        }
        let seconds = try number("t")
        guard seconds >= 0 else { throw Flaw(line: line, what: "t is below 0") }
        guard let id = cells["place"], !id.isEmpty else { return Row(seconds: seconds, position: nil) }
        let scannedAt = cells["scannedAt"].flatMap { $0.isEmpty ? nil : $0 }
        let place = OwnPlace(id: id, name: cells["placeName"] ?? id, scannedAt: scannedAt)
        let z = cells["z"]?.isEmpty ?? true ? nil : try number("z")
        let position = OwnPosition(
            place: place, x: try number("x"), y: try number("y"), z: z, yaw: try number("yaw", or: 0), time: .start)
        guard position.isPlausible else { throw Flaw(line: line, what: "the position is beyond 10 km") }
        return Row(seconds: seconds, position: position)
    }
}
