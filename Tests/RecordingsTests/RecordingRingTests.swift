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

@Suite struct RecordingJoinTests {
    /// Three parts of one run, a minute each but the last, which was cut off; before them one of an earlier run.
    private func withParts(_ body: ([String], String) throws -> Void) throws {
        try Files.withTemporaryFolder { folder in
            var paths: [String] = []
            for (index, (run, began)) in [("old", 0), ("new", 0), ("new", 10), ("new", 20)].enumerated() {
                let path = folder + "/ring-\(index).mcap"
                var head = RecordedSample.head
                head.run = run
                head.startedAt = RecordedSample.startedAt + (run == "old" ? 0 : 100_000_000_000)
                head.began = Instant(seconds: Double(began))
                head.isWhole = began == 0
                try RecordedSample.write(path, seconds: 10, head: head, isEnded: index != 3)
                paths.append(path)
            }
            if let last = Files.read(paths[3]) { Files.write(Array(last.prefix(last.count * 3 / 4)), to: paths[3]) }
            try body(paths, folder + "/joined.mcap")
        }
    }

    private func join(_ paths: [String], last: Duration, _ target: String) throws -> RecordingJoin.Outcome {
        try RecordingJoin.join(
            paths, last: last, into: try Descriptor.open(target, O_WRONLY | O_CREAT | O_TRUNC), library: "test")
    }

    @Test func `parts of one run become one run again, a crashed one up to its last whole chunk`() throws {
        try withParts { paths, target in
            let outcome = try join(paths, last: .seconds(600), target)
            #expect(
                outcome.runs == 2 && outcome.unreadable == 0 && outcome.bytes == UInt64(Files.read(target)?.count ?? 0))
            let read = try RecordedSessions(MCAPInput(path: target))
            #expect(read.ending == .whole && read.sessions.map(\.head.run) == ["old", "new"])
            let last = try #require(read.sessions.last)
            #expect(last.head.isWhole && last.head.began == .start && last.head.files.count == 2)
            #expect((22...28).contains(last.steps.count), "\(last.steps.count)")
            var frames = try RecordedFrames(MCAPInput(path: target), session: 1)
            var count = 0
            while let item = try frames.next() { if case .frame = item { count += 1 } }
            #expect(count == last.frames && count == last.steps.count)
        }
    }

    @Test func `only parts that reach into the span are taken, and a run that lost its beginning says so`() throws {
        try withParts { paths, target in
            _ = try join(paths, last: .seconds(12), target)
            let read = try RecordedSessions(MCAPInput(path: target))
            #expect(read.sessions.count == 1 && read.sessions[0].head.began == Instant(seconds: 10))
            #expect(!read.sessions[0].head.isWhole)
        }
    }

    @Test(.enabled(if: RecordedSample.isReadable, "needs .build/python: scripts/need-python.sh"))
    func `PyPI's reader finds what was joined by its index`() throws {
        try withParts { paths, target in
            _ = try join(paths, last: .seconds(600), target)
            let found = try RecordedSample.read("summary", target)
            let channels = try #require(found["channels"] as? [String: [String: Any]])
            let read = try RecordedSessions(MCAPInput(path: target))
            #expect(channels["/events"]?["count"] as? Int == read.sessions.reduce(0) { $0 + $1.steps.count })
            #expect(found["texts"] as? Int == 3 * read.sessions.reduce(0) { $0 + $1.steps.count })
        }
    }

    @Test func `an empty ring, and one of other files, is told as that`() throws {
        try Files.withTemporaryFolder { folder in
            Files.write("no recording", to: folder + "/ring-1.mcap")
            for paths in [[], [folder + "/ring-1.mcap"], [folder + "/missing.mcap"]] {
                #expect(throws: RecordingJoin.Failure.empty) { _ = try join(paths, last: .seconds(60), folder + "/x") }
            }
        }
    }
}
