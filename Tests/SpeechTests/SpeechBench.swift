import Evidence
import Foundation
import Glibc
import Platform
import Readings
import Speech
import Synchronization
import Testing

/// All suites that start processes, one test at a time, so that they can count what is left behind.
@Suite(.serialized, .ownThreads) enum Processes {}

/// A speech engine with everything it tells written down.
final class SpeechBench: Sendable {
    private struct Told {
        var events: [SpeechEvent] = []
        var lines: [String] = []
    }

    let engine: SpeechEngine
    let clock: MonotonicClock
    private let told: TellTale

    private final class TellTale: Sendable {
        let told = Mutex(Told())
        let wake: WakeUp
        init() throws { wake = try WakeUp() }
    }

    init(
        _ settings: SpeechSettings,
        findProgram: @escaping @Sendable (String) -> String? = { ChildEnvironment.program($0) }
    ) throws {
        let told = try TellTale()
        self.told = told
        let log = ServiceLog(hasPriorities: true) { line in
            told.told.withLock { $0.lines.append(line) }
            return true
        }
        let clock = MonotonicClock()
        self.clock = clock
        engine = try SpeechEngine(settings: settings, clock: clock, log: log, findProgram: findProgram) { event in
            told.told.withLock { $0.events.append(event) }
            told.wake.raise()
        }
    }

    deinit { engine.shutdown(limit: .seconds(5)) }

    var events: [SpeechEvent] { told.told.withLock { $0.events } }
    var lines: [String] { told.told.withLock { $0.lines } }

    var healths: [SpeechHealth] {
        events.compactMap { if case .health(let health) = $0 { health } else { nil } }
    }

    func reports(of id: Int? = nil) -> [SpeechReport] {
        events.compactMap { event in
            guard case .report(let report) = event, id == nil || report.id == id else { return nil }
            return report
        }
    }

    func outcomes(of id: Int) -> [SpeechReport.Outcome] { reports(of: id).map(\.outcome) }

    /// Waits for a condition that an event brings about.
    func wait(limit: Duration = .seconds(10), until isTrue: (SpeechBench) -> Bool) -> Bool {
        let clock = MonotonicClock()
        while true {
            told.wake.lower()
            if isTrue(self) { return true }
            let left = limit - (clock.now() - .start)
            if left <= .zero { return false }
            _ = told.wake.wait(limit: min(left, .milliseconds(200)))
        }
    }

    /// Lets go of the reports of earlier utterances, so that a long test does not grow by itself.
    func forget(before id: Int) {
        told.told.withLock { told in
            told.events.removeAll { if case .report(let report) = $0 { report.id < id } else { false } }
        }
    }

    func waitForEnd(of id: Int, limit: Duration = .seconds(10)) -> SpeechReport.Outcome? {
        _ = wait(limit: limit) { $0.reports(of: id).contains { $0.outcome.isEnd } }
        return reports(of: id).last { $0.outcome.isEnd }?.outcome
    }

    func say(_ id: Int, _ text: String = "The lift is ahead.", estimate: Duration = .milliseconds(200)) {
        engine.speak(id: id, text: text, estimate: estimate)
    }
}

/// Waits, looking every 5 ms, for something outside this process; false after `limit`.
func eventually(limit: Duration = .seconds(5), _ isTrue: () -> Bool) -> Bool {
    let clock = MonotonicClock()
    while clock.now() - .start < limit {
        if isTrue() { return true }
        usleep(5000)
    }
    return isTrue()
}

/// A folder with shell scripts that stand in for voices.
struct FakeVoices {
    let folder: String

    static func with<Result>(_ body: (FakeVoices) throws -> Result) throws -> Result {
        try Files.withTemporaryFolder { try body(FakeVoices(folder: $0)) }
    }

    /// A script whose `$D` is the folder; gives the command.
    func hook(_ name: String, _ script: String, mode: Int = 0o755) -> [String] {
        program(name, "#!/bin/sh\nD='\(folder)'\n\(script)\n", mode: mode)
        return ["\(folder)/\(name)"]
    }

    /// A file that can be run.
    ///
    /// Another process writes it: what this one has open for writing, a child that another test is just starting has
    /// open as well, and the kernel runs no program that somebody may still write.
    func program(_ name: String, _ text: String, mode: Int = 0o755) {
        let words = ["-c", "cat > \"$1\" && chmod \"$2\" \"$1\"", "sh", "\(folder)/\(name)", String(mode, radix: 8)]
        let run = try? Companion.run(
            program: "/bin/sh", words, input: text, in: nil, environment: [:], limit: 60)
        if run?.status != 0 { Issue.record("the script was not written: \(String(describing: run))") }
    }

    func text(_ name: String) -> String { Files.text("\(folder)/\(name)") ?? "" }
    func lines(_ name: String) -> [String] { text(name).split(separator: "\n").map(String.init) }
    func exists(_ name: String) -> Bool { access("\(folder)/\(name)", F_OK) == 0 }
}

/// What the kernel knows of processes and descriptors.
enum Kernel {
    /// Whether a process is there and not a zombie.
    static func isRunning(_ pid: Int32) -> Bool {
        guard let stat = Files.text("/proc/\(pid)/stat"), let close = stat.lastIndex(of: ")") else { return false }
        return !["Z", "X"].contains(stat[stat.index(close, offsetBy: 2)])
    }

    /// Zombies whose parent this process is.
    static func zombies() -> Int {
        let voices = ["cat", "false", "true", "sh"]
        let entries = (try? FileManager.default.contentsOfDirectory(atPath: "/proc")) ?? []
        return entries.compactMap { Int32($0) }.count { pid in
            guard let stat = Files.text("/proc/\(pid)/stat"), let close = stat.lastIndex(of: ")"),
                let open = stat.firstIndex(of: "(")
            else { return false }
            let fields = stat[close...].split(separator: " ")
            // others are of tests that run at the same time
            guard voices.contains(String(stat[stat.index(after: open)..<close])) else { return false }
            return fields.count > 2 && fields[1] == "Z" && fields[2] == "\(getpid())"
        }
    }

    /// Descriptors of this process of the kinds that a child costs: pipes, events, process descriptors, the null device.
    static func descriptors() -> Int {
        let entries = (try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd")) ?? []
        return entries.count { entry in
            let target = (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/fd/\(entry)")) ?? ""
            return ["pipe:", "anon_inode:", "/dev/null"].contains { target.hasPrefix($0) }
        }
    }

    /// Resident memory in KiB.
    static func residentKibibytes() -> Int {
        let status = Files.text("/proc/self/status") ?? ""
        let line = status.split(separator: "\n").first { $0.hasPrefix("VmRSS:") } ?? ""
        return Int(line.split(separator: " ").dropFirst().first ?? "0") ?? 0
    }
}

extension SpeechSettings {
    /// Settings for fake voices, with limits short enough for a test: an utterance of 200 ms hangs after 600 ms.
    static func fake(_ hooks: [[String]], startAhead: Bool = true, _ change: (inout SpeechSettings) -> Void = { _ in })
        -> SpeechSettings
    {
        var settings = SpeechSettings(hooks: hooks, startAhead: startAhead)
        settings.limits.estimateFactor = 2
        settings.limits.extra = .milliseconds(200)
        settings.limits.firstPause = .milliseconds(50)
        settings.limits.longestPause = .milliseconds(200)
        change(&settings)
        return settings
    }
}
