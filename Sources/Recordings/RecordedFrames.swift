import Documents
import Readings

/// The pictures of one run in a recording, one after the other, exactly as the camera gave them.
package struct RecordedFrames: ~Copyable {
    /// What comes next.
    package enum Item: Sendable {
        /// A picture; it is in ``RecordedFrames/frame``.
        case frame
        /// How pictures are read from now on, as one JSON object.
        case perception([UInt8])
    }

    private var reader: MCAPReader
    private var kinds: [UInt16: RecordingChannel] = [:]
    private let session: Int
    private var current = -1
    private var run: RecordingHead?
    private var missing: Set<RecordingChannel> = []
    private var isOpen = false
    /// The picture that came last.
    package private(set) var frame = DepthFrame(width: 1, height: 1, samples: [0])

    /// Begins to read the pictures of a run, counted from 0.
    package init(_ input: consuming MCAPInput, session: Int) throws(MCAPError) {
        reader = try MCAPReader(input)
        self.session = session
    }

    /// How many bytes were read, and how many there are.
    package var progress: (done: UInt64, total: UInt64) { reader.progress }

    /// The next picture, or how it is to be read; nil at the end.
    ///
    /// A picture of which a part is missing is passed over.
    package mutating func next() throws(MCAPError) -> Item? {
        while let item = try reader.next() {
            switch item {
            case .channel(let id, let channel): kinds[id] = RecordingChannel(topic: channel.topic)
            case .metadata(RecordingHead.name, let facts):
                guard let head = RecordingHead(facts) else { continue }
                if run?.run != head.run { current += 1 }
                run = head
            case .message(let message):
                guard current == session, let kind = kinds[message.channel] else { continue }
                if kind == .perception { return .perception(message.data) }
                if take(message, kind) { return .frame }
            case .attachment, .metadata, .chunk: break
            }
        }
        return nil
    }

    /// Takes a part of a picture; true where it is whole by that.
    private mutating func take(_ message: MCAPMessage, _ kind: RecordingChannel) -> Bool {
        switch kind {
        case .frame:
            isOpen = begin(message)
            return isOpen && missing.isEmpty
        case .depth: return add(kind) { FrameMessages.takeDepth(message.data, into: &$0) }
        case .confidence: return add(kind) { FrameMessages.takeConfidence(message.data, into: &$0) }
        default: return false
        }
    }

    private mutating func add(_ kind: RecordingChannel, _ body: (inout DepthFrame) -> Bool) -> Bool {
        guard isOpen, missing.contains(kind), body(&frame) else { return false }
        missing.remove(kind)
        return missing.isEmpty
    }

    /// Takes the facts of a picture; one that was malformed comes without samples, which is malformed again.
    private mutating func begin(_ message: MCAPMessage) -> Bool {
        guard let arrival = run?.moment(message.logTime), let facts = FrameFacts(message.data) else { return false }
        frame.depthUnit = facts.unit
        frame.sequence = facts.sequence
        frame.cameraTime = facts.cameraTime
        frame.arrival = arrival
        missing = facts.isMalformed ? [] : facts.hasConfidence ? [.depth, .confidence] : [.depth]
        if facts.isMalformed { (frame.width, frame.height, frame.samples) = (1, 1, []) }
        if !facts.hasConfidence || facts.isMalformed { frame.confidence = nil }
        return true
    }
}

/// What belongs to a picture beside its samples.
struct FrameFacts {
    var sequence: UInt64
    var cameraTime: Duration?
    var unit: Double
    var hasConfidence: Bool
    var isMalformed: Bool

    /// Reads the facts; nil where they are none.
    init?(_ bytes: [UInt8]) {
        let document: Document
        do throws(DocumentError) { document = try Document(bytes, limits: .init(bytes: 4096, depth: 2)) } catch {
            return nil
        }
        let root = document.root
        guard root.kind == .object, let sequence = root["sequence"]?.numberText.flatMap(UInt64.init),
            let unit = root["unit"]?.number
        else { return nil }
        self.sequence = sequence
        self.unit = unit
        hasConfidence = root["confidence"]?.boolean ?? false
        isMalformed = root["malformed"]?.boolean ?? false
        cameraTime = root["cameraTime"]?.numberText.flatMap(Self.span)
    }

    /// Seconds with up to nine decimals, read without rounding.
    private static func span(_ text: String) -> Duration? {
        let isNegative = text.hasPrefix("-")
        let parts = text.drop { $0 == "-" }.split(separator: ".", omittingEmptySubsequences: false)
        guard (1...2).contains(parts.count), let whole = Int64(parts[0]), whole <= 9_000_000_000 else { return nil }
        let fraction = parts.count == 2 ? parts[1] : ""
        guard fraction.utf8.count <= 9,
            let part = Int64(fraction + String(repeating: "0", count: 9 - fraction.utf8.count))
        else { return nil }
        let nanoseconds = whole * 1_000_000_000 + part
        return .nanoseconds(isNegative ? -nanoseconds : nanoseconds)
    }
}
