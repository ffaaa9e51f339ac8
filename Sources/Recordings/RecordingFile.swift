import Glibc
import Platform
import Readings

/// A recording that is being written: readings, decisions and words go in, whole chunks go out into a file.
///
/// A chunk is ended once it has ``chunkBytes`` or is ``chunkSpan`` old, so that a process that is killed loses no more
/// than that. Nothing here decides when to record; the thread around it calls ``settle(at:)`` often enough.
package struct RecordingFile: ~Copyable {
    /// How many bytes a chunk has before it is ended.
    package static let chunkBytes = 4 << 20
    /// How old a chunk is at the most before it is ended.
    package static let chunkSpan = Duration.seconds(1)

    private let file: Descriptor
    private let head: RecordingHead
    private var writer: MCAPWriter
    private var openSince: Instant?
    /// How many pictures are in it.
    package private(set) var frames = 0

    /// Begins a recording in a file that is open for writing and empty.
    package init(_ head: RecordingHead, to file: consuming Descriptor, library: String) throws(SystemError) {
        self.head = head
        self.file = file
        writer = MCAPWriter(channels: RecordingChannel.all, library: library)
        writer.note(RecordingHead.name, head.written)
        for (name, data) in head.files.sorted(by: { $0.key < $1.key }) {
            writer.attach(
                MCAPAttachment(name: name, mediaType: "application/json", logTime: head.time(head.began), data: data))
        }
        try flush()
    }

    /// Bytes so far, those of the open chunk as they are before they are compressed.
    package var bytes: UInt64 { writer.bytes + UInt64(writer.openBytes) }
    /// How many events are in it.
    package var events: Int { Int(writer.count(of: RecordingChannel.events.rawValue)) }

    private mutating func put(
        _ channel: RecordingChannel, at time: Instant, stamp: Instant? = nil, _ content: (inout [UInt8]) -> Void
    ) {
        if openSince == nil { openSince = time }
        writer.message(
            channel.rawValue, logTime: head.time(time), publishTime: head.time(stamp ?? time), content)
    }

    /// Adds an event, a line of the log; `stamp` is when it came about, `time` when it was decided about.
    package mutating func event(_ line: String, at time: Instant, stamp: Instant) {
        put(.events, at: time, stamp: stamp) { $0.append(contentsOf: line.utf8) }
    }

    /// Adds an effect, a line as it is printed.
    package mutating func effect(_ line: String, at time: Instant) {
        put(.effects, at: time) { $0.append(contentsOf: line.utf8) }
    }

    /// Adds the places and groups that hold from now on, as one JSON object.
    package mutating func world(_ json: [UInt8], at time: Instant) { put(.world, at: time) { $0 += json } }

    /// Adds how pictures are read from now on, as one JSON object, and the camera's optics where they are known.
    package mutating func perception(_ json: [UInt8], optics: PinholeIntrinsics?, at time: Instant) {
        put(.perception, at: time) { $0 += json }
        guard let optics else { return }
        let stamp = head.time(time)
        put(.optics, at: time) { FrameMessages.appendOptics(optics, time: stamp, to: &$0) }
    }

    /// Adds a sample of the barometer, for tools that draw it.
    package mutating func pressure(_ json: [UInt8], at time: Instant, stamp: Instant) {
        put(.pressure, at: time, stamp: stamp) { $0 += json }
    }

    /// Adds a pose, for tools that draw it.
    package mutating func pose(_ pose: Pose, at time: Instant, stamp: Instant) {
        let moment = head.time(stamp)
        put(.pose, at: time, stamp: stamp) { $0.append(contentsOf: FrameMessages.pose(pose, time: moment).utf8) }
    }

    /// Adds a line of the journal.
    package mutating func log(_ priority: ServiceLog.Priority, _ text: String, at time: Instant) {
        let stamp = head.time(time)
        put(.log, at: time) { FrameMessages.appendLog(priority, text, time: stamp, to: &$0) }
    }

    /// Adds a picture with its confidence; one whose sizes do not fit is noted as malformed, without the picture.
    package mutating func frame(_ frame: borrowing DepthFrame) {
        let isWhole = FrameMessages.fits(frame)
        let stamp = head.time(frame.arrival)
        let facts = FrameMessages.facts(frame, isWhole: isWhole)
        put(.frame, at: frame.arrival) { $0.append(contentsOf: facts.utf8) }
        frames += 1
        guard isWhole else { return }
        let (width, height) = (frame.width, frame.height)
        frame.samples.withUnsafeBufferPointer { samples in
            put(.depth, at: frame.arrival) {
                FrameMessages.appendDepth(samples, width: width, height: height, time: stamp, to: &$0)
            }
        }
        if let levels = frame.confidence {
            put(.confidence, at: frame.arrival) {
                FrameMessages.appendConfidence(levels, width: width, height: height, time: stamp, to: &$0)
            }
        }
    }

    /// Ends the chunk that is large or old enough, and writes what waits.
    package mutating func settle(at now: Instant) throws(SystemError) {
        let isOld = openSince.map { now - $0 >= Self.chunkSpan } ?? false
        guard isOld || writer.openBytes >= Self.chunkBytes else { return }
        writer.endChunk()
        openSince = nil
        try flush()
    }

    /// Ends the file with what is known of it now; nothing may be added afterwards.
    package mutating func end(_ facts: [String: String]) throws(SystemError) {
        writer.note("companion.end", facts.sorted { $0.key < $1.key }.map { ($0.key, $0.value) })
        writer.end()
        try flush()
    }

    /// Hands the file back its bytes, and makes them durable.
    private mutating func flush() throws(SystemError) {
        let number = file.number
        try writer.drain { bytes throws(SystemError) in try RecordingFile.write(bytes, to: number) }
        // a file that cannot be made durable, such as one in memory, is written all the same
        _ = fdatasync(number)
    }

    static func write(_ bytes: [UInt8], to number: Int32) throws(SystemError) {
        var done = 0
        while done < bytes.count {
            let count = bytes.withUnsafeBytes {
                Glibc.write(number, $0.baseAddress.map { $0 + done }, bytes.count - done)
            }
            if count < 0 && errno == EINTR { continue }
            guard count > 0 else { throw .last("write the recording") }
            done += count
        }
    }
}
