import Deciding
import Documents
import Perception
import Platform
import Readings
import Recordings

/// Writes what happens into a recording, in the forms of the event log.
package struct RecordingPen: ~Copyable {
    private var file: RecordingFile
    /// When the last of it came.
    package private(set) var last: Instant
    private var hasEnded = false

    /// Begins a recording in an empty file.
    package init(_ head: RecordingHead, to descriptor: consuming Descriptor) throws(SystemError) {
        last = head.began
        file = try RecordingFile(
            head, to: descriptor, library: "companion \(head.facts["version"] ?? "")")
    }

    /// Bytes so far.
    package var bytes: UInt64 { file.bytes }
    /// Pictures so far.
    package var frames: Int { file.frames }
    /// Events so far.
    package var events: Int { file.events }

    /// Adds an event; `stamp` is when it came about, `time` when the core decided about it.
    package mutating func event(_ event: Event, at time: Instant, stamp: Instant) {
        last = max(last, time)
        hasEnded = event == .end
        file.event(EventWriter.line(event, at: time), at: time, stamp: stamp)
        switch event {
        case .pressure(let hectopascals, let reference):
            var members: [JSONValue.Member] = [
                .init("t", EffectWriter.time(time)), .init("hPa", .decimal(hectopascals)),
            ]
            if let reference { members.append(.init("referenceHPa", .decimal(reference))) }
            file.pressure(DocumentWriter.compact(.object(members)), at: time, stamp: stamp)
        case .pose(let pose): if pose.isPlausible { file.pose(pose, at: time, stamp: stamp) }
        default: break
        }
    }

    /// Adds what the core decided.
    package mutating func effect(_ timed: TimedEffect) {
        last = max(last, timed.time)
        file.effect(EffectWriter.line(timed), at: timed.time)
    }

    /// Adds other places and groups.
    package mutating func world(_ world: World, at time: Instant) {
        last = max(last, time)
        file.world(RecordingBeginning.json(world, at: time), at: time)
    }

    /// Adds a picture.
    package mutating func frame(_ frame: borrowing DepthFrame) { file.frame(frame) }

    /// Adds how pictures are read from now on.
    package mutating func perception(_ reading: RecordedPerception, at time: Instant) {
        file.perception(reading.json(at: time), optics: reading.optics, at: time)
    }

    /// Adds a line of the journal.
    package mutating func log(_ priority: ServiceLog.Priority, _ text: String, at time: Instant) {
        file.log(priority, text, at: time)
    }

    /// Writes what is old or large enough.
    package mutating func settle(at now: Instant) throws(SystemError) { try file.settle(at: now) }

    /// Ends a part of a recording that another part goes on from.
    package mutating func close(_ lost: RecordingLoss = .init()) throws(SystemError) {
        try file.end(lost.facts)
    }

    /// Ends the recording at a moment, up to which deadlines fired.
    package mutating func end(at time: Instant, _ lost: RecordingLoss = .init()) throws(SystemError) {
        if !hasEnded {
            let time = max(time, last)
            file.event(EventWriter.line(.end, at: time), at: time, stamp: time)
        }
        try file.end(lost.facts)
    }
}

/// What came too fast to be recorded.
package struct RecordingLoss: Equatable, Sendable {
    /// Events, effects and lines of the journal; without them a replay may decide otherwise.
    package var lines: UInt64
    /// Pictures.
    package var pictures: UInt64

    /// Takes note of what was lost; nothing, where nothing is said.
    package init(lines: UInt64 = 0, pictures: UInt64 = 0) {
        self.lines = lines
        self.pictures = pictures
    }

    /// What was lost since an earlier count.
    static func - (left: RecordingLoss, right: RecordingLoss) -> RecordingLoss {
        RecordingLoss(lines: left.lines - right.lines, pictures: left.pictures - right.pictures)
    }

    var facts: [String: String] { ["dropped": String(lines), "droppedPictures": String(pictures)] }
}
