import CProcess
import Evidence
import Foundation
import Glibc
import Platform
import Readings
import Testing

extension Processes {
    @Suite struct ChildProcessTests {
        @Test(arguments: [
            (["no-such-program"], ENOENT), (["/etc/passwd"], EACCES), ([], EINVAL), ([""], EINVAL),
            (["true", "a\u{0}b"], EINVAL), (["/"], EACCES),
        ])
        func `what cannot be started is an error with its reason`(arguments: [String], number: Int32) {
            let error = #expect(throws: SystemError.self) { _ = try ChildProcess(arguments) }
            #expect(error?.number == number)
        }

        @Test func `a script without an interpreter line is refused, as no shell is ever used`() throws {
            try FakeVoices.with { fake in
                fake.program("bare", "touch \(fake.folder)/run")
                let error = #expect(throws: SystemError.self) { _ = try ChildProcess(["\(fake.folder)/bare"]) }
                #expect(error?.number == ENOEXEC)
                #expect(!fake.exists("run"))
            }
        }

        @Test func `a refused start leaves the shim's outputs untouched`() {
            var pid: pid_t = 77
            var death: Int32 = 88
            var nothing: [UnsafeMutablePointer<CChar>?] = [nil]
            nothing.withUnsafeMutableBufferPointer { arguments in
                var request = child_process_request(
                    arguments: arguments.baseAddress, environment: arguments.baseAddress, input: 3, output: 3, errors: 3
                )
                #expect(child_process_spawn(&request, &pid, &death) == -EINVAL)
            }
            #expect(pid == 77 && death == 88)
            var isEnded = true
            var end = child_process_end(status: 5, signal: 6)
            #expect(child_process_reap(-1, &isEnded, &end) == -EINVAL)
            #expect(isEnded && end.status == 5 && end.signal == 6)
        }

        @Test(arguments: [("exit 0", ChildProcess.End.exit(0)), ("exit 7", .exit(7)), ("kill -9 $$", .signal(9))])
        func `how a child ended is told`(script: String, end: ChildProcess.End) throws {
            let child = try ChildProcess(["sh", "-c", script])
            #expect(child.wait(limit: .seconds(5)) == end)
            #expect(child.wait(limit: .zero) == end)
        }

        @Test func `a child gets three descriptors, default signals, an empty mask and a group of its own`() throws {
            SystemSignals.ignoreBrokenPipes()
            try FakeVoices.with { fake in
                let script = """
                    ls -l /proc/self/fd | grep -c ' -> ' > $D/count
                    while read -r line; do case $line in SigBlk*|SigIgn*) echo "$line";; esac; done < /proc/$$/status > $D/signals
                     cut -d' ' -f1,5 /proc/$$/stat > $D/group
                    """
                let child = try ChildProcess(fake.hook("look", script))
                #expect(child.wait(limit: .seconds(5)) == .exit(0))
                #expect(fake.text("count") == "4\n", "the three, and the folder that ls reads")
                let masks = fake.lines("signals").map { UInt64($0.split(separator: "\t").last ?? "", radix: 16) }
                let ownOfTheLibrary: UInt64 = 0b11 << 31  // signals 32 and 33, which the C library ignores in a child
                #expect(masks.map { $0.map { $0 & ~ownOfTheLibrary } } == [0, 0])
                #expect(fake.text("group") == "\(child.pid) \(child.pid)\n")
            }
        }

        @Test func `what belongs to systemd and the service alone is not told to children`() {
            let own = ["NOTIFY_SOCKET=/run/x", "PATH=/usr/bin", "HOME=/h", "WATCHDOG_USEC=5", "EMPTY=", "HOMES=2"]
            let names = ChildEnvironment.inherited(from: own, adding: [("PATH", "/bin"), ("NEW", "1")])
            #expect(names == ["HOME=/h", "EMPTY=", "HOMES=2", "PATH=/bin", "NEW=1"])
            #expect(ChildEnvironment.inherited().contains { $0.hasPrefix("PATH=") })
        }

        @Test func `a megabyte reaches a slow reader, and a child that reads nothing costs only the limit`() throws {
            try FakeVoices.with { fake in
                let text = [UInt8](repeating: 65, count: 1_000_000)
                let reader = try ChildProcess(fake.hook("read", "sleep 0.05; wc -c > $D/count"))
                reader.give(text)
                #expect(reader.wait(limit: .seconds(5)) == .exit(0))
                #expect(Int(fake.text("count").trimmingCharacters(in: .whitespacesAndNewlines)) == 1_000_000)
                #expect(!reader.inputBroke)
                let sleeper = try ChildProcess(["sleep", "600"])
                let clock = MonotonicClock()
                sleeper.give(text)
                #expect(sleeper.wait(limit: .milliseconds(50)) == nil)
                #expect(clock.now() - .start < .seconds(1))
                #expect(sleeper.stop(StopStep.askThenKill(after: .milliseconds(300))) == .signal(SIGTERM))
            }
        }

        @Test func `stopping goes step by step, and killing is always the last`() throws {
            let child = try ChildProcess(["sh", "-c", "trap '' TERM INT; while :; do sleep 600; done"])
            usleep(100_000)
            let steps = [StopStep(SIGINT, wait: .milliseconds(40)), StopStep(SIGTERM, wait: .milliseconds(40))]
            let clock = MonotonicClock()
            #expect(child.stop(steps) == .signal(SIGKILL))
            #expect(clock.now() - .start >= .milliseconds(80))
        }

        @Test func `a child that its owner lets go of is killed and taken away`() throws {
            var pid: Int32 = 0
            do {
                let child = try ChildProcess(["sleep", "600"])
                pid = child.pid
                #expect(Kernel.isRunning(pid))
            }
            #expect(eventually { !Files.write("", to: "/proc/\(pid)/comm") && Files.text("/proc/\(pid)/stat") == nil })
        }
    }

    @Suite struct StopSequenceTests {
        @Test func `each signal is due after the wait of the one before, once`() {
            var sequence = StopSequence(StopStep.askThenKill(after: .milliseconds(300)), at: .start)
            var given: [Int32?] = []
            for milliseconds in [0, 0, 299, 300, 301, 2299] {
                given.append(sequence.nextSignal(at: .start + .milliseconds(milliseconds)))
            }
            #expect(given == [SIGTERM, nil, nil, SIGKILL, nil, nil])
            #expect(!sequence.isSpent(at: .start + .milliseconds(2299)))
            #expect(sequence.isSpent(at: .start + .milliseconds(2300)))
        }

        @Test func `a list that does not kill gets a last step that does`() {
            var sequence = StopSequence([], at: .start)
            let first = sequence.nextSignal(at: .start)
            #expect(first == SIGKILL)
        }
    }
}
