import Evidence
import MapFormats
import MapModels
import Testing

@Suite struct ZipArchiveTests {
    private func contents(_ bytes: [UInt8]) throws -> [String: [UInt8]] {
        let archive = try ZipArchive(name: "a.zip", bytes: bytes)
        return try archive.entries.reduce(into: [:]) { $0[$1.name] = try archive.source($1).whole(limit: 1 << 30) }
    }

    private static let files: [String: [UInt8]] = [
        "empty": [], "letters": Array("abc".utf8), "folder/long": (0..<300_000).map { UInt8($0 * $0 % 251) },
        "same": Array(repeating: 7, count: 100_000),
    ]

    @Test(arguments: [true, false]) func `what was packed comes out, deflated or stored`(isDeflated: Bool) throws {
        var model = ZipModel(Self.files)
        for index in model.entries.indices { model.entries[index].isDeflated = isDeflated }
        #expect(try contents(model.bytes) == Self.files)
    }

    @Test func `a file is read in pieces, and a comment at its end does not matter`() throws {
        try Files.withTemporaryFolder { folder in
            var bytes = ZipModel(Self.files).bytes
            bytes[bytes.count - 2] = 5
            Files.write(bytes + Array("hello".utf8), to: folder + "/a.zip")
            let archive = try ZipArchive(file: folder + "/a.zip")
            let long = try #require(archive.entries.first { $0.name == "folder/long" })
            var pieces = 0
            var total = 0
            try archive.source(long).read { part throws(MapFormatError) in
                pieces += 1
                total += part.count
            }
            #expect(total == 300_000 && pieces > 3)
        }
    }

    private func fault(_ entries: [ZipModel.Entry]) -> String? { fault(bytes: ZipModel(entries: entries).bytes) }

    private func fault(bytes: [UInt8]) -> String? {
        do {
            _ = try contents(bytes)
            return nil
        } catch { return (error as? MapFormatError)?.code }
    }

    @Test(arguments: [
        "../up", "a/../../b", "/etc/passwd", "C:/x", "a\\..\\b", "", "a/./b", "..", "line\nbreak", "nul\u{0}",
    ])
    func `a name that leads outside is refused`(name: String) {
        #expect(fault([.init(name: name, bytes: [1])]) == "unsafePath")
    }

    @Test func `names that only look odd are fine`() {
        #expect(fault([.init(name: "a..b/…/ü.geojson", bytes: [1])]) == nil)
    }

    @Test func `what is encrypted, a link, or packed otherwise is refused by name`() {
        #expect(fault([.init(name: "a", bytes: [1], flags: 1)]) == "encryptedEntry")
        #expect(fault([.init(name: "a", bytes: [1], flags: 0x40)]) == "encryptedEntry")
        #expect(fault([.init(name: "a", bytes: [1], attributes: 0xA1FF_0000)]) == "linkEntry")
        #expect(fault([.init(name: "a", bytes: [1], method: 14)]) == "unsupportedCompression")
        #expect(fault([.init(name: "a", bytes: [1]), .init(name: "a", bytes: [2])]) == "duplicateEntry")
    }

    @Test func `an entry that grows too much is refused before it is unpacked`() {
        let bomb = [UInt8](repeating: 0, count: 40 << 20)
        #expect(fault([.init(name: "bomb", bytes: bomb)]) == "suspiciousRatio")
        // What is small may be packed as well as can be.
        #expect(fault([.init(name: "zeroes", bytes: Array(bomb.prefix(1 << 20)))]) == nil)
    }

    @Test func `an entry that says less than it holds is stopped while it is unpacked`() throws {
        let bomb = [UInt8](repeating: 0, count: 40 << 20)
        let archive = try ZipArchive(
            name: "a.zip", bytes: ZipModel(entries: [.init(name: "bomb", bytes: bomb, claimedBytes: 1000)]).bytes)
        var total = 0
        #expect(throws: MapFormatError.archive(path: "a.zip", entry: "bomb", .suspiciousRatio)) {
            try archive.source(archive.entries[0]).read { part throws(MapFormatError) in total += part.count }
        }
        #expect(total <= 1000)
    }

    @Test func `all entries together have a limit as well`() {
        let big = [UInt8](repeating: 1, count: 2 << 20)
        let entries = (0..<600).map {
            ZipModel.Entry(name: "e\($0)", bytes: $0 == 0 ? big : [1], claimedBytes: 2 << 20)
        }
        #expect(["archiveTooLarge", "suspiciousRatio"].contains(fault(entries)))
        let many = (0...ZipLimits.entries).map { ZipModel.Entry(name: "e\($0)", bytes: [], isDeflated: false) }
        #expect(fault(many) == "tooManyEntries")
        #expect(fault(Array(many.dropLast())) == nil)
    }

    @Test func `entries that lie over each other are refused`() {
        let first = ZipModel.Entry(name: "a", bytes: Array(repeating: 9, count: 5000), isDeflated: false)
        let second = ZipModel.Entry(name: "b", bytes: Array(repeating: 9, count: 5000), isDeflated: false, offset: 20)
        #expect(fault([first, second]) == "overlappingEntries")
        #expect(fault([.init(name: "a", bytes: [1], offset: 1 << 20)]) == "damagedArchive")
    }

    @Test func `a checksum that does not agree is found`() {
        #expect(fault([.init(name: "a", bytes: [1, 2, 3], checksum: 5)]) == "wrongChecksum")
    }

    @Test func `any archive that is cut off or has a changed byte is refused or read, never more`() {
        let whole = ZipModel(["a": Array("some text, some text, some text".utf8), "b": [1, 2, 3]]).bytes
        var refused = 0
        for length in 0..<whole.count where fault(bytes: Array(whole.prefix(length))) != nil { refused += 1 }
        #expect(refused == whole.count)
        for index in whole.indices {
            var changed = whole
            changed[index] ^= 0xFF
            _ = fault(bytes: changed)
        }
    }

    @Test func `a venue comes out of its archive as out of its folder, in a folder inside as well`() throws {
        let files = IMDFModel.house().files
        let bare = try IMDFImport.run(try IMDFArchive(name: "x", files: files), .standard())
        let inside = files.reduce(into: [:]) { $0["venue/" + $1.key] = $1.value }
        for packed in [files, inside] {
            let zipped = try IMDFImport.run(try IMDFArchive(name: "x", zip: ZipModel(packed).bytes), .standard())
            #expect(zipped.places.map(\.bytes) == bare.places.map(\.bytes) && zipped.groupBytes == bare.groupBytes)
        }
        try Files.withTemporaryFolder { folder in
            for (name, bytes) in files { Files.write(bytes, to: folder + "/" + name) }
            let unpacked = try IMDFImport.run(try IMDFArchive(path: folder), .standard())
            #expect(unpacked.places.map(\.bytes) == bare.places.map(\.bytes))
        }
    }
}
