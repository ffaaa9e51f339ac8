import Documents

/// Goes through the long list of a JSON object, one value at a time, so that only one of them is in memory.
///
/// GeoJSON has such a list under `features`, Overpass JSON under `elements`. Every value, and the object around the
/// list, is read by the strict reader of documents.
package struct FeatureStream {
    /// What is refused, whatever it says.
    package struct Limits: Sendable {
        /// The most bytes of one value of the list.
        package var itemBytes = 16 << 20
        /// The most bytes around the list.
        package var frameBytes = 1 << 20
        /// The most values.
        package var items = 5_000_000

        /// The usual limits.
        package init() {}
    }

    private let source: ByteSource
    private let list: String
    private let limits: Limits

    /// A stream over the list under the key `list`.
    package init(_ source: ByteSource, list: String, limits: Limits = Limits()) {
        self.source = source
        self.list = list
        self.limits = limits
    }

    /// Gives every value of the list to `take`, in order, and then the object around it, in which the list is empty.
    @discardableResult
    package func read(_ take: (Document) throws(MapFormatError) -> Void) throws(MapFormatError) -> Document {
        var scan = FeatureScan(list: Array(list.utf8), file: source.name, limits: limits)
        try source.read { part throws(MapFormatError) in
            for byte in part {
                guard try scan.step(byte) else { continue }
                try take(try scan.item())
            }
        }
        return try scan.frame()
    }
}

/// Where a reading stands inside the text.
private struct FeatureScan {
    private let list: [UInt8]
    private let file: String
    private let limits: FeatureStream.Limits
    private var frameBytes: [UInt8] = []
    private var itemBytes: [UInt8] = []
    private var key: [UInt8] = []
    private var depth = 0
    private var isString = false
    private var isEscaped = false
    private var isInList = false
    private var wantsComma = false
    private var mayEnd = true
    private var line = 1
    private var column = 0
    private var itemLine = 1
    private var count = 0

    init(list: [UInt8], file: String, limits: FeatureStream.Limits) {
        self.list = list
        self.file = file
        self.limits = limits
    }

    /// Takes a byte; true where it ended a value of the list.
    mutating func step(_ byte: UInt8) throws(MapFormatError) -> Bool {
        if byte == 0x0A {
            line += 1
            column = 0
        } else if byte & 0xC0 != 0x80 {
            // Characters count, and not the bytes that go on with one.
            column += 1
        }
        if isInList, depth == 2 { return try between(byte) }
        if isInList {
            itemBytes.append(byte)
            guard itemBytes.count <= limits.itemBytes else {
                throw .tooMuch(file: name, what: "bytes", limit: limits.itemBytes)
            }
        } else {
            frameBytes.append(byte)
            guard frameBytes.count <= limits.frameBytes else {
                throw .tooMuch(file: file, what: "bytes around \"\(text(list))\"", limit: limits.frameBytes)
            }
        }
        return track(byte)
    }

    private func text(_ bytes: [UInt8]) -> String { String(decoding: bytes, as: UTF8.self) }

    /// Between the values of the list only commas and space may stand.
    private mutating func between(_ byte: UInt8) throws(MapFormatError) -> Bool {
        switch byte {
        case 0x20, 0x09, 0x0A, 0x0D: return false
        case UInt8(ascii: ",") where wantsComma:
            wantsComma = false
            mayEnd = false
        case UInt8(ascii: "{") where !wantsComma:
            itemBytes = [byte]
            itemLine = line
            depth = 3
        case UInt8(ascii: "]") where mayEnd:
            isInList = false
            frameBytes.append(byte)
            depth = 1
        default:
            throw .noDocument(
                file: file,
                .malformed(Place(line: line, column: max(column, 1)), "\"\(text(list))\" is no list of objects here"))
        }
        return false
    }

    private mutating func track(_ byte: UInt8) -> Bool {
        if isString {
            if isEscaped {
                isEscaped = false
            } else if byte == UInt8(ascii: "\\") {
                isEscaped = true
            } else if byte == UInt8(ascii: "\"") {
                isString = false
            }
            if isString, depth == 1, !isInList, key.count <= list.count { key.append(byte) }
            return false
        }
        switch byte {
        case UInt8(ascii: "\""):
            isString = true
            if depth == 1 { key = [] }
        case UInt8(ascii: "{"): depth += 1
        case UInt8(ascii: "["):
            depth += 1
            if depth == 2, key == list, !isInList { begin() }
        case UInt8(ascii: "}"), UInt8(ascii: "]"):
            depth -= 1
            return isInList && depth == 2
        default: break
        }
        return false
    }

    private mutating func begin() {
        isInList = true
        wantsComma = false
        mayEnd = true
    }

    private var name: String { "\(file), entry \(count + 1) from line \(itemLine)" }

    /// The value that has just ended.
    mutating func item() throws(MapFormatError) -> Document {
        defer {
            count += 1
            wantsComma = true
            mayEnd = true
        }
        guard count < limits.items else { throw .tooMuch(file: file, what: text(list), limit: limits.items) }
        do throws(DocumentError) { return try Document(itemBytes) } catch { throw .noDocument(file: name, error) }
    }

    /// What stands around the list.
    func frame() throws(MapFormatError) -> Document {
        guard !isInList else {
            throw .noDocument(
                file: file,
                .malformed(
                    Place(line: line, column: column + 1),
                    "it ends inside \"\(text(list))\", so it was cut off — fetch or export it again"))
        }
        do throws(DocumentError) { return try Document(frameBytes) } catch { throw .noDocument(file: file, error) }
    }
}
