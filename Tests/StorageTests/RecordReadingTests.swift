import Documents
import Evidence
import Storage
import Testing

struct RecordReadingTests {
    private static let records = (0..<12).map { number in
        DeviceRecord(
            id: "d\(number)", name: "Phone {\(number)} \"\\ü", kind: .phone, fingerprint: "0a\(number % 9)f",
            secret: "beef", pairedAt: "2026-11-30T10:11:12Z")
    }

    private static let file = DocumentWriter.compact(.array(records.map(\.json)), sorted: true)

    private static let pieces = records.map { DocumentWriter.compact($0.json, sorted: true) }

    /// The records whose bytes are still there, one after the other.
    private func untouched(_ bytes: [UInt8]) -> Set<String> {
        let text = bytes.map { Character(Unicode.Scalar($0)) }
        let all = String(text)
        let whole = zip(Self.records, Self.pieces).filter { _, piece in
            all.contains(String(piece.map { Character(Unicode.Scalar($0)) }))
        }
        return Set(whole.map(\.0.id))
    }

    private func read(_ bytes: [UInt8]) -> RecordReading<DeviceRecord> { RecordReading(bytes) }

    @Test func `a whole file gives every record and no damage`() {
        #expect(read(Self.file).records.map(\.id) == Self.records.map(\.id))
        #expect(read(Self.file).damage.isEmpty)
        #expect(read(Array("[]".utf8)) == read(Array(" [ ]\n".utf8)))
    }

    @Test func `a file that is cut anywhere keeps every record before the cut`() {
        for length in 0..<Self.file.count {
            let cut = Array(Self.file[..<length])
            let reading = read(cut)
            #expect(Set(reading.records.map(\.id)) == untouched(cut), "cut to \(length) bytes")
            #expect(!reading.damage.isEmpty)
        }
    }

    @Test
    func `a bit that flips costs one record, or two where it gives one the id of another, and the rest is as it was`() {
        let whole = Set(Self.pieces)
        for position in Self.file.indices {
            for bit in 0..<8 {
                var bytes = Self.file
                bytes[position] ^= 1 << UInt8(bit)
                let reading = read(bytes)
                let kept = reading.records.count { whole.contains(DocumentWriter.compact($0.json, sorted: true)) }
                let isDoubled = reading.damage.contains { $0.what.contains("another record has the id") }
                #expect(kept >= Self.records.count - (isDoubled ? 2 : 1), "bit \(bit) of byte \(position)")
                let isHidden = reading.damage.isEmpty && reading.records.count == Self.records.count
                #expect(!reading.damage.isEmpty || isHidden, "bit \(bit) of byte \(position)")
            }
        }
    }

    @Test(arguments: [1, 7, 64, 200]) func `noughts in place of some bytes cost only the records that they lie in`(
        length: Int
    ) {
        for start in stride(from: 0, to: Self.file.count - length, by: 11) {
            var bytes = Self.file
            for index in start..<start + length { bytes[index] = 0 }
            let reading = read(bytes)
            #expect(Set(reading.records.map(\.id)) == untouched(bytes), "\(length) from \(start)")
            #expect(!reading.damage.isEmpty)
        }
    }

    @Test func `half of a new file over an old one keeps what is whole of both`() {
        let new = DocumentWriter.compact(
            .array((0..<12).map { .object([.init("id", .string("n\($0)")), .init("name", .string("New"))]) }))
        for length in stride(from: 1, to: new.count, by: 5) {
            let bytes = Array(new[..<length] + Self.file.dropFirst(length))
            #expect(Set(read(bytes).records.map(\.id)) == untouched(bytes), "half at \(length)")
        }
    }

    @Test(arguments: [0, 1, 4096]) func `a file of noughts, or with nothing in it, has no records and says so`(
        length: Int
    ) {
        let reading = read([UInt8](repeating: 0, count: length))
        #expect(reading.records.isEmpty && reading.damage.count == 1)
    }

    @Test func `a random mess never gives a record that was not there`() {
        var random = SplitMix(seed: 7)
        for _ in 0..<400 {
            var bytes = Self.file
            for _ in 0..<(1 + random.below(40)) { bytes[random.below(bytes.count)] = UInt8(random.below(256)) }
            let reading = read(bytes)
            #expect(Set(reading.records.map(\.id)).isSuperset(of: untouched(bytes)))
        }
    }

    @Test func `what is no list, and what is nested without end, is read in bounded time`() {
        #expect(read(Array("{\"id\":\"a\"}".utf8)).damage.count == 1)
        #expect(read(Array("null".utf8)).records.isEmpty)
        let open = [UInt8](repeating: UInt8(ascii: "{"), count: 300_000)
        #expect(read(open).records.isEmpty)
        let quotes = Array(String(repeating: "{\"", count: 100_000).utf8)
        #expect(read(quotes).records.isEmpty)
        let lists = Array(String(repeating: "[", count: 300_000).utf8)
        #expect(read(lists).records.isEmpty)
    }

    @Test func `a record that lacks something is told with its number, and the others stand`() {
        let text =
            #"[{"id":"a","name":"Sam","kind":"phone","fingerprint":"00","secret":"XY","pairedAt":"x"},7,"#
            + #"{"id":"b","name":"B","kind":"tablet","fingerprint":"00","secret":"11","pairedAt":"x"},"#
            + #"{"id":"c","name":"C","kind":"robot","fingerprint":"00","secret":"11","pairedAt":"x","more":1.50}]"#
        let reading = read(Array(text.utf8))
        #expect(reading.records.map(\.id) == ["c"])
        #expect(reading.records[0].json["more"] == .number("1.50"))
        #expect(reading.damage.map(\.at) == ["record 1", "record 2", "record 3"])
        #expect(reading.damage[0].what.contains("\"Sam\" cannot be read and must pair again"))
    }

    @Test func `of two records with one id the first is kept and the other is told`() {
        let one = DocumentWriter.line(Self.records[0].json)
        let reading = read(Array("[\(one),\(one)]".utf8))
        #expect(reading.records.count == 1 && reading.damage.map(\.at) == ["record 2"])
    }
}
