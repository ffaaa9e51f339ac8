import Platform
import Readings

/// The voices that do not speak: the one that waits for the next text, and those that are on their way out.
final class Voices {
    private var ahead: Voice?
    private var leaving: [Voice] = []
    private var mayPrepare = true
    private let log: ServiceLog

    var settings = SpeechSettings()
    var environment: [String] = []

    init(log: ServiceLog) { self.log = log }

    var isEmpty: Bool { ahead == nil && leaving.isEmpty }

    /// A voice of the given hook that waits for its text: the one started ahead, or a fresh one.
    func take(hook: Int, at now: Instant) throws(SystemError) -> Voice {
        mayPrepare = true
        if let ready = ahead, ready.hook == hook {
            ahead = nil
            if ready.service(at: now) == nil { return ready }
        }
        return try start(hook: hook)
    }

    /// Starts a voice of the given hook ahead of time, unless one waits already or the last one died waiting.
    func prepare(hook: Int?, at now: Instant) {
        if let ready = ahead, ready.hook != hook { dismissAhead(at: now) }
        guard let hook, settings.startAhead, mayPrepare, ahead == nil else { return }
        do throws(SystemError) { ahead = try start(hook: hook) } catch { mayPrepare = false }
    }

    /// Ends the voice that waits.
    func dismissAhead(at now: Instant) {
        guard let voice = ahead else { return }
        ahead = nil
        dismiss(voice, at: now)
    }

    /// Ends a voice and sees it out.
    func dismiss(_ voice: Voice, at now: Instant) {
        voice.hush(at: now)
        leaving.append(voice)
    }

    /// Does what is due.
    func service(at now: Instant) {
        leaving.removeAll { voice in
            _ = voice.service(at: now)
            return !voice.isAlive
        }
        guard ahead?.service(at: now) != nil else { return }
        ahead = nil
        mayPrepare = false  // until the next utterance: no loop of starting and dying
        log.fault(.warning, "A voice started ahead of time ended before it had a text.", at: now)
    }

    func watch(in set: inout PollSet) {
        ahead?.watch(in: &set)
        for voice in leaving { voice.watch(in: &set) }
    }

    var nextLook: Instant? { leaving.compactMap(\.nextLook).min() }

    private func start(hook: Int) throws(SystemError) -> Voice {
        try Voice(
            hook: hook, command: settings.hooks[hook], environment: environment, limits: settings.limits)
    }
}
