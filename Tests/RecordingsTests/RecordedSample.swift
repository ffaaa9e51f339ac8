import Evidence
import Foundation
import Glibc
import Platform
import Readings
import Recordings

/// Recordings that the tests make, and PyPI's reader, which shares no line with the service's own.
enum RecordedSample {
    static let startedAt: UInt64 = 1_790_000_000_000_000_000
    static let head = RecordingHead(
        run: "feedbeef", startedAt: startedAt, began: .start, isWhole: true,
        facts: ["version": "9.9", "ending": "reported"],
        files: ["settings.json": Array(#"{"units":"metric"}"#.utf8), "groups.json": Array("[]".utf8)])

    /// A picture of noise that compresses badly, with holes; its confidence, unit and times change with its number.
    static func frame(_ number: Int, width: Int = 64, height: Int = 48) -> DepthFrame {
        var random = SplitMix(seed: UInt64(number) + 1)
        let pixels = width * height
        let samples = (0..<pixels).map { _ in UInt16(truncatingIfNeeded: random.next()) & 0x1FFF }
        let levels = (0..<pixels).map { _ in UInt8(random.next() % 3) }
        return DepthFrame(
            width: width, height: height, depthUnit: number % 2 == 0 ? 0.001 : 0.000_25, samples: samples,
            confidence: number % 3 == 2 ? nil : levels, sequence: UInt64(number) + 7,
            cameraTime: number % 4 == 3 ? nil : .nanoseconds(Int64(number) * 66_666_667),
            arrival: Instant(nanoseconds: Int64(number) * 66_666_671 + 1))
    }

    static func event(_ number: Int) -> String { #"{"t":\#(number),"type":"tick"}"# }

    /// Records `seconds` seconds, a picture and an event each; `isEnded` leaves the summary out where it is false.
    static func write(_ path: String, seconds: Int, head: RecordingHead = head, isEnded: Bool = true) throws {
        var file = try RecordingFile(
            head, to: try Descriptor.open(path, O_WRONLY | O_CREAT | O_TRUNC), library: "test")
        for number in 0..<seconds {
            let time = head.began + .seconds(number)
            file.event(event(number), at: time, stamp: time - .milliseconds(3))
            file.effect(#"{"t":\#(number),"type":"state"}"#, at: time)
            var picture = frame(number)
            picture.arrival = time
            file.frame(picture)
            try file.settle(at: time)
        }
        file.log(.warning, "A line.", at: head.began + .seconds(seconds))
        if isEnded { try file.end(["dropped": "3"]) }
    }

    /// The Python environment of the tests, which `scripts/need-python.sh` makes.
    static let python =
        #filePath.split(separator: "/", omittingEmptySubsequences: false).dropLast(3).joined(separator: "/")
        + "/.build/python/bin/python3"
    static let script =
        #filePath.split(separator: "/", omittingEmptySubsequences: false).dropLast().joined(separator: "/")
        + "/read_recording.py"
    static let isReadable = FileManager.default.isExecutableFile(atPath: python)

    /// What PyPI's reader says of a file, as JSON.
    static func read(_ how: String, _ path: String) throws -> [String: Any] {
        let outcome = try Companion.run(
            program: python, [script, how, path], input: nil, in: nil, environment: [:], limit: 60)
        guard outcome.status == 0 else { throw Unreadable(words: outcome.errors) }
        return try JSONSerialization.jsonObject(with: Data(outcome.output.utf8)) as? [String: Any] ?? [:]
    }

    struct Unreadable: Error, CustomStringConvertible {
        var words: String
        var description: String { words }
    }
}

extension RecordedSample {
    /// Records some pictures and nothing else.
    static func writeFrames(_ frames: [DepthFrame], to path: String) throws {
        var file = try RecordingFile(head, to: try Descriptor.open(path, O_WRONLY | O_CREAT | O_TRUNC), library: "test")
        for frame in frames { file.frame(frame) }
        try file.end([:])
    }

    /// The SHA-256 of some bytes, by the system's own tool.
    static func sha256(_ bytes: [UInt8]) throws -> String {
        try Files.withTemporaryFolder { folder in
            Files.write(bytes, to: folder + "/plane")
            let outcome = try Companion.run(
                program: "/usr/bin/sha256sum", [folder + "/plane"], input: nil, in: nil, environment: [:], limit: 20)
            return String(outcome.output.prefix(64))
        }
    }
}
