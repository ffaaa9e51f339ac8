import Evidence
import Foundation
import Service
import Testing

@Suite(.enabled(if: Companion.isPresent, "\(Companion.absence)")) struct ServiceConfigurationTests {
    private static let broken = "{\n  depth: { threshhold: 2 },\n  unts: 1,\n  console: { port: 1 },\n}\n"

    @Test func `A configuration that is read again is applied whole, or refused with every reason`() throws {
        try ServiceBench.with { bench in
            bench.stand(before: 1.5, seconds: 60)
            let running = try bench.start(["--simulate", "s.json5"])
            #expect(running.wait(limit: 15) { _ in bench.spoken == ["Ready."] }, "\(running.errors)")
            bench.configure("depth: { threshold: 2.0 }")
            running.send(SIGHUP)
            #expect(
                running.wait(limit: 10) { _ in bench.spoken.last == "1.4 metres. Something ahead." }, "\(bench.spoken)")
            Files.write(Self.broken, to: bench.folder + "/companion.json5")
            running.send(SIGHUP)
            #expect(running.wait(limit: 10) { $0.errors.contains("not changed") }, "\(running.errors)")
            for line in 2...4 { #expect(running.errors.contains("companion.json5:\(line): "), "line \(line)") }
            let count = bench.spoken.count
            #expect(running.wait(limit: 10) { _ in bench.spoken.count > count }, "the threshold of before still holds")
            Files.write("cat >> '\(bench.folder)/other'", to: bench.folder + "/second")
            bench.configure("depth: { threshold: 2.0 }, console: { port: 5000 }", voice: "second")
            running.send(SIGHUP)
            #expect(
                running.wait(limit: 15) { _ in Files.text(bench.folder + "/other")?.isEmpty == false }, "another voice")
            #expect(running.errors.contains("console.port takes effect at the next start."), "\(running.errors)")
            running.send(SIGTERM)
            #expect(running.end(limit: 10).status == 0)
        }
    }

    @Test func `A file that does not go with what changes at the next start only is refused with the reason`() throws {
        try ServiceBench.with { bench in
            bench.stand(before: 3, seconds: 60)
            bench.configure("depth: { minimum: 0.5, threshold: 1.0 }")
            let running = try bench.start(["--simulate", "s.json5"])
            #expect(running.wait(limit: 15) { _ in bench.spoken == ["Ready."] }, "\(running.errors)")
            bench.configure("depth: { minimum: 0.1, threshold: 0.4 }")
            running.send(SIGHUP)
            #expect(running.wait(limit: 10) { $0.errors.contains("not changed") }, "\(running.errors)")
            #expect(running.errors.contains("depth.threshold must be above depth.minimum"), "\(running.errors)")
            #expect(running.errors.contains("restart the service"), "\(running.errors)")
            bench.configure("depth: { minimum: 0.1, threshold: 0.8 }")
            running.send(SIGHUP)
            #expect(running.wait(limit: 10) { $0.errors.contains("depth.minimum takes effect at the next start.") })
            running.send(SIGTERM)
            #expect(running.end(limit: 10).status == 0)
        }
    }

    @Test func `brailcom/speechd#883: a mistake in the configuration is said once, and the service runs`() throws {
        try ServiceBench.with { bench in
            bench.stand(before: 3, seconds: 5)
            Files.write(Self.broken, to: bench.folder + "/companion.json5")
            let outcome = try bench.start(["--simulate", "s.json5"]).end(limit: 20)
            #expect(outcome.status == 0)
            for line in 2...4 { #expect(outcome.errors.contains("companion.json5:\(line): "), "\(outcome.errors)") }
            let said = outcome.lines.filter { $0.contains("The configuration has a mistake.") }
            #expect(said.count == 1 && said[0].contains("I am using the standard settings."), "\(outcome.output)")
            #expect(outcome.output.contains("“Ready.”"))
        }
    }

    @Test(arguments: [broken, "{ depth", "zeros"])
    func `The last configuration that was valid holds where a later one is not`(text: String) throws {
        try ServiceBench.with { bench in
            bench.stand(before: 1.5, seconds: 4)
            bench.configure("depth: { threshold: 2.0 }")
            let before = try bench.start(["--simulate", "s.json5"]).end(limit: 20)
            #expect(before.status == 0 && bench.spoken.contains("1.4 metres. Something ahead."), "\(bench.spoken)")
            let copy = bench.folder + "/state/" + LastGoodConfiguration.name
            #expect(Files.read(copy) == Files.read(bench.folder + "/companion.json5"))
            try FileManager.default.removeItem(atPath: bench.folder + "/spoken")
            let bytes = text == "zeros" ? [UInt8](repeating: 0, count: 64) : Array(text.utf8)
            Files.write(bytes, to: bench.folder + "/companion.json5")
            let after = try bench.start(["--simulate", "s.json5"]).end(limit: 20)
            #expect(after.status == 0)
            #expect(bench.spoken.contains("The configuration has a mistake. I am using the last valid settings."))
            #expect(bench.spoken.contains("1.4 metres. Something ahead."), "\(bench.spoken)")
            #expect(Files.read(copy) != bytes, "the copy stays")
        }
    }

    @Test func `The state directory of systemd is used where none is named`() throws {
        try ServiceBench.with { bench in
            bench.stand(seconds: 1)
            let words = ["run", "--config", "companion.json5", "--simulate", "s.json5"]
            for (name, value) in [
                ("STATE_DIRECTORY", bench.folder + "/a:/b"), ("STATE_DIRECTORY", bench.folder + "/deep/er/a"),
            ] {
                let run = try Companion.run(words, in: bench.folder, environment: [name: value])
                #expect(run.status == 0)
                let folder = value.split(separator: ":").first.map(String.init) ?? ""
                #expect(Files.read(folder + "/" + LastGoodConfiguration.name) != nil, "\(run.errors)")
            }
        }
    }

    @Test func `A copy that cannot be kept is a warning`() throws {
        try ServiceBench.with { bench in
            bench.stand(seconds: 1)
            Files.write("a file", to: bench.folder + "/state")
            let run = try bench.start(["--simulate", "s.json5"]).end(limit: 10)
            #expect(
                run.status == 0 && run.errors.contains("No copy of the configuration could be kept"), "\(run.errors)")
        }
    }

    @Test func `Latand/live-log-viewer-next#1873: a copy of NULs is no copy, and is replaced by the next good one`()
        throws
    {
        try Files.withTemporaryFolder { folder in
            let copy = LastGoodConfiguration(stateFolder: folder)
            #expect(copy.settings() == nil)
            Files.write([UInt8](repeating: 0, count: 4096), to: copy.path)
            #expect(copy.settings() == nil)
            try copy.keep(Array("{ units: 'imperial' }".utf8))
            #expect(copy.settings()?.isImperial == true)
            let names = try FileManager.default.contentsOfDirectory(atPath: folder)
            #expect(names == [LastGoodConfiguration.name])
        }
    }

    @Test func `A copy that has the same bytes is not written again`() throws {
        try Files.withTemporaryFolder { folder in
            let copy = LastGoodConfiguration(stateFolder: folder + "/a/b")
            try copy.keep(Array("{}".utf8))
            func number() throws -> Int {
                (try FileManager.default.attributesOfItem(atPath: copy.path)[.systemFileNumber] as? NSNumber)?.intValue
                    ?? 0
            }
            let first = try number()
            try copy.keep(Array("{}".utf8))
            #expect(try number() == first)
            try copy.keep(Array("{ }".utf8))
            #expect(try number() != first)
        }
    }
}
