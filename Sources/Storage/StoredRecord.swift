import Documents

/// One record of a file that is a list of records.
package protocol StoredRecord: Equatable, Sendable {
    /// What tells it from the others of its file.
    var key: String { get }
    /// What is written: unknown members are kept.
    var json: JSONValue { get }
    /// What a value of the file says; it has flaws and no record where nothing of it can be used, and flaws and a
    /// record where something of it was lost.
    static func read(_ value: JSONValue) -> (record: Self?, flaws: [String])
}

/// Something in a file that could not be read.
package struct RecordDamage: Equatable, Sendable, CustomStringConvertible {
    /// Where: `record 3`, counted from 1, or `byte 120`, counted from 0.
    package var at: String
    /// What is wrong there.
    package var what: String

    /// Makes a damage.
    package init(at: String, what: String) {
        self.at = at
        self.what = what
    }

    /// Why the bytes are no document.
    init(_ error: DocumentError) {
        at = error.at ?? "byte 0"
        what = error.problem
        if what.hasPrefix(at + ": ") { what.removeFirst(at.count + 2) }
    }

    /// `record 3: it has no name`.
    package var description: String { "\(at): \(what)" }
}

/// What was found in a file of records, and what could not be read.
package struct RecordReading<Record: StoredRecord>: Equatable, Sendable {
    /// What can be used, in the order of the file.
    package var records: [Record] = []
    /// What could not be read; where there is any, the file is kept under a dated name before it is replaced.
    package var damage: [RecordDamage] = []
    private var keys: Set<String> = []

    /// Reads the bytes of a file: the list as it stands, or, where they are no list, every record that is still whole.
    package init(_ bytes: [UInt8]) {
        do throws(DocumentError) {
            let document = try Document(bytes)
            guard document.root.kind == .array else {
                damage.append(RecordDamage(at: "byte 0", what: "the file is no list of records"))
                salvage(bytes)
                return
            }
            for (index, item) in document.root.items.enumerated() {
                take(JSONValue(item), at: "record \(index + 1)", reportsFlaws: true)
            }
        } catch {
            damage.append(RecordDamage(error))
            salvage(bytes)
        }
    }

    init() {}

    init(records: [Record]) { self.records = records }

    private mutating func salvage(_ bytes: [UInt8]) {
        var scan = RecordScan(bytes)
        while let start = scan.nextObject() {
            guard let (value, end) = scan.object(at: start) else { continue }
            if take(value, at: "byte \(start)", reportsFlaws: false) { scan.skip(to: end) }
        }
    }

    /// Keeps a value that is a record, the first of its key; gives whether it is one.
    @discardableResult
    private mutating func take(_ value: JSONValue, at place: String, reportsFlaws: Bool) -> Bool {
        let (record, flaws) = Record.read(value)
        if record != nil || reportsFlaws { damage += flaws.map { RecordDamage(at: place, what: $0) } }
        guard let record else { return false }
        if keys.insert(record.key).inserted {
            records.append(record)
        } else {
            damage.append(
                RecordDamage(at: place, what: "another record has the id \(DocumentWriter.quoted(record.key))"))
        }
        return true
    }
}
