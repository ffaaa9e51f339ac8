import Readings
import Recordings

extension FuzzEntry {
    /// Reads a recording in each of the ways in which one is read.
    static func readRecording(_ bytes: [UInt8]) {
        do throws(MCAPError) {
            let read = try RecordedSessions(MCAPInput(bytes: bytes))
            for session in read.sessions {
                precondition(session.end >= session.head.began, "a run that ends before it began")
            }
            if read.ending != .whole { precondition(read.ending.sentence != nil, "an end without words") }
            var frames = try RecordedFrames(MCAPInput(bytes: bytes), session: 0)
            while let item = try frames.next() {
                guard case .frame = item else { continue }
                let frame = frames.frame
                let isEmpty = frame.samples.isEmpty && frame.width == 1 && frame.height == 1
                precondition(isEmpty || frame.samples.count == frame.width * frame.height, "a picture of another size")
                precondition(frame.confidence.map { $0.count == frame.samples.count } ?? true, "levels of another size")
            }
            var reader = try MCAPReader(MCAPInput(bytes: bytes))
            reader.keepsChunks = true
            while try reader.next() != nil {}
            precondition(reader.ending != nil, "an end that is not known")
        } catch {
            precondition(!error.description.isEmpty, "an error without words")
        }
    }
}
