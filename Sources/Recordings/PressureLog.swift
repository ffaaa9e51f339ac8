import Readings

/// A recorded run of pressure, read from comma-separated values.
///
/// The header names the columns: `t` in seconds and `hPa`, or `Pa`; others are ignored. An empty pressure is a sample
/// that was dropped. Lines end with LF or CRLF, blank lines are passed over, a byte order mark is too, and fields may be
/// quoted.
package struct PressureLog: Sendable {
    /// The most bytes that a log may have: five days at 25 Hz.
    package static let sizeLimit = 256 << 20
    /// The most bytes that a line may have.
    package static let lineLimit = 64 << 10

    /// Every row in order, with the times of the file; a dropped sample has the pressure NaN.
    package private(set) var samples: [PressureSample] = []

    /// The time of the first row, dropped or not; nil where there is none.
    package var beginning: Instant? { samples.first?.time }
    /// The time of the last row, dropped or not; nil where there is none.
    package var end: Instant? { samples.last?.time }

    /// Reads a whole log; throws what is wrong with its first bad line.
    package init(csv bytes: [UInt8]) throws(PressureLogError) {
        guard bytes.count <= Self.sizeLimit else {
            throw .tooLarge(bytes: bytes.count, limit: Self.sizeLimit)
        }
        var rest = bytes[...]
        if rest.starts(with: [0xEF, 0xBB, 0xBF]) { rest.removeFirst(3) }
        var columns: Columns?
        var number = 0
        var previous = ""
        while !rest.isEmpty {
            number += 1
            let line = try Self.nextLine(&rest, number: number)
            guard !PressureLogRow.trimmed(line).isEmpty else { continue }
            guard let fields = PressureLogRow.fields(line) else { throw .brokenQuote(line: number) }
            if let columns {
                try read(fields, columns, line: number, previous: &previous)
            } else {
                columns = try Columns(header: fields)
            }
        }
        if columns == nil { throw .empty }
    }

    /// Takes the next line off, without its end.
    private static func nextLine(
        _ rest: inout ArraySlice<UInt8>, number: Int
    ) throws(PressureLogError) -> ArraySlice<UInt8> {
        let end = rest.firstIndex(of: UInt8(ascii: "\n")) ?? rest.endIndex
        var line = rest[..<end]
        rest = rest[min(end + 1, rest.endIndex)...]
        if line.last == UInt8(ascii: "\r") { line.removeLast() }
        guard line.count <= lineLimit else { throw .lineTooLong(line: number, limit: lineLimit) }
        return line
    }

    private mutating func read(
        _ fields: [String], _ columns: Columns, line: Int, previous: inout String
    ) throws(PressureLogError) {
        guard columns.time < fields.count else { throw .missingField(line: line, column: "t") }
        guard columns.pressure < fields.count else { throw .missingField(line: line, column: columns.pressureName) }
        let time = try Self.time(fields[columns.time], line: line)
        if let last = samples.last, time < last.time {
            throw .timeGoesBack(line: line, text: fields[columns.time], previous: previous)
        }
        let pressure = try columns.hectopascals(fields[columns.pressure], line: line)
        samples.append(PressureSample(hectopascals: pressure, time: time))
        previous = fields[columns.time]
    }

    private static func time(_ text: String, line: Int) throws(PressureLogError) -> Instant {
        guard PressureLogNumber.parse(text) != nil else {
            throw .notANumber(line: line, column: "t", text: String(text.prefix(PressureLogNumber.longest)))
        }
        guard let nanoseconds = PressureLogNumber.nanoseconds(text) else {
            throw .timeOutOfRange(line: line, text: text)
        }
        return Instant(nanoseconds: nanoseconds)
    }
}

/// Where the columns of a log are.
private struct Columns {
    var time: Int
    var pressure: Int
    var pressureName: String

    /// Finds the columns by name; of hPa and Pa, hPa is read.
    init(header: [String]) throws(PressureLogError) {
        for name in ["t", "hPa", "Pa"] where header.count(where: { $0 == name }) > 1 {
            throw .repeatedColumn(name: name)
        }
        let found = header.map { String($0.prefix(PressureLogNumber.longest)) }
        guard let time = header.firstIndex(of: "t") else { throw .missingColumn(name: "t", found: found) }
        guard let pressure = header.firstIndex(of: "hPa") ?? header.firstIndex(of: "Pa") else {
            throw .missingColumn(name: "hPa", found: found)
        }
        self.time = time
        self.pressure = pressure
        pressureName = header[pressure]
    }

    /// The pressure of a field in hectopascals, NaN where it is empty.
    func hectopascals(_ text: String, line: Int) throws(PressureLogError) -> Double {
        if text.isEmpty { return .nan }
        guard let value = PressureLogNumber.parse(text), value.isFinite else {
            throw .notANumber(
                line: line, column: pressureName, text: String(text.prefix(PressureLogNumber.longest)))
        }
        return pressureName == "Pa" ? value / 100 : value
    }
}
