import Evidence
import Foundation
import Readings
import Recordings
import Testing

@Suite struct MCAPReaderTests {
    /// A recording of twelve seconds, and where its chunks end.
    private static func sample(isEnded: Bool = true) throws -> [UInt8] {
        try Files.withTemporaryFolder { folder in
            try RecordedSample.write(folder + "/a.mcap", seconds: 12, isEnded: isEnded)
            return Files.read(folder + "/a.mcap") ?? []
        }
    }

    /// Where each chunk of a recording ends, read off the prefixes of its records.
    static func chunkEnds(_ bytes: [UInt8]) -> [Int] {
        var ends: [Int] = []
        var offset = 8
        while offset + 9 <= bytes.count {
            let length = bytes[offset + 1..<offset + 9].enumerated().reduce(0) {
                $0 | Int($1.element) << ($1.offset * 8)
            }
            if bytes[offset] == 6, offset + 9 + length <= bytes.count { ends.append(offset + 9 + length) }
            offset += 9 + length
        }
        return ends
    }

    @Test(arguments: 0..<40)
    func `a recording that is cut at any byte is read up to its last whole chunk, and says so`(seed: Int) throws {
        let whole = try Self.sample()
        var random = SplitMix(seed: UInt64(seed))
        let cut = 40 + Int(random.next() % UInt64(whole.count - 41))
        let bytes = Array(whole.prefix(cut))
        let chunks = Self.chunkEnds(bytes).count
        let read = try RecordedSessions(MCAPInput(bytes: bytes))
        #expect(read.ending != .whole)
        let events = read.sessions.first?.steps.count ?? 0
        // a chunk is ended once it is a second old, and so holds two of the seconds
        #expect(events == min(12, chunks * 2), "\(chunks) chunks in \(cut) bytes")
    }

    @Test(.enabled(if: RecordedSample.isReadable, "needs .build/python: scripts/need-python.sh"), arguments: 0..<4)
    func `PyPI's reader gets the same out of a cut file`(seed: Int) throws {
        let whole = try Self.sample()
        var random = SplitMix(seed: UInt64(seed) + 100)
        let ends = Self.chunkEnds(whole)
        let cut = ends[2] + Int(random.next() % UInt64(ends[ends.count - 1] - ends[2]))
        try Files.withTemporaryFolder { folder in
            let path = folder + "/cut.mcap"
            Files.write(Array(whole.prefix(cut)), to: path)
            let ours = try RecordedSessions(MCAPInput(path: path)).sessions.first?.steps.count
            let counts = try RecordedSample.read("stream", path)["counts"] as? [String: Int]
            #expect(counts?["/events"] == ours && (ours ?? 0) >= 4)
        }
    }

    @Test func `a byte that is changed anywhere in the data is noticed, and nothing traps`() throws {
        let whole = try Self.sample()
        let end = try #require(Self.chunkEnds(whole).last)
        var random = SplitMix(seed: 5)
        for _ in 0..<200 {
            var bytes = whole
            let at = 8 + Int(random.next() % UInt64(end - 8))
            bytes[at] ^= UInt8(1 << (random.next() % 8))
            do throws(MCAPError) {
                let read = try RecordedSessions(MCAPInput(bytes: bytes))
                #expect(read.ending != .whole, "byte \(at)")
            } catch {
                #expect(!error.description.isEmpty)
            }
        }
    }

    @Test func `a file that is none is refused`() {
        for bytes in [[], Array("{}".utf8), Array(repeating: UInt8(0x89), count: 100)] {
            #expect(throws: MCAPError.notMCAP) { _ = try RecordedSessions(MCAPInput(bytes: bytes)) }
        }
    }

    @Test func `a chunk that says it expands to more than it may, or to less than it does, is not expanded`() throws {
        for size in [UInt64(1) << 40, 65 << 20, 10] {
            var bytes = try Self.sample()
            let start = try #require(Self.chunkStart(bytes))
            withUnsafeBytes(of: size.littleEndian) { raw in
                for index in 0..<8 { bytes[start + 25 + index] = raw[index] }
            }
            guard case .damaged = try RecordedSessions(MCAPInput(bytes: bytes)).ending else {
                Issue.record("\(size) bytes were believed")
                continue
            }
        }
    }

    @Test func `a record that says it is longer than any is not read`() throws {
        var bytes = try Self.sample()
        let start = try #require(Self.chunkStart(bytes))
        for index in 1..<9 { bytes[start + index] = 0xFF }
        guard case .damaged(let at, _) = try RecordedSessions(MCAPInput(bytes: bytes)).ending else { throw Missing() }
        #expect(at == UInt64(start))
    }

    @Test func `a chunk compressed in a way that is not known is refused in words`() throws {
        var bytes = try Self.sample()
        let start = try #require(Self.chunkStart(bytes))
        bytes.replaceSubrange(start + 41..<start + 45, with: Array("blsc".utf8))
        do throws(MCAPError) {
            _ = try RecordedSessions(MCAPInput(bytes: bytes))
            Issue.record("it was read")
        } catch {
            #expect(error.description.contains("compressed with blsc") && error.description.contains("\(start)"))
        }
    }

    @Test(
        .enabled(if: RecordedSample.isReadable, "needs .build/python: scripts/need-python.sh"),
        arguments: ["none", "plain", "zstd", "lz4"])
    func `files of PyPI's writer are read: without chunks, plain and zstd; lz4 is refused in words`(how: String) throws
    {
        try Files.withTemporaryFolder { folder in
            let path = folder + "/other.mcap"
            let script = RecordedSample.script.replacing("read_recording", with: "write_recording")
            let outcome = try Companion.run(
                program: RecordedSample.python, [script, how, path], input: nil, in: nil, environment: [:], limit: 60)
            #expect(outcome.status == 0, "\(outcome.errors)")
            do throws(MCAPError) {
                var reader = try MCAPReader(MCAPInput(path: path))
                var texts: [String] = []
                while let item = try reader.next() {
                    if case .message(let message) = item { texts.append(String(decoding: message.data, as: UTF8.self)) }
                }
                #expect(how != "lz4" && reader.ending == .whole)
                #expect(texts == (0..<100).map { #"{"n": \#($0)}"# })
            } catch {
                #expect(how == "lz4" && error.description.contains("lz4"), "\(error.description)")
            }
        }
    }

    private static func chunkStart(_ bytes: [UInt8]) -> Int? {
        var offset = 8
        while offset + 9 <= bytes.count {
            if bytes[offset] == 6 { return offset }
            offset +=
                9 + bytes[offset + 1..<offset + 9].enumerated().reduce(0) { $0 | Int($1.element) << ($1.offset * 8) }
        }
        return nil
    }

    struct Missing: Error {}
}
