import Readings

/// One run of the service, or a part of one, as a recording holds it.
package struct RecordedSession: Sendable {
    /// What the core was given, in its order.
    package enum Step: Sendable {
        /// A line of the event log; when it came about, and when it was decided about.
        case event([UInt8], stamp: Instant, time: Instant)
        /// Other places and groups, as one JSON object.
        case world([UInt8], time: Instant)
    }

    /// What stood at its beginning.
    package var head: RecordingHead
    /// What the core was given.
    package var steps: [Step] = []
    /// The lines of what it decided.
    package var effects: [[UInt8]] = []
    /// When the last of all that came.
    package var end: Instant
    /// How many pictures there are.
    package var frames = 0
    /// Lines of events that the recorder could not take, as the file says.
    package var dropped = 0

    init(_ head: RecordingHead) {
        self.head = head
        end = head.began
    }
}

/// The runs that a recording holds, without their pictures.
package struct RecordedSessions: Sendable {
    /// Every run, in the order of the file.
    package private(set) var sessions: [RecordedSession] = []
    /// Whether the file is whole.
    package private(set) var ending = MCAPEnding.whole
    /// The most bytes of lines and attachments that are kept: 1 GiB.
    private static let mostBytes = 1 << 30
    private var bytes = 0

    /// Whether a file begins as a recording does.
    package static func isRecording(_ bytes: some Collection<UInt8>) -> Bool { bytes.starts(with: MCAPFormat.magic) }

    /// Reads a recording; `progress` is told how far it has come.
    package init(
        _ input: consuming MCAPInput, progress: (_ done: UInt64, _ total: UInt64) -> Void = { _, _ in }
    ) throws(MCAPError) {
        var reader = try MCAPReader(input)
        var kinds: [UInt16: RecordingChannel] = [:]
        while let item = try reader.next() {
            switch item {
            case .channel(let id, let channel): kinds[id] = RecordingChannel(topic: channel.topic)
            case .metadata(RecordingHead.name, let facts): begin(facts)
            case .metadata("companion.end", let facts): finish(facts)
            case .metadata, .chunk: break
            case .attachment(let file): attach(file)
            case .message(let message):
                if let kind = kinds[message.channel] { take(message, kind) }
                progress(reader.progress.done, reader.progress.total)
            }
            guard bytes <= Self.mostBytes else { throw .memory }
        }
        ending = reader.ending ?? .whole
    }

    private mutating func begin(_ facts: [String: String]) {
        guard let head = RecordingHead(facts) else { return }
        // a later part of the same run goes on where the one before ended
        if sessions.last?.head.run != head.run { sessions.append(RecordedSession(head)) }
        isLaterPart = sessions.last?.head != head
    }

    private var isLaterPart = false

    private mutating func finish(_ facts: [String: String]) {
        guard !sessions.isEmpty else { return }
        sessions[sessions.count - 1].dropped += facts["dropped"].flatMap(Int.init) ?? 0
    }

    private mutating func attach(_ file: MCAPAttachment) {
        guard let last = sessions.indices.last, !isLaterPart else { return }
        bytes += file.data.count
        sessions[last].head.files[file.name] = file.data
    }

    private mutating func take(_ message: MCAPMessage, _ kind: RecordingChannel) {
        guard let last = sessions.indices.last, let time = sessions[last].head.moment(message.logTime),
            let stamp = sessions[last].head.moment(message.publishTime)
        else { return }
        switch kind {
        case .events: sessions[last].steps.append(.event(message.data, stamp: stamp, time: time))
        case .world: sessions[last].steps.append(.world(message.data, time: time))
        case .effects: sessions[last].effects.append(message.data)
        case .frame: sessions[last].frames += 1
        default: return
        }
        if kind != .frame {
            bytes += message.data.count
            sessions[last].end = max(sessions[last].end, time)
        }
    }
}

extension RecordingChannel {
    /// The kind of a topic; nil where it is none of a recording's own.
    init?(topic: String) {
        guard let index = Self.all.firstIndex(where: { $0.topic == topic }) else { return nil }
        self.init(rawValue: index)
    }
}
