import Control
import Documents
import Evidence
import Platform
import Readings
import Testing

/// The real socket with its thread; the test stands in for the decision thread.
struct ControlServerTests {
    private static let patience = Duration.seconds(10)

    private func quietLog() -> ServiceLog { ServiceLog(hasPriorities: false) { _ in true } }

    private func withServer(_ body: (ControlServer, String) throws -> Void) throws {
        try Files.withTemporaryFolder { folder in
            let server = try ControlServer(
                folder: folder + "/run", programVersion: "9", clock: MonotonicClock(), log: quietLog())
            try body(server, folder + "/run")
            #expect(server.stop(limit: Self.patience))
            #expect(throws: ControlClient.Failure.notRunning) { _ = try ControlClient(paths: [server.path]) }
        }
    }

    @Test func `A client asks, the decision thread answers, and the effects come before the answer`() throws {
        try withServer { server, _ in
            let helper = try WorkerThread(name: "decider") {
                for _ in 0..<2 {
                    let end = MonotonicClock()
                    var request = server.door.next()
                    while request == nil, end.now() < .start + Self.patience { request = server.door.next() }
                    guard let request else { return }
                    server.door.answer(request.ticket, .result(.string(request.method)))
                }
            }
            var client = try ControlClient(paths: ["/nonexistent/x", server.path])
            #expect(try client.call("where") == .string("where"))
            #expect(try client.call("stop") == .string("stop"))
            #expect(try client.call("version")["version"] == .string("9"))
            #expect(helper.join(limit: Self.patience))
        }
    }

    @Test func `A living service is not disturbed, and a dead one's socket is replaced`() throws {
        try withServer { server, folder in
            do throws(ControlServer.Failure) {
                _ = try ControlServer(folder: folder, programVersion: "9", clock: MonotonicClock(), log: quietLog())
                Issue.record("a second service took the socket")
            } catch {
                guard case .inUse(let path, let pid) = error else {
                    Issue.record("\(error)")
                    return
                }
                #expect(path == server.path && pid != nil)
            }
            var client = try ControlClient(paths: [server.path])
            #expect(try client.call("version")["name"] == .string("companion"))
        }
        try Files.withTemporaryFolder { folder in
            // what a killed service leaves: a socket that nobody listens at, and a lock that nobody holds
            let path = folder + "/" + ControlPath.name
            _ = try UnixListener(path: path + "2", mode: 0o600, group: nil)
            #expect(Files.write("4711\n", to: folder + "/" + ControlPath.lockName) && Files.write("", to: path))
            #expect(throws: ControlClient.Failure.notRunning) { _ = try ControlClient(paths: [path]) }
            let server = try ControlServer(
                folder: folder, programVersion: "9", clock: MonotonicClock(), log: quietLog())
            var client = try ControlClient(paths: [path])
            #expect(try client.call("version")["version"] == .string("9"))
            #expect(server.stop(limit: Self.patience))
        }
    }

    @Test func `A path that is too long for a socket is said, not cut`() throws {
        try Files.withTemporaryFolder { folder in
            let long = folder + "/" + String(repeating: "x", count: 100)
            #expect(throws: ControlServer.Failure.self) {
                _ = try ControlServer(folder: long, programVersion: "9", clock: MonotonicClock(), log: quietLog())
            }
        }
    }

    @Test func `Sixteen are connected at once; one more is told so, until one goes`() throws {
        try withServer { server, _ in
            let sockets = Sockets(try (0..<ControlLimits.clients).map { _ in try Held(server.path) })
            for held in sockets.all { #expect(try held.ask().contains("\"result\"")) }
            #expect(server.door.clientCount == ControlLimits.clients)
            let late = try Held(server.path)
            #expect(errorCode(try late.read()) == ControlError.Kind.tooManyClients.rawValue)
            sockets.dropFirst()
            let clock = MonotonicClock()
            var answer = ""
            while !answer.contains("\"result\""), clock.now() < .start + Self.patience {
                answer = (try? Held(server.path).ask()) ?? ""
            }
            #expect(answer.contains("\"result\""))
        }
    }

    @Test(
        arguments: [
            (0, 7, [], true), (1000, 7, [], true), (1001, 7, [], false), (1001, 42, [], true),
            (1001, 7, [1, 42], true),
            (1001, 7, [1, 43], false),
        ] as [(UInt32, UInt32, [UInt32], Bool)])
    func `Root, the own user and members of the group may talk, by any of their groups`(
        uid: UInt32, gid: UInt32, groups: [UInt32], mayTalk: Bool
    ) {
        let peer = PeerCredentials(pid: 1, uid: uid, gid: gid, groups: groups)
        let refusal = ControlGuests(own: 1000, group: 42).refusal(of: peer)
        #expect((refusal == nil) == mayTalk)
        let withoutGroup = ControlGuests(own: 1000, group: nil).refusal(of: peer)
        #expect((withoutGroup == nil) == (uid == 0 || uid == 1000))
        if let refusal { #expect(refusal.kind == .notAllowed && refusal.remedy.contains("usermod -aG companion")) }
    }

    @Test func `The kernel tells who is connected, with all groups`() throws {
        try Files.withTemporaryFolder { folder in
            let listener = try UnixListener(path: folder + "/s", mode: 0o600, group: nil)
            let client = try UnixSocket.connect(folder + "/s")
            #expect(try peer(acceptedBy: listener) == ownCredentials())
            _ = consume client
        }
    }

    @Test(arguments: [
        ("/run/x:/run/y", "/run/user/7", false, "/run/x"), ("", "/run/user/7", true, "/run/companion"),
        ("", "/run/user/7", false, "/run/user/7/companion"), ("", "", false, "/state"),
        ("", "relative", false, "/state"),
    ])
    func `The socket is where systemd says, else where the system or the user keeps such things`(
        given: String, own: String, isRoot: Bool, folder: String
    ) {
        let found = ControlPath.folder(isRoot: isRoot, stateFolder: "/state") { name in
            let value = ["RUNTIME_DIRECTORY": given, "XDG_RUNTIME_DIR": own][name]
            return value.flatMap { $0.isEmpty ? nil : $0 }
        }
        #expect(found == folder)
        #expect(ControlPath.candidates(folder: found).last == "/run/companion/control.socket")
    }
}
