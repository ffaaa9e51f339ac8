import Glibc
import Platform
import Readings

/// Joins the parts of a ring into one recording, from the moment that was asked for on.
///
/// Chunks are taken over as they lie, without being compressed anew; only the one that the beginning falls into is
/// taken apart.
package enum RecordingJoin {
    /// What was joined.
    package struct Outcome: Equatable, Sendable {
        /// Bytes of the new file.
        package var bytes: UInt64 = 0
        /// Runs of the service that are in it.
        package var runs = 0
        /// From the first moment to the last, by the wall's time.
        package var span = Duration.zero
        /// Whether it has its first run from that run's beginning.
        package var isWhole = false
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
        var head: RecordingHead?
    }

    /// Joins what lies in the last `span` before the newest message; what was said earlier and still holds then, such as
    /// settings and places, stands at the beginning.
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
        for part in wanted {
            let isCut = part.first < oldest
            let earlier = isCut ? parts.filter { $0.last < oldest && $0.run == part.run } : []
            try add(part, from: isCut ? oldest : nil, after: earlier, to: &writer, file: file)
        }
        writer.end()
        try flush(&writer, file)
        outcome.bytes = writer.bytes
        outcome.isWhole = wanted.first.map { $0.first >= oldest && $0.head?.isWhole ?? false } ?? false
        outcome.runs = Set(wanted.map(\.run)).count
        outcome.span = .nanoseconds(Int64(newest - max(oldest, wanted.map(\.first).min() ?? newest)))
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
                case .metadata(RecordingHead.name, let facts):
                    part.run = facts["run"] ?? ""
                    part.head = RecordingHead(facts)
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

    /// What still holds at the cut, of everything that was said before it, in this part and in earlier ones of its run.
    private static func lateJoin(
        _ part: Part, cut: UInt64, after earlier: [Part]
    ) throws(MCAPError) -> RecordingLateJoin? {
        guard let head = part.head else { return nil }
        var holding = RecordingLateJoin(head, cut: cut)
        for part in earlier {
            var reader = try MCAPReader(MCAPInput(path: part.path))
            while let item = try reader.next() { if case .message(let message) = item { holding.takeEarlier(message) } }
        }
        var reader = try MCAPReader(MCAPInput(path: part.path))
        while let item = try reader.next() {
            if case .message(let message) = item, message.logTime < cut { holding.take(message) }
        }
        return holding
    }

    /// Adds a part, from a moment on where one is given.
    private static func add(
        _ part: Part, from cut: UInt64?, after earlier: [Part], to writer: inout MCAPWriter, file: borrowing Descriptor
    ) throws(Failure) {
        do throws(MCAPError) {
            var pen = Pen(holding: nil, cut: cut ?? 0)
            if let cut { pen.holding = try lateJoin(part, cut: cut, after: earlier) }
            var reader = try MCAPReader(MCAPInput(path: part.path))
            reader.keepsChunks = true
            while let item = try reader.next() {
                pen.add(item, to: &writer)
                do throws(Failure) { try flush(&writer, file) } catch { throw MCAPError.cannotRead(reason(error)) }
            }
            pen.finish(&writer)
        } catch {
            if case .cannotRead(let error) = error { throw .cannotWrite(error) }
        }
    }

    /// Writes the items of one part, without what lies before the cut.
    private struct Pen {
        var holding: RecordingLateJoin?
        let cut: UInt64
        /// The messages of the chunk that is being read, as long as it may have to be taken apart.
        private var messages: [MCAPMessage] = []
        private var files: [MCAPAttachment] = []
        private var isBegun = false

        init(holding: RecordingLateJoin?, cut: UInt64) {
            self.holding = holding
            self.cut = cut
        }

        mutating func add(_ item: MCAPItem, to writer: inout MCAPWriter) {
            switch item {
            case .metadata(RecordingHead.name, _) where holding != nil:
                writer.note(RecordingHead.name, holding?.newHead.written ?? [])
            case .metadata(let name, let facts):
                writer.note(name, facts.sorted { $0.key < $1.key }.map { ($0.key, $0.value) })
            case .attachment(let attachment):
                if holding == nil { writer.attach(attachment) } else { files.append(attachment) }
            case .message(let message): if holding != nil { messages.append(message) }
            case .chunk(let chunk): add(chunk, to: &writer)
            case .channel: return
            }
        }

        private mutating func add(_ chunk: MCAPRawChunk, to writer: inout MCAPWriter) {
            defer { messages.removeAll(keepingCapacity: true) }
            guard holding != nil else { return writer.adopt(chunk) }
            guard chunk.end >= cut else { return }
            begin(&writer)
            guard chunk.start < cut else { return writer.adopt(chunk) }
            for message in messages where message.logTime >= cut { writer.adopt(message) }
            writer.endChunk()
        }

        /// What still holds comes before the first message that is kept.
        private mutating func begin(_ writer: inout MCAPWriter) {
            guard let holding, !isBegun else { return }
            isBegun = true
            for file in holding.files(files) { writer.attach(file) }
            for message in holding.messages { writer.adopt(message) }
        }

        /// Ends a part of which nothing was kept, so that its head does not stand alone.
        mutating func finish(_ writer: inout MCAPWriter) { begin(&writer) }
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
