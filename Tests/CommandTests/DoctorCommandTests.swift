import Evidence
import Foundation
import Testing

@Suite(.enabled(if: Companion.isPresent, "\(Companion.absence)")) struct DoctorCommandTests {
    @Test func `A service that runs is not told as stopped, and one that has ended is`() throws {
        try Files.withTemporaryFolder { folder in
            Files.write("{\"t\":0,\"type\":\"tick\"}\n{\"t\":120,\"type\":\"end\"}\n", to: folder + "/log.jsonl")
            let environment = ["RUNTIME_DIRECTORY": folder + "/run"]
            var told = ""
            func tellsOfService() throws -> Bool {
                let run = try Companion.run(["doctor", "--json"], in: folder, environment: environment)
                told = run.output + run.errors
                return run.output.contains("serviceNotInstalled") || run.output.contains("serviceStopped")
            }
            let service = try RunningProgram(
                Companion.path, ["run", "--replay", "log.jsonl"], in: folder, environment: environment)
            let isSeen = service.wait(limit: 15) { _ in (try? tellsOfService()) == false }
            #expect(isSeen, "\(service.errors)")
            service.send(SIGTERM)
            #expect(service.end(limit: 5).status == 0)
            #expect(try tellsOfService(), "\(told)")
        }
    }

    @Test(arguments: ["st3", "st3/", "./st3", "deep/er/st3", "."])
    func `A state directory that is not there yet, but can be made, is no mistake`(path: String) throws {
        try Files.withTemporaryFolder { folder in
            let run = try Companion.run(["doctor", "--state", path, "--json"], in: folder)
            #expect(run.output.contains("\"findings\"") && !run.output.contains("statePermission"), "\(run.output)")
        }
    }

    @Test(arguments: ["--place", "--groups"])
    func `A map or groups file that is named and cannot be used is told`(option: String) throws {
        try Files.withTemporaryFolder { folder in
            Files.write("{}", to: folder + "/bad.json")
            for path in ["bad.json", "absent.json"] {
                let run = try Companion.run(["doctor", option, path], in: folder)
                #expect(run.status == 1 && run.output.contains("✘ ") && run.output.contains(path), "\(run.output)")
            }
        }
    }

    @Test func `A mistake in the configuration is told with its file as it is named, and one mark at the end`() throws {
        try Files.withTemporaryFolder { folder in
            Files.write("{ recrod: { ring: true } }", to: folder + "/c.json5")
            let run = try Companion.run(["doctor", "--config", "c.json5"], in: folder)
            let line = run.lines.first { $0.contains("recrod") }
            #expect(line == "✘ c.json5:1: there is no section recrod; did you mean record?", "\(run.output)")
        }
    }
}
