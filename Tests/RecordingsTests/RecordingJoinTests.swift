import Evidence
import Foundation
import Glibc
import Platform
import Readings
import Recordings
import Testing

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

    @Test func `as much is kept as was asked for, to the moment, and a run that lost its beginning says so`() throws {
        try withParts { paths, target in
            let whole = try join(paths, last: .seconds(600), target)
            let newest = try #require(times(target).max())
            for seconds in [0.5, 1, 3, 7.25, 12, 20] {
                let span = Duration.milliseconds(Int64(seconds * 1000))
                let outcome = try join(paths, last: span, target)
                #expect(outcome.span == span && outcome.bytes < whole.bytes, "\(seconds): \(outcome)")
                let kept = try times(target)
                let oldest = newest - UInt64(seconds * 1e9)
                #expect(kept.min().map { $0 >= oldest && $0 < oldest + 1_000_000_000 } == true && kept.max() == newest)
                let read = try RecordedSessions(MCAPInput(path: target))
                let head = try #require(read.sessions.first?.head)
                #expect(read.ending == .whole && read.sessions.count == 1 && !head.isWhole)
                #expect(head.time(head.began) == oldest && head.files.count == 2)
            }
        }
    }

    @Test func `a cut within a chunk leaves whole pictures, and the run's numbers as they were`() throws {
        try Files.withTemporaryFolder { folder in
            let path = folder + "/ring-1.mcap"
            var file = try RecordingFile(
                RecordedSample.head, to: try Descriptor.open(path, O_WRONLY | O_CREAT | O_TRUNC), library: "test")
            for number in 0..<20 {  // one chunk alone
                var picture = RecordedSample.frame(number)
                picture.arrival = Instant(nanoseconds: Int64(number) * 100_000_000)
                file.frame(picture)
            }
            try file.end([:])
            _ = try join([path], last: .milliseconds(950), folder + "/cut.mcap")
            var frames = try RecordedFrames(MCAPInput(path: folder + "/cut.mcap"), session: 0)
            var sequences: [UInt64] = []
            while let item = try frames.next() { if case .frame = item { sequences.append(frames.frame.sequence) } }
            #expect(sequences == (10..<20).map { UInt64($0) + 7 })
        }
    }

    @Test func `what was said before the cut and still holds stands at the beginning`() throws {
        try Files.withTemporaryFolder { folder in
            try writeChanges(folder + "/ring-1.mcap")
            _ = try join([folder + "/ring-1.mcap"], last: .seconds(4), folder + "/cut.mcap")
            let read = try RecordedSessions(MCAPInput(path: folder + "/cut.mcap"))
            let session = try #require(read.sessions.first)
            func file(_ name: String) -> String { String(decoding: session.head.files[name] ?? [], as: UTF8.self) }
            #expect(file("settings.json") == #"{"units":"imperial","depth.threshold":1.5}"#)
            #expect(file("groups.json") == #"[{"id":"hall"}]"#)
            #expect(file("places/00000 b.json") == #"{"id":"b"}"# && session.head.files.count == 3)
            #expect(session.head.facts["place"] == "b")
            let lines = session.steps.map { step in
                if case .event(let line, _, _) = step { String(decoding: line, as: UTF8.self) } else { "" }
            }
            let standing = [
                #"{"t":6,"type":"connection","place":"b","id":"door","availability":"unavailable"}"#,
                #"{"t":6,"type":"talking","on":false}"#,
            ]
            #expect(Array(lines.prefix(2)) == standing, "\(lines)")
            #expect(lines.dropFirst(2).allSatisfy { $0.contains("tick") } && lines.count == 2 + 5)
            var frames = try RecordedFrames(MCAPInput(path: folder + "/cut.mcap"), session: 0)
            guard case .perception(let reading)? = try frames.next() else {
                Issue.record("the pictures come before how they are to be read")
                return
            }
            #expect(String(decoding: reading, as: UTF8.self) == #"{"minimum":0.4}"#)
        }
    }

    @Test func `what an earlier part said stands at the beginning as well, but not what another run said`() throws {
        try Files.withTemporaryFolder { folder in
            var paths: [String] = []
            for (index, (run, began, line)) in [
                ("old", 0, #"{"t":0,"type":"sensor","sensor":"depth","state":"connected"}"#),
                ("new", 100, #"{"t":0,"type":"connection","place":"a","id":"lift","availability":"unavailable"}"#),
                ("new", 110, #"{"t":10,"type":"talking","on":true}"#),
            ].enumerated() {
                var head = RecordedSample.head
                (head.run, head.began, head.isWhole) = (run, Instant(seconds: Double(began)), false)
                paths.append(folder + "/ring-\(index).mcap")
                var file = try RecordingFile(
                    head, to: try Descriptor.open(paths[index], O_WRONLY | O_CREAT | O_TRUNC), library: "test")
                file.event(line, at: head.began, stamp: head.began)
                for second in 1...9 {
                    let time = head.began + .seconds(second)
                    file.event(RecordedSample.event(began + second), at: time, stamp: time)
                }
                try file.end([:])
            }
            _ = try join(paths, last: .seconds(4), folder + "/cut.mcap")
            let session = try #require(try RecordedSessions(MCAPInput(path: folder + "/cut.mcap")).sessions.first)
            let lines = session.steps.map { step in
                if case .event(let line, _, _) = step { String(decoding: line, as: UTF8.self) } else { "" }
            }
            #expect(
                Array(lines.prefix(2)) == [
                    #"{"t":115,"type":"connection","place":"a","id":"lift","availability":"unavailable"}"#,
                    #"{"t":115,"type":"talking","on":true}"#,
                ] && lines.count == 2 + 5, "\(lines)")
        }
    }

    /// Ten seconds with a tick each, and changes in the first five.
    private func writeChanges(_ path: String) throws {
        var head = RecordedSample.head
        head.files["places/00000 a.json"] = Array(#"{"id":"a"}"#.utf8)
        var file = try RecordingFile(
            head, to: try Descriptor.open(path, O_WRONLY | O_CREAT | O_TRUNC), library: "test")
        let changes = [
            #"{"t":1,"type":"setting","key":"units","value":"imperial"}"#,
            #"{"t":1,"type":"talking","on":true}"#,
            #"{"t":2,"type":"setting","key":"depth.threshold","value":1.5}"#,
            #"{"t":3,"type":"connection","place":"b","id":"door","availability":"unavailable"}"#,
            #"{"t":4,"type":"talking","on":false}"#,
        ]
        for (index, line) in changes.enumerated() {
            let time = Instant(seconds: Double(index))
            file.event(line, at: time, stamp: time)
        }
        let world = #"{"t":3,"places":[{"id":"b"}],"groups":[{"id":"hall"}]}"#
        file.world(Array(world.utf8), at: Instant(seconds: 3))
        file.effect(#"{"t":3,"type":"place","id":"b"}"#, at: Instant(seconds: 3))
        file.perception(Array(#"{"minimum":0.2}"#.utf8), optics: nil, at: .start)
        file.perception(Array(#"{"minimum":0.4}"#.utf8), optics: nil, at: Instant(seconds: 4))
        for second in 0...10 {
            let time = Instant(seconds: Double(second))
            file.event(RecordedSample.event(second), at: time, stamp: time)
            try file.settle(at: time)
        }
        try file.end([:])
    }

    /// The times of all messages, but those that are said once more at the beginning.
    private func times(_ path: String) throws -> [UInt64] {
        var reader = try MCAPReader(MCAPInput(path: path))
        var times: [UInt64] = []
        while let item = try reader.next() { if case .message(let message) = item { times.append(message.logTime) } }
        return times
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
