import Evidence
import Foundation
import Readings
import Recordings
import Testing

@Suite struct RecordingFileTests {
    @Test func `what was recorded is read back: steps with both their times, effects, facts and files`() throws {
        try Files.withTemporaryFolder { folder in
            let path = folder + "/a.mcap"
            try RecordedSample.write(path, seconds: 5)
            let read = try RecordedSessions(MCAPInput(path: path))
            #expect(read.ending == .whole)
            let session = try #require(read.sessions.first)
            #expect(read.sessions.count == 1 && session.head == RecordedSample.head && session.dropped == 3)
            #expect(session.frames == 5 && session.effects.count == 5 && session.steps.count == 5)
            guard case .event(let line, let stamp, let time) = session.steps[2] else { throw Missing() }
            #expect(String(decoding: line, as: UTF8.self) == RecordedSample.event(2))
            #expect(stamp == Instant(nanoseconds: 1_997_000_000) && time == Instant(seconds: 2))
            #expect(session.end == Instant(seconds: 4))
        }
    }

    @Test func `every picture comes back to the last sample, level, unit and nanosecond`() throws {
        try Files.withTemporaryFolder { folder in
            let path = folder + "/a.mcap"
            try RecordedSample.write(path, seconds: 9)
            var frames = try RecordedFrames(MCAPInput(path: path), session: 0)
            var number = 0
            while let item = try frames.next() {
                guard case .frame = item else { continue }
                var expected = RecordedSample.frame(number)
                expected.arrival = Instant(seconds: Double(number))
                let frame = frames.frame
                #expect(frame.samples == expected.samples && frame.confidence == expected.confidence)
                #expect(frame.width == 64 && frame.height == 48 && frame.depthUnit == expected.depthUnit)
                #expect(frame.sequence == expected.sequence && frame.cameraTime == expected.cameraTime)
                #expect(frame.arrival == expected.arrival)
                number += 1
            }
            #expect(number == 9)
        }
    }

    @Test func `a picture whose sizes do not fit comes back as one without samples, and the next one whole`() throws {
        try Files.withTemporaryFolder { folder in
            let path = folder + "/a.mcap"
            var broken = RecordedSample.frame(0)
            broken.samples.removeLast()
            try RecordedSample.writeFrames([broken, RecordedSample.frame(1)], to: path)
            var frames = try RecordedFrames(MCAPInput(path: path), session: 0)
            guard case .frame? = try frames.next() else { throw Missing() }
            #expect(frames.frame.samples.isEmpty && frames.frame.confidence == nil)
            guard case .frame? = try frames.next() else { throw Missing() }
            #expect(frames.frame.samples == RecordedSample.frame(1).samples)
        }
    }

    @Test(.enabled(if: RecordedSample.isReadable, "needs .build/python: scripts/need-python.sh"))
    func `PyPI's reader finds the channels, counts, schemas, files and checksums, and the same samples`() throws {
        try Files.withTemporaryFolder { folder in
            let path = folder + "/a.mcap"
            try RecordedSample.write(path, seconds: 6)
            let found = try RecordedSample.read("summary", path)
            let channels = try #require(found["channels"] as? [String: [String: Any]])
            let expected: [(topic: String, schema: String, encoding: String, count: Int)] = [
                ("/depth/frame", "companion.DepthFrame", "jsonschema", 6),
                ("/depth/image", "foxglove.RawImage", "protobuf", 6),
                ("/depth/confidence", "foxglove.RawImage", "protobuf", 4),
                ("/pressure", "companion.Pressure", "jsonschema", 0),
                ("/pose", "foxglove.PoseInFrame", "jsonschema", 0), ("/events", "companion.Event", "jsonschema", 6),
                ("/effects", "companion.Effect", "jsonschema", 6), ("/world", "companion.World", "jsonschema", 0),
                ("/log", "foxglove.Log", "protobuf", 1), ("/depth/camera", "foxglove.CameraCalibration", "protobuf", 0),
                ("/depth/perception", "companion.Perception", "jsonschema", 0),
            ]
            #expect(channels.count == expected.count)
            for (topic, schema, encoding, count) in expected {
                let channel = try #require(channels[topic], "\(topic)")
                #expect(channel["schema"] as? String == schema && channel["schemaEncoding"] as? String == encoding)
                #expect(channel["count"] as? Int == count, "\(topic)")
            }
            #expect(found["compression"] as? [String] == ["zstd"] && (found["chunks"] as? Int ?? 0) >= 3)
            #expect(found["texts"] as? Int == 18)
            let log = try #require(found["log"] as? [[Any]])
            #expect(log.count == 1 && log[0][0] as? Int == 3 && log[0][1] as? String == "A line.")
            let files = found["attachments"] as? [String: String]
            #expect(files == ["settings.json": #"{"units":"metric"}"#, "groups.json": "[]"])
            let facts = found["metadata"] as? [String: [String: String]]
            #expect(facts?["companion.run"]?["run"] == "feedbeef" && facts?["companion.end"]?["dropped"] == "3")
            try checkImages(found)
        }
    }

    /// The samples that PyPI's reader decoded, by their SHA-256.
    private func checkImages(_ found: [String: Any]) throws {
        let images = try #require(found["images"] as? [[Any]])
        #expect(images.count == 10)
        for entry in images {
            let topic = entry[0] as? String
            let time = try #require(entry[1] as? Int)
            let number = (time - Int(RecordedSample.startedAt)) / 1_000_000_000
            let image = try #require(entry[2] as? [String: Any])
            let frame = RecordedSample.frame(number)
            #expect(image["width"] as? Int == 64 && image["height"] as? Int == 48)
            let isDepth = topic == "/depth/image"
            #expect(image["encoding"] as? String == (isDepth ? "16UC1" : "8UC1"))
            #expect(image["step"] as? Int == (isDepth ? 128 : 64))
            let plane: [UInt8] =
                isDepth ? frame.samples.flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] } : frame.confidence ?? []
            #expect(image["sha256"] as? String == (try RecordedSample.sha256(plane)))
        }
    }

    struct Missing: Error {}
}
