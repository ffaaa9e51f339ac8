import Glibc
import Platform
import Readings

/// Joins the parts of a ring into one recording; chunks are taken over as they lie, without being compressed anew.
package enum RecordingJoin {
    /// What was joined.
    package struct Outcome: Equatable, Sendable {
        /// Bytes of the new file.
        package var bytes: UInt64 = 0
        /// Runs of the service that are in it.
        package var runs = 0
        /// From the first moment to the last, by the wall's time.
        package var span = Duration.zero
        /// Parts that could not be read; they are left out.
        package var unreadable = 0
    }

    /// Why nothing was joined.
    package enum Failure: Error, Equatable, Sendable {
        /// There is nothing in the ring.
        case empty
        /// The new file cannot be written.
        case cannotWrite(SystemError)
    }

    /// One part: its file, and the times of its first and its last message.
    private struct Part {
        var path: String
        var first: UInt64
        var last: UInt64
        var run: String
    }

    /// Joins the parts that reach into the last `span` before the newest message.
    package static func join(
        _ paths: [String], last span: Duration, into file: borrowing Descriptor, library: String
    ) throws(Failure) -> Outcome {
        var outcome = Outcome()
        let parts = paths.compactMap { path -> Part? in
            let part = look(at: path)
            if part == nil { outcome.unreadable += 1 }
            return part
        }
        guard let newest = parts.map(\.last).max() else { throw .empty }
        let oldest = newest - min(newest, UInt64(max(0, span.wholeNanoseconds)))
        let wanted = parts.filter { $0.last >= oldest }
        var writer = MCAPWriter(channels: RecordingChannel.all, library: library)
        for part in wanted { try add(part.path, to: &writer, file: file) }
        writer.end()
        try flush(&writer, file)
        outcome.bytes = writer.bytes
        outcome.runs = Set(wanted.map(\.run)).count
        outcome.span = .nanoseconds(Int64(newest - (wanted.map(\.first).min() ?? newest)))
        return outcome
    }

    /// Reads through a part; nil where it is not one, or holds nothing.
    private static func look(at path: String) -> Part? {
        var part = Part(path: path, first: .max, last: 0, run: "")
        do throws(MCAPError) {
            var reader = try MCAPReader(MCAPInput(path: path))
            while let item = try reader.next() {
                switch item {
                case .channel(let id, let channel): guard isOwn(id, channel) else { return nil }
                case .metadata(RecordingHead.name, let facts): part.run = facts["run"] ?? ""
                case .message(let message):
                    part.first = min(part.first, message.logTime)
                    part.last = max(part.last, message.logTime)
                case .attachment, .metadata, .chunk: break
                }
            }
        } catch { return nil }
        return part.first <= part.last ? part : nil
    }

    /// Whether a channel has the number that it has in every recording of this version.
    private static func isOwn(_ id: UInt16, _ channel: MCAPChannel) -> Bool {
        let index = Int(id) - 1
        return RecordingChannel.all.indices.contains(index) && RecordingChannel.all[index] == channel
    }

    private static func add(
        _ path: String, to writer: inout MCAPWriter, file: borrowing Descriptor
    ) throws(Failure) {
        do throws(MCAPError) {
            var reader = try MCAPReader(MCAPInput(path: path))
            reader.keepsChunks = true
            while let item = try reader.next() {
                switch item {
                case .metadata(let name, let facts):
                    writer.note(name, facts.sorted { $0.key < $1.key }.map { ($0.key, $0.value) })
                case .attachment(let attachment): writer.attach(attachment)
                case .chunk(let chunk): writer.adopt(chunk)
                case .channel, .message: continue
                }
                do throws(Failure) { try flush(&writer, file) } catch { throw MCAPError.cannotRead(reason(error)) }
            }
        } catch {
            if case .cannotRead(let error) = error { throw .cannotWrite(error) }
        }
    }

    private static func reason(_ failure: Failure) -> SystemError {
        if case .cannotWrite(let error) = failure { error } else { SystemError(EIO, "write") }
    }

    private static func flush(_ writer: inout MCAPWriter, _ file: borrowing Descriptor) throws(Failure) {
        do throws(SystemError) {
            let number = file.number
            try writer.drain { bytes throws(SystemError) in try RecordingFile.write(bytes, to: number) }
        } catch { throw .cannotWrite(error) }
    }
}
