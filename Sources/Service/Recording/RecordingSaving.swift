import Control
import Documents
import Platform
import Recordings

/// Saves what the ring holds, and says what came of it.
package enum RecordingSaving {
    /// Joins parts into a file that was sent along; the answer to whoever asked.
    package static func outcome(
        _ paths: [String], last span: Duration, into file: PassedDescriptor, library: String
    ) -> ControlOutcome {
        guard let descriptor = file.take() else { return .error(ControlError(.inside, "the file is gone")) }
        do throws(RecordingJoin.Failure) {
            let joined = try RecordingJoin.join(paths, last: span, into: descriptor, library: library)
            return .result(
                .object([
                    .init("bytes", .integer(Int(joined.bytes))), .init("runs", .integer(joined.runs)),
                    .init("seconds", .integer(Int(joined.span.components.seconds))),
                    .init("whole", .boolean(joined.isWhole)),
                ]))
        } catch {
            switch error {
            case .empty:
                return .error(
                    ControlError(
                        .refused, "there is nothing in the ring of the last minutes",
                        remedy: "turn record.ring on, and wait", word: "emptyRing"))
            case .cannotWrite(let error):
                return .error(
                    ControlError(
                        .refused, "the file cannot be written: \(SystemError.words(for: error.number))",
                        remedy: "make room", word: "cannotWrite"))
            }
        }
    }
}
