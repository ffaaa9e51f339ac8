import Evidence
import Foundation
import Platform
import Testing

@Suite struct ServiceNotificationTests {
    private static func variables(_ socket: String, _ more: [String: String] = [:]) -> (String) -> String? {
        { $0 == "NOTIFY_SOCKET" ? socket : more[$0] }
    }

    @Test func `messages reach a socket at a path and one with an abstract name, word for word`() throws {
        try Files.withTemporaryFolder { folder in
            for name in [folder + "/notify", "@companion-test-\(UUID().uuidString)"] {
                let manager = try #require(NotifySocket(name))
                let notification = try #require(try ServiceNotification(variable: Self.variables(name)))
                let isTaken = notification.send(.ready, .status("All is well."), .watchdog)
                #expect(isTaken)
                #expect(manager.next() == "READY=1\nSTATUS=All is well.\nWATCHDOG=1")
                notification.send(.stopping)
                notification.send(.reloading(monotonicMicroseconds: 12_345))
                #expect(manager.all() == ["STOPPING=1", "RELOADING=1\nMONOTONIC_USEC=12345"])
            }
        }
    }

    @Test func `a line break in a status cannot forge another message`() {
        #expect(ServiceNotification.Message.status("a\nREADY=1\r\nb").lines == "STATUS=a READY=1 b")
    }

    @Test func `without a manager, or with a name that is none, there is nobody to tell`() throws {
        for name in [nil, "", "relative", "@", "/", "/" + String(repeating: "a", count: 120)] {
            let notification = try ServiceNotification(variable: { $0 == "NOTIFY_SOCKET" ? name : nil })
            #expect(notification === nil, "\(name ?? "-")")
        }
    }

    @Test func `a manager that went away, or that does not read, costs its messages and no time`() throws {
        try Files.withTemporaryFolder { folder in
            let path = folder + "/notify"
            var manager = NotifySocket(path)
            let notification = try #require(try ServiceNotification(variable: Self.variables(path)))
            let began = MonotonicClock()
            var refused = 0
            for _ in 0..<2000 { refused += notification.send(.watchdog) ? 0 : 1 }
            #expect(refused > 0 && began.now().seconds < 1)
            #expect(manager?.next() == "WATCHDOG=1")
            manager = nil
            let isTaken = notification.send(.watchdog)
            #expect(!isTaken)
        }
    }

    @Test(
        arguments: [
            ("5000000", nil, 5.0), ("5000000", "77", 5.0), ("5000000", "78", nil), ("0", nil, nil), ("-1", nil, nil),
            ("soon", nil, nil), ("99999999999999999999", nil, nil), (nil, "77", nil), ("1", "x", nil),
        ] as [(String?, String?, Double?)])
    func `the watchdog's interval is this process's, or none`(microseconds: String?, pid: String?, seconds: Double?)
        throws
    {
        let variables = ["WATCHDOG_USEC": microseconds, "WATCHDOG_PID": pid].compactMapValues { $0 }
        let notification = try #require(
            try ServiceNotification(variable: Self.variables("@companion-nobody", variables), pid: 77))
        let interval = notification.watchdogInterval
        #expect(interval == seconds.map { Duration.seconds($0) })
    }
}
