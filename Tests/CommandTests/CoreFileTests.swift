import Evidence
import Foundation
import Testing

/// What is left of the service's memory when it is killed by a signal that leaves a core file of other programs.
@Suite(.enabled(if: Companion.isPresent, "\(Companion.absence)")) struct CoreFileTests {
    /// Starts a program with no limit on core files, waits for a file or a moment, aborts it, and tells whether the
    /// kernel says that its memory was written to a core file.
    private static let script = """
        import os, resource, signal, subprocess, sys, time
        def dumps(words, ready):
            limits = lambda: resource.setrlimit(resource.RLIMIT_CORE, (resource.RLIM_INFINITY,) * 2)
            child = subprocess.Popen(words, preexec_fn=limits, stdin=subprocess.DEVNULL)
            end = time.monotonic() + 30
            while ready and not os.path.exists(ready) and time.monotonic() < end:
                time.sleep(0.05)
            time.sleep(0.3)
            os.kill(child.pid, signal.SIGABRT)
            status = os.waitpid(child.pid, 0)[1]
            child.returncode = status
            return os.WIFSIGNALED(status), os.WCOREDUMP(status)
        print("other", *dumps(["/bin/sleep", "60"], None))
        print("service", *dumps(sys.argv[2:], sys.argv[1]))
        """

    @Test func `A service that is aborted leaves no core file, where another program does`() throws {
        try Files.withTemporaryFolder { folder in
            try DemoFiles.lay(in: folder)
            Files.write(RunningService.standing(seconds: 120), to: folder + "/s.json5")
            Files.write("{ speech: { hooks: [[\"/bin/cat\"]] } }", to: folder + "/companion.json5")
            Files.write(Self.script, to: folder + "/abort.py")
            let service = [
                Companion.path, "run", "--simulate", "s.json5", "--config", "companion.json5", "--state", "state",
            ]
            let run = try Companion.run(
                program: "/usr/bin/python3", ["-B", "abort.py", folder + "/run/control.socket"] + service, input: nil,
                in: folder,
                environment: [
                    "RUNTIME_DIRECTORY": folder + "/run", "STATE_DIRECTORY": folder + "/state",
                    "XDG_CONFIG_HOME": folder + "/config", "SWIFT_BACKTRACE": "enable=no",
                ], limit: 90)
            let lines = run.output.split(separator: "\n").map(String.init)
            #expect(lines.contains("service True False"), "\(run)")
            if !lines.contains("other True True") {
                print(
                    "core files are turned off on this machine: that the service leaves none was not put to the proof")
            }
        }
    }

    @Test func `The service manager is told to keep no core file either`() throws {
        let root = #filePath.split(separator: "/", omittingEmptySubsequences: false).dropLast(3).joined(separator: "/")
        let unit = try #require(Files.text(root + "/systemd/companion.service"))
        #expect(unit.split(separator: "\n").contains("LimitCORE=0"))
    }
}
