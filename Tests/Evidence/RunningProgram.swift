import Foundation

/// A program under way: its words can be waited for, it can be written to and sent signals.
public final class RunningProgram {
    private let folder: String
    private let child: pid_t
    private var input: Int32
    private var status: Int32?
    private let needed: AnyObject?

    /// A program that could not be started.
    public struct NotStarted: Error {
        /// The program.
        public var program: String
    }

    /// Starts a program in a folder; its standard input is a pipe, what it writes goes to files.
    ///
    /// What it needs, such as an emulator that it talks to, is kept until it has ended.
    public init(
        _ program: String, _ words: [String], in place: String? = nil, environment: [String: String] = [:],
        needs needed: AnyObject? = nil
    ) throws {
        self.needed = needed
        folder = FileManager.default.temporaryDirectory.path + "/companion-run-" + UUID().uuidString
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        var ends: [Int32] = [-1, -1]
        guard pipe(&ends) == 0 else { throw NotStarted(program: program) }
        for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        posix_spawn_file_actions_adddup2(&actions, ends[0], 0)
        let flags = O_WRONLY | O_CREAT | O_APPEND
        posix_spawn_file_actions_addopen(&actions, 1, folder + "/output", flags, 0o600)
        posix_spawn_file_actions_addopen(&actions, 2, folder + "/errors", flags, 0o600)
        var variables = ProcessInfo.processInfo.environment
        for name in ["JOURNAL_STREAM", "STATE_DIRECTORY", "XDG_STATE_HOME"] { variables[name] = nil }
        variables["XDG_CONFIG_HOME"] = folder
        variables["STATE_DIRECTORY"] = folder + "/state"
        variables["RUNTIME_DIRECTORY"] = folder + "/run"
        for (name, value) in environment { variables[name] = value }
        let call = (place.map { ["/usr/bin/env", "-C", $0] } ?? []) + [program] + words
        var arguments = call.map { strdup($0) } + [nil]
        var names = variables.map { strdup("\($0.key)=\($0.value)") } + [nil]
        defer { for text in arguments + names { free(text) } }
        var pid = pid_t()
        let result = posix_spawn(&pid, call[0], &actions, nil, &arguments, &names)
        close(ends[0])
        input = ends[1]
        child = pid
        guard result == 0 else { throw NotStarted(program: program) }
    }

    deinit {
        if status == nil {
            kill(child, SIGKILL)
            waitpid(child, nil, 0)
        }
        closeInput()
        try? FileManager.default.removeItem(atPath: folder)
    }

    /// What it has written to standard output so far.
    public var output: String { Files.text(folder + "/output") ?? "" }
    /// What it has written to standard error so far.
    public var errors: String { Files.text(folder + "/errors") ?? "" }

    /// Writes to its standard input.
    public func write(_ text: String) {
        var rest = Array(text.utf8)[...]
        signal(SIGPIPE, SIG_IGN)
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { Foundation.write(input, $0.baseAddress, $0.count) }
            guard count > 0 else { return }
            rest = rest.dropFirst(count)
        }
    }

    /// Ends its standard input.
    public func closeInput() {
        if input >= 0 { close(input) }
        input = -1
    }

    /// Its process id.
    public var pid: Int32 { child }

    /// Sends it a signal, where it has not ended.
    public func send(_ number: Int32) { if status == nil { kill(child, number) } }

    /// How much longer than on a quiet machine something may take; a wait ends as soon as what it waits for holds.
    private static let patience = 4.0 * Slowness.factor

    /// Waits until something holds; false where it did not within a limit in seconds of a quiet machine.
    public func wait(limit: Double, until holds: (RunningProgram) -> Bool) -> Bool {
        let end = Date().addingTimeInterval(limit * Self.patience)
        while !holds(self) {
            guard Date() < end else { return false }
            usleep(10_000)
        }
        return true
    }

    /// Lets it run for some seconds.
    public func rest(seconds: Double) {
        let end = Date().addingTimeInterval(seconds)
        while Date() < end { usleep(10_000) }
    }

    /// Waits until it ends, and kills it at a limit in seconds of a quiet machine.
    public func end(limit: Double) -> Companion.Outcome {
        if !wait(limit: limit, until: { $0.hasEnded }) {
            kill(child, SIGKILL)
            waitpid(child, nil, 0)
            status = Int32.min
        }
        return .init(status: status ?? Int32.min, output: output, errors: errors)
    }

    /// Whether it has ended.
    public var hasEnded: Bool {
        guard status == nil else { return true }
        var raw: Int32 = 0
        guard waitpid(child, &raw, WNOHANG) == child else { return false }
        status = raw & 0x7F == 0 ? raw >> 8 & 0xFF : -(raw & 0x7F)
        return true
    }
}
