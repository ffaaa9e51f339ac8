import Evidence
import Foundation
import Testing

@Suite(.enabled(if: Companion.isPresent, "\(Companion.absence)"), .serialized, .ownThreads) struct ControlAbuseTests {
    @Test func `Whatever clients do, the service guides on exactly as if nobody were connected`() throws {
        let calm = try RunningService.with(RunningService.walk, asLog: true) { service throws in
            #expect(service.program.wait(limit: 30) { $0.hasEnded })
        }
        let (abuse, disturbed) = try RunningService.with(RunningService.walk, asLog: true) { service throws in
            let abuse = try service.python(["abuse", "11.5"], limit: 60)
            #expect(service.program.wait(limit: 30) { $0.hasEnded })
            return abuse
        }
        print("the control socket under abuse: \(abuse.output)")
        #expect(abuse.status == 0, "\(abuse.output)\(abuse.errors)")
        // whether "Ready." is still being said when the way begins is the voice's matter, not that of any client
        let (expected, found) = (Self.heard(calm.outcome), Self.heard(disturbed))
        #expect(expected.count > 15 && expected.contains { $0.contains("Something ahead.") })
        #expect(found == expected)
    }

    private static func heard(_ outcome: Companion.Outcome) -> [String] {
        RunningService.effects(outcome).filter { !$0.contains("\"type\":\"hush\"") }
    }

    static let isRoot = geteuid() == 0 && FileManager.default.isExecutableFile(atPath: "/usr/bin/setpriv")

    @Test(
        .enabled(
            if: isRoot && canBeOrdinary, "only root can call as another user: nobody was refused at the control socket")
    )
    func `Who is no member of the group gets no answer, neither by the file's rights nor by their own`() throws {
        _ = try RunningService.with(RunningService.standing(seconds: 60)) { service throws in
            let shut = try service.python(["knock"], as: 65534)
            #expect(shut.output.contains("PermissionError"), "\(shut.output)\(shut.errors)")
            let command = try Companion.run(
                program: "/usr/bin/setpriv",
                ["--reuid", "65534", "--regid", "65534", "--clear-groups", Companion.path, "status"], input: nil,
                in: nil, environment: service.environment, limit: 20)
            #expect(command.status == 1, "\(command.errors)")
            #expect(command.errors.contains("usermod -aG companion"), "\(command.errors)")
            // even where the file's rights were opened by mistake, the kernel tells who it is
            #expect(chmod(service.socket, 0o666) == 0)
            let told = try service.python(["knock"], as: 65534)
            #expect(told.output.contains("-32001") && told.output.contains("65534"), "\(told.output)\(told.errors)")
            #expect(try service.call("status").status == 0)
        }
    }

    @Test func `The independent client and the program's own agree on the answer`() throws {
        _ = try RunningService.with(RunningService.standing(seconds: 60)) { service throws in
            let line = #"{"jsonrpc":"2.0","id":"x","method":"go","params":{"to":"lobby","from":"main-entrance"}}"#
            let answer = try service.python(["ask", line])
            #expect(answer.output.contains(#""id": "x""#) && answer.output.contains("This is a demo map."))
            let where_ = try service.python(["ask", #"{"jsonrpc":"2.0","id":2,"method":"where"}"#])
            let own = try service.call("where")
            #expect(own.status == 0 && where_.output.contains(own.lines.first ?? "-"), "\(own)\(where_)")
        }
    }

    @Test func `A subscriber hears every effect, in the words and the order in which the service decides`() throws {
        let (heard, outcome) = try RunningService.with(RunningService.walk) { service throws in
            let python = try RunningProgram("/usr/bin/python3", [RunningService.client, service.socket, "listen"])
            #expect(python.wait(limit: 20) { $0.output.hasPrefix("listening\n") }, "\(python.errors)")
            #expect(service.program.wait(limit: 30) { $0.hasEnded })
            return python.end(limit: 20)
        }
        let effects = Array(heard.lines.dropFirst())
        #expect(heard.status == 0 && effects.count > 10, "\(heard)")
        #expect(effects == Array(outcome.lines.suffix(effects.count)))
    }

    @Test func `Three hundred connections leave nothing open behind`() throws {
        _ = try RunningService.with(RunningService.standing(seconds: 60)) { service throws in
            let status = try service.call("status", "--json").output
            let digits = status.components(separatedBy: "\"pid\":").dropFirst().first?.prefix { $0.isNumber } ?? ""
            // what a process has open may be hidden from all but root; how many are connected is not
            func open() -> Int {
                (try? FileManager.default.contentsOfDirectory(atPath: "/proc/\(digits)/fd").count) ?? 0
            }
            let before = open()
            let turn = try service.python(["turn", "300"])
            #expect(turn.status == 0, "\(turn.errors)")
            for _ in 0..<50 where open() > before { usleep(100_000) }
            #expect(open() <= before)
            #expect(try service.call("status", "--json").output.contains("\"clients\":1}"))
        }
    }

    /// How an ordinary user calls the program: itself, or as somebody that root becomes.
    private static func ordinary(_ folder: String) -> [String] {
        let become = ["/usr/bin/setpriv", "--reuid", "65534", "--regid", "65534", "--clear-groups"]
        let variables = ["HOME", "XDG_RUNTIME_DIR", "XDG_STATE_HOME", "XDG_CONFIG_HOME"].map {
            "\($0)=\(folder)/\($0.lowercased())"
        }
        // what looks for errors in the program, where it was built so, needs its own
        let names = ["LD_PRELOAD", "TSAN_OPTIONS", "ASAN_OPTIONS", "LSAN_OPTIONS", "UBSAN_OPTIONS"]
        let looking = names.compactMap { name in
            ProcessInfo.processInfo.environment[name].map { "\(name)=\($0)" }
        }
        return (geteuid() == 0 ? become : []) + ["/usr/bin/env", "-i", "PATH=/usr/bin:/bin"] + looking + variables
    }

    private static let canBeOrdinary: Bool = {
        let words = ordinary("/tmp") + [Companion.path, "--version"]
        let run = try? Companion.run(
            program: words[0], Array(words.dropFirst()), input: nil, in: nil, environment: [:], limit: 20)
        return run?.status == 0
    }()

    @Test(.enabled(if: canBeOrdinary, "no ordinary user can run the program here: their folders were not tried"))
    func `An ordinary user's service keeps to the folders of that user`() throws {
        try Files.withTemporaryFolder { folder in
            #expect(chmod(folder, 0o777) == 0)
            for name in ["xdg_runtime_dir", "xdg_config_home/companion", "xdg_state_home"] {
                try FileManager.default.createDirectory(atPath: folder + "/" + name, withIntermediateDirectories: true)
                #expect(chmod(folder + "/" + name, 0o777) == 0)
            }
            Files.write(RunningService.standing(seconds: 60), to: folder + "/s.json5")
            Files.write(
                "{ speech: { hooks: [[\"/bin/cat\"]] }, units: \"imperial\" }",
                to: folder + "/xdg_config_home/companion/companion.json5")
            let user = Self.ordinary(folder)
            let words = user + [Companion.path, "run", "--simulate", folder + "/s.json5"]
            let program = try RunningProgram(words[0], Array(words.dropFirst()))
            let socket = folder + "/xdg_runtime_dir/companion/control.socket"
            #expect(program.wait(limit: 20) { _ in FileManager.default.fileExists(atPath: socket) })
            let status = user + [Companion.path, "status", "--json"]
            let answer = try Companion.run(
                program: status[0], Array(status.dropFirst()), input: nil, in: nil, environment: [:], limit: 20)
            #expect(
                answer.status == 0 && answer.output.contains("xdg_config_home/companion/companion.json5"), "\(answer)")
            #expect(answer.output.contains("\"inForce\":\"the file\""))
            #expect(Files.read(folder + "/xdg_state_home/companion/companion-last-good.json5") != nil)
            program.send(SIGTERM)
            let outcome = program.end(limit: 10)
            #expect(outcome.status == 0, "\(outcome.errors)")
            #expect(!FileManager.default.fileExists(atPath: socket))
        }
    }
}
