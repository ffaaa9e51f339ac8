import Evidence
import Foundation
import Testing

/// The service under a service manager, which is a socket of the test's.
@Suite(.enabled(if: Companion.isPresent, "\(Companion.absence)")) struct SupervisionTests {
    private static func start(
        _ bench: ServiceBench, _ manager: NotifySocket, _ more: [String: String] = [:]
    ) throws -> RunningProgram {
        let variables = ["NOTIFY_SOCKET": manager.name, "WATCHDOG_USEC": "900000"].merging(more) { $1 }
        return try bench.start(["--simulate", "s.json5"], environment: variables)
    }

    /// What the manager hears within a time in milliseconds, with when it came, in seconds.
    private static func listen(_ manager: NotifySocket, for milliseconds: Double) -> [(time: Double, text: String)] {
        let began = Date()
        var heard: [(Double, String)] = []
        while true {
            let left = milliseconds - Date().timeIntervalSince(began) * 1000
            guard left > 0 else { return heard }
            if let text = manager.next(limit: Int32(left)) { heard.append((Date().timeIntervalSince(began), text)) }
        }
    }

    @Test func `it is ready when the loop turns, feeds the watchdog at its pace, and says when it goes`() throws {
        try ServiceBench.with { bench in
            bench.stand()
            let manager = try #require(NotifySocket(bench.folder + "/notify"))
            let running = try Self.start(bench, manager)
            let first = try #require(manager.next(limit: 10_000), "\(running.errors)")
            #expect(first.hasPrefix("READY=1\nSTATUS=") && first.hasSuffix("WATCHDOG=1"), "\(first)")
            let pings = Self.listen(manager, for: 3000).filter { $0.text == "WATCHDOG=1" }
            #expect((7...11).contains(pings.count), "\(pings.count) in 3 s, due every 0.3 s")
            let limits = try #require(Files.text("/proc/\(running.pid)/limits"))
            let core = limits.split(separator: "\n").first { $0.hasPrefix("Max core file size") }
            #expect(core?.split(separator: " ").filter { $0 == "0" }.count == 2, "\(core ?? "")")
            running.send(SIGHUP)
            let reload = Self.listen(manager, for: 1000).map(\.text)
            #expect(reload.contains { $0.hasPrefix("RELOADING=1\nMONOTONIC_USEC=") }, "\(reload)")
            #expect(reload.contains { $0.hasPrefix("READY=1\n") }, "\(reload)")
            running.send(SIGTERM)
            #expect(running.end(limit: 10).status == 0)
            #expect(manager.all().contains("STOPPING=1\nSTATUS=Stopping."))
        }
    }

    @Test func `a loop that stands still feeds no watchdog, although every other thread goes on`() throws {
        try ServiceBench.with { bench in
            bench.stand()
            let manager = try #require(NotifySocket(bench.folder + "/notify"))
            let running = try Self.start(bench, manager, ["COMPANION_FAULT": "stuck-loop:1"])
            #expect(manager.next(limit: 10_000) != nil, "\(running.errors)")
            #expect(running.wait(limit: 10) { $0.errors.contains("stands still") }, "\(running.errors)")
            _ = manager.all()
            #expect(Self.listen(manager, for: 2000).isEmpty)
            #expect(!running.hasEnded)
            running.send(SIGKILL)
        }
    }
}
