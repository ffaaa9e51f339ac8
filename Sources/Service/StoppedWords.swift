import Glibc
import Platform
import Readings
import Speech

/// What is said when the service has ended by a fault, by a process of its own: "Companion stopped.", once a minute at
/// most.
///
/// A service that fails again and again would say nothing else; when it was last said stands in a file of the run
/// directory, as `CLOCK_BOOTTIME`, so that no clock change makes it chatter.
package struct StoppedWords {
    /// The words.
    package static let text = "Companion stopped."
    /// How long until they are said again.
    package static let pause = Duration.seconds(60)
    /// How long saying them may hold up the next start.
    package static let limit = Duration.seconds(4)
    /// The file that holds when they were last said, in the run directory.
    static let fileName = "stopped-words"

    /// Why nothing is said.
    package enum Silence: Equatable, Sendable {
        /// The service was told to stop, and did.
        case endedWell
        /// It was said less than a minute ago.
        case saidAlready
        /// No voice said it.
        case noVoice
    }

    /// Whether the words are due: nil, or why not.
    ///
    /// `result` is systemd's `SERVICE_RESULT`; `lastSaid` and `now` are nanoseconds since the machine started, and a
    /// `lastSaid` after `now` is of another start of the machine.
    package static func silence(result: String?, lastSaid: Int64?, now: Int64) -> Silence? {
        guard let result, result != "success" else { return .endedWell }
        guard let lastSaid, lastSaid <= now else { return nil }
        return now - lastSaid < pause.wholeNanoseconds ? .saidAlready : nil
    }

    /// Says the words if they are due; gives why nothing was said, or nil.
    ///
    /// Where the run directory cannot be written to, they are said all the same: silence would be worse.
    package static func say(
        result: String?, runDirectory: String, settings: SpeechSettings, log: ServiceLog
    ) throws(SystemError) -> Silence? {
        let path = runDirectory + "/" + fileName
        let now = Instant.start - MonotonicClock().instant(boottimeNanoseconds: 0)
        if let silence = silence(result: result, lastSaid: lastSaid(path), now: now.wholeNanoseconds) { return silence }
        do throws(SystemError) {
            try AtomicFile.replace(path, with: Array("\(now.wholeNanoseconds)\n".utf8))
        } catch {
            log.say(.warning, "When the failure was last said could not be kept: \(error.description).")
        }
        return try speak(text, settings, log) ? nil : .noVoice
    }

    private static func lastSaid(_ path: String) -> Int64? {
        do throws(SystemError) {
            let text = String(decoding: try ReadFile.whole(path, limit: 64), as: UTF8.self)
            return Int64(text.prefix { $0.isNumber })
        } catch {
            return nil
        }
    }

    /// Says one sentence with the voice of the settings, by a process of its own; false where no voice said it.
    package static func speak(
        _ text: String, _ settings: SpeechSettings, _ log: ServiceLog
    ) throws(SystemError) -> Bool {
        let clock = MonotonicClock()
        let reports = try Mailbox<SpeechEvent>(capacity: 16)
        var settings = settings
        settings.startAhead = false
        let engine = try SpeechEngine(settings: settings, clock: clock, log: log) { reports.put($0) }
        engine.speak(id: 1, text: text, estimate: .milliseconds(1300 + 70 * Int64(max(text.count - 18, 0))))
        let end = clock.now() + limit - .milliseconds(500)
        var isSaid = false
        while clock.now() < end, let event = reports.take(limit: end - clock.now()) {
            guard case .report(let report) = event, report.outcome.isEnd else { continue }
            isSaid = report.outcome == .finished
            break
        }
        engine.shutdown(limit: .milliseconds(500))
        return isSaid
    }
}
