import Deciding
import Evidence
import Foundation
import Platform
import Readings
import Service
import Speech
import Testing

@Suite struct WatchdogTests {
    /// A watchdog that tells a socket of this test's.
    private static func make(
        _ manager: NotifySocket, threads: [WatchedThread] = [.voice], configurationFault: String? = nil,
        fault: LoopFault? = nil
    ) throws -> Watchdog {
        let notification = try #require(
            try ServiceNotification(variable: {
                ["NOTIFY_SOCKET": manager.name, "WATCHDOG_USEC": "5000000"][$0]
            }))
        let log = ServiceLog(hasPriorities: false) { _ in true }
        return Watchdog(
            notification, threads: threads, configurationFault: configurationFault, fault: fault, log: log, at: .start)
    }

    private static func manager() throws -> NotifySocket {
        try #require(NotifySocket("@companion-watchdog-\(UUID().uuidString)"))
    }

    @Test func `readiness is told with the first turn, and nothing before it`() throws {
        let manager = try Self.manager()
        let watchdog = try Self.make(manager)
        watchdog.note(.state(.barometer("starting")))
        #expect(manager.all().isEmpty)
        watchdog.turn(at: .start) { _ in .start }
        #expect(
            manager.all() == [
                "READY=1\nSTATUS=Waiting for the camera's first reading and the barometer to settle.\nWATCHDOG=1"
            ])
        watchdog.turn(at: .start + .milliseconds(33)) { _ in .start }
        #expect(manager.all().isEmpty)
        watchdog.turn(at: .start + .seconds(2)) { _ in .start }
        #expect(manager.all() == ["WATCHDOG=1"])
    }

    @Test func `the status is told when it changes, once`() throws {
        let manager = try Self.manager()
        let watchdog = try Self.make(manager)
        watchdog.turn(at: .start) { _ in .start }
        _ = manager.all()
        for (state, sentence) in [
            ("ok", "Everything works."), ("unavailable", "Depth readings are unavailable. See: companion status."),
        ] {
            watchdog.note(.state(.depth(state)))
            watchdog.turn(at: .start + .milliseconds(10)) { _ in .start }
            watchdog.turn(at: .start + .milliseconds(20)) { _ in .start }
            #expect(manager.all() == ["STATUS=" + sentence])
        }
    }

    @Test func `a voice that is stuck ends the telling, and the status names it`() throws {
        let manager = try Self.manager()
        let watchdog = try Self.make(manager)
        watchdog.turn(at: .start) { _ in .start }
        for second in 1...20 { watchdog.turn(at: .start + .seconds(second)) { _ in .start } }
        let messages = manager.all()
        #expect(messages.last == "STATUS=The voice is stuck. See: companion status.")
        #expect(messages.filter { $0.contains("WATCHDOG=1") }.count <= 7, "\(messages)")
        #expect(messages.filter { $0.contains("STATUS=The voice") }.count == 1)
    }

    @Test func `a reload begins and ends, and a configuration that is valid again is no fault any more`() throws {
        let manager = try Self.manager()
        let watchdog = try Self.make(manager, configurationFault: "The configuration is refused.")
        watchdog.note(.state(.depth("ok")))
        watchdog.turn(at: .start) { _ in .start }
        #expect(
            manager.next()
                == "READY=1\nSTATUS=The configuration is refused. See: companion status.\nWATCHDOG=1")
        watchdog.reload(at: 42)
        watchdog.configurationIsValid()
        watchdog.turn(at: .start + .milliseconds(5)) { _ in .start }
        #expect(
            manager.all() == [
                "RELOADING=1\nMONOTONIC_USEC=42", "READY=1\nSTATUS=Everything works.\nWATCHDOG=1",
            ])
    }

    @Test(
        arguments: [
            (nil, nil), ("", nil), ("stuck-loop", nil), ("stuck-loop:", nil), ("stuck-loop:x", nil), ("other:3", nil),
            ("stuck-loop:-1", nil), ("stuck-loop:8", 8.0),
        ] as [(String?, Double?)])
    func `the loop's fault is brought about by its variable alone`(value: String?, seconds: Double?) {
        #expect(LoopFault.named { $0 == "COMPANION_FAULT" ? value : nil }?.due.seconds == seconds)
    }
}

@Suite struct ServiceStatusTests {
    @Test func `what is wrong is told worst first, in one line`() {
        var status = ServiceStatus()
        status.note(.state(.depth("unavailable")))
        status.note(.state(.barometer("unavailable")))
        status.note(.state(.tracking("lost")))
        status.note(.unavailable(reason: "none of the configured voices can be run"))
        status.configurationFault = "The configuration is refused; the standard settings are in force."
        status.stuck = ["the camera"]
        #expect(
            status.sentence
                == "The camera is stuck. Nothing is spoken: none of the configured voices can be run. Depth readings are "
                + "unavailable. Tracking is lost. The barometer gives no reading. The configuration is refused; the "
                + "standard settings are in force. See: companion status.")
        #expect(!status.sentence.contains("\n"))
    }

    @Test func `guidance under way is told until it ends`() {
        var status = ServiceStatus()
        status.note(.state(.depth("ok")))
        status.note(.step(index: 1, of: 3, landmark: nil))
        #expect(status.sentence == "Guiding; everything works.")
        status.note(.ended(.stopped))
        #expect(status.sentence == "Everything works.")
    }

    @Test func `a voice that came back is no fault`() {
        var status = ServiceStatus()
        status.note(.state(.depth("ok")))
        status.note(.textOnly(reason: "espeak-ng is not installed"))
        #expect(status.sentence.hasPrefix("Nothing is spoken: espeak-ng is not installed."))
        status.note(.ok(hook: ["espeak-ng"]))
        #expect(status.sentence == "Everything works.")
    }
}
