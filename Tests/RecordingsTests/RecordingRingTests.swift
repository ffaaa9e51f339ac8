import Evidence
import Foundation
import Glibc
import Platform
import Readings
import Recordings
import Testing

@Suite struct RecordingRingTests {
    private func size(_ path: String) -> UInt64 { UInt64(Files.read(path)?.count ?? 0) }

    @Test func `the oldest part goes when there are enough, and parts of an earlier process count`() throws {
        try Files.withTemporaryFolder { folder in
            for start in 0..<3 {
                let ring = RecordingRing(folder: folder + "/ring", byteLimit: 1 << 30)
                for _ in 0..<5 { _ = try ring.begin() }
                #expect(ring.paths.count == min(RecordingRing.parts + 1, (start + 1) * 5))
            }
            let names = RecordingRing(folder: folder + "/ring", byteLimit: 1 << 30).paths
            #expect(
                names.first == folder + "/ring/ring-00000005.mcap"
                    && names.last?.hasSuffix("ring-00000015.mcap") == true)
        }
    }

    @Test func `the ring never has more bytes than it may, whatever its parts have`() throws {
        try Files.withTemporaryFolder { folder in
            let limit: UInt64 = 100_000
            let ring = RecordingRing(folder: folder + "/ring", byteLimit: limit)
            for _ in 0..<40 {
                let file = try ring.begin()
                // a part goes on to its own limit at the most
                try file.writeAll([UInt8](repeating: 1, count: Int(ring.partBytes)))
                #expect(ring.bytes <= limit)
            }
            #expect(ring.paths.count >= 9)
        }
    }

    @Test func `nobody but the service may read it, and what is no part is left alone`() throws {
        try Files.withTemporaryFolder { folder in
            try FileManager.default.createDirectory(atPath: folder + "/ring", withIntermediateDirectories: true)
            Files.write("mine", to: folder + "/ring/ring-notes.txt")
            let ring = RecordingRing(folder: folder + "/ring", byteLimit: 16)
            for _ in 0..<4 { try ring.begin().writeAll([1, 2, 3]) }
            var facts = stat()
            #expect(stat(ring.folder, &facts) == 0 && facts.st_mode & 0o777 == 0o700)
            for path in ring.paths { #expect(stat(path, &facts) == 0 && facts.st_mode & 0o777 == 0o600) }
            #expect(Files.text(folder + "/ring/ring-notes.txt") == "mine")
        }
    }

    @Test func `a folder that may not be made is told as what it is`() throws {
        try Files.withTemporaryFolder { folder in
            Files.write("a file", to: folder + "/ring")
            do throws(SystemError) {
                _ = try RecordingRing(folder: folder + "/ring", byteLimit: 1 << 20).begin()
                Issue.record("it was opened")
            } catch { #expect(error.number == ENOTDIR) }
        }
    }
}
