import Evidence
import Foundation
import Testing

/// What a service with the bridge turned on does where there is nothing to build it on.
struct RosAbsenceTests {
    private static let library = ["/usr/lib", "/lib"].lazy.compactMap { root -> String? in
        let found = (try? FileManager.default.subpathsOfDirectory(atPath: root)) ?? []
        return found.first { $0.hasSuffix("/libddsc.so.0debian") }.map { root + "/" + $0 }
    }.first

    /// Whether a mount of its own can hide the library from a program.
    private static let canHide =
        Companion.isPresent && library != nil
        && (try? Companion.shell("unshare -rm true", limit: 20).status) == 0
    private static let absence = "needs unshare and libddsc0debian: a missing library was not tried"

    private static func hidden(_ words: [String], in folder: String) throws -> RunningProgram {
        let call = "mount --bind /dev/null \(library ?? "") && exec \"$@\""
        return try RunningProgram(
            "/usr/bin/unshare", ["-rm", "/bin/sh", "-c", call, "sh", Companion.path] + words, in: folder,
            environment: ["RUNTIME_DIRECTORY": folder + "/run", "XDG_CONFIG_HOME": folder + "/config"])
    }

    private static let log = "{\"t\":0,\"type\":\"tick\"}\n{\"t\":60,\"type\":\"end\"}\n"

    @Test(.enabled(if: canHide, Comment(rawValue: absence)))
    func `Without the library the service says so in one line and goes on, and so does the doctor`() throws {
        try Files.withTemporaryFolder { folder in
            Files.write("{ speech: { hooks: [[\"/bin/cat\"]] }, ros2: { enabled: true } }", to: folder + "/c.json5")
            Files.write(Self.log, to: folder + "/log.jsonl")
            let program = try Self.hidden(
                ["run", "--replay", "log.jsonl", "--config", "c.json5", "--json"], in: folder)
            let service = RunningService(folder: folder, program: program)
            #expect(program.wait(limit: 30) { $0.errors.contains("Cyclone DDS is not installed") }, "\(program.errors)")
            #expect(service.comesToDo("status"))
            let status = try service.call("status").output
            #expect(status.contains("libraryMissing: Cyclone DDS is not installed"), "\(status)")
            #expect(status.contains("libddsc0debian"))
            program.send(SIGTERM)
            let outcome = program.end(limit: 20)
            #expect(outcome.status == 0)
            #expect(outcome.errorLines.filter { $0.contains("ROS 2") }.count == 1, "\(outcome.errors)")
            let doctor = try Self.hidden(["doctor", "--config", "c.json5"], in: folder).end(limit: 30)
            #expect(doctor.output.contains("ROS 2 is turned on, but Cyclone DDS is not installed"), "\(doctor.output)")
        }
    }

    @Test(.enabled(if: RosPeer.isPossible, Comment(rawValue: RosPeer.absence)))
    func `A network interface that is not there is said, shown and tried again, and the service runs`() throws {
        try Files.withTemporaryFolder { folder in
            Files.write(Self.log, to: folder + "/log.jsonl")
            let run = try RosPeer.with(
                ["--replay", "log.jsonl"], in: folder, ros2: "enabled: true, domain: 70, interface: \"nothere0\""
            ) { service in
                let isSaid = service.program.wait(limit: 30) {
                    $0.errors.contains("ROS 2 cannot be reached on nothere0")
                }
                #expect(isSaid, "\(service.program.errors)")
                let (status, text) = (try RosPeer.status(service), try service.call("status").output)
                #expect(status["state"] as? String == "refused")
                #expect(text.contains("ros2.interface"))
            }
            #expect(run.outcome.errors.contains("nothere0"))
        }
    }

    @Test(.enabled(if: Companion.isPresent, Comment(rawValue: Companion.absence)))
    func `The bridge is off unless it is turned on, and the status says so`() throws {
        let run = try RunningService.with(RunningService.standing(seconds: 60)) { service in
            #expect(service.comesToDo("status"))
            return try service.call("status").output
        }
        #expect(run.result.contains("off: turned off by ros2.enabled"), "\(run.result)")
        #expect(!run.outcome.errors.contains("ROS 2"))
    }

    @Test(
        .enabled(if: Companion.isPresent, Comment(rawValue: Companion.absence)),
        arguments: [
            ("namespace: \"1robot\"", "ros2.namespace"), ("domain: 102", "ros2.domain"),
            ("interface: \"a b\"", "ros2.interface"), ("mapFrame: \"/map\"", "ros2.mapFrame"),
            ("distribution: \"foxy\"", "ros2.distribution"),
        ])
    func `A setting that ROS would not understand is refused by name`(text: String, key: String) throws {
        try Files.withTemporaryFolder { folder in
            Files.write("{ ros2: { \(text) } }", to: folder + "/c.json5")
            let run = try Companion.run(["config", "check", "c.json5"], in: folder)
            #expect(run.status != 0)
            #expect((run.output + run.errors).contains(key), "\(run.output)")
        }
    }
}
