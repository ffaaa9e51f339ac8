import Evidence
import Foundation
import Testing

/// What happens to the service when a ROS 2 peer dies, talks nonsense, or is one of very many.
@Suite(.serialized, .ownThreads, .enabled(if: RosPeer.isPossible, Comment(rawValue: RosPeer.absence)))
struct RosPeerFaultTests {
    @Test func `A localiser that is killed on the way is a loss that is spoken, and so is its return`() throws {
        let run = try RosPeer.with(domain: 63) { service in
            let first = try RosPeer(domain: 63)
            try #require(try first.meets(service))
            first.does(["do": "walk", "x": 0, "y": 0, "toX": 0.8, "toY": 0, "speed": 0.2])
            #expect(first.hears("walked") { _ in true })
            #expect(try service.call("go", "cafe").status == 0)
            first.does(["do": "walk", "x": 0.8, "y": 0, "toX": 8, "toY": 0, "speed": 1])
            usleep(500_000)
            first.program.send(SIGKILL)
            #expect(RosPeer.says("\"kind\":\"trackingLost\"", service), "\(service.program.output)")
            let second = try RosPeer(domain: 63)
            try #require(try second.meets(service))
            second.does(["do": "walk", "x": 2, "y": 0, "toX": 3, "toY": 0, "speed": 0.2])
            #expect(RosPeer.says("\"kind\":\"trackingFound\"", service), "\(service.program.output)")
        }
        #expect(run.outcome.lines.contains { $0.contains("\"tracking\":\"lost\"") })
    }

    @Test func `A pose that is unsure is limited, and the odometry carries a sure one on`() throws {
        _ = try RosPeer.with(domain: 64, settings: "covarianceLimit: 0.09") { service in
            let peer = try RosPeer(domain: 64)
            try #require(try peer.meets(service))
            let tracking = { (state: String) in
                service.program.wait(limit: 30) { $0.output.contains("\"type\":\"state\",\"tracking\":\"\(state)\"") }
            }
            let repeated = { (deed: [String: Any]) in
                for _ in 0..<50 {
                    peer.does(deed)
                    usleep(50_000)
                }
            }
            peer.does(["do": "odometry", "x": 5, "y": 5])
            peer.does(["do": "pose", "x": 1, "y": 0, "variance": 0.09])
            repeated(["do": "odometry", "x": 5, "y": 5])
            #expect(tracking("ok"), "\(service.program.output) \(RosPeer.shown(service))")
            repeated(["do": "pose", "x": 1, "y": 0, "variance": 0.1])
            #expect(tracking("lost"), "\(service.program.output) \(RosPeer.shown(service))")
        }
    }

    @Test func `Nonsense in messages is counted and believed by nobody`() throws {
        let run = try RosPeer.with(domain: 65) { service in
            let peer = try RosPeer(domain: 65)
            try #require(try peer.meets(service))
            let nonsense: [[String: Any]] = [
                ["do": "pose", "x": 1e9, "y": 0], ["do": "pose", "x": 0, "y": 0, "frame": "cellar"],
                ["do": "pose", "x": 0, "y": 0, "variance": -1], ["do": "odometry", "x": 0, "y": 0],
                ["do": "answer", "text": String(repeating: "x", count: 100_000)], ["do": "answer", "text": "{\"id\":"],
                ["do": "pose", "x": 0, "y": 0, "frame": String(repeating: "m", count: 5000)],
            ]
            nonsense.forEach(peer.does)
            peer.program.write("{\"do\":\"pose\",\"x\":NaN,\"y\":0}\n")
            let reasons = [
                "badNumbers", "foreignFrame", "badCovariance", "notLocalised", "tooLong", "notAsked", "malformed",
            ]
            var ignored: [String: Any] = [:]
            for _ in 0..<100 {
                ignored = try RosPeer.status(service)["ignored"] as? [String: Any] ?? [:]
                if reasons.allSatisfy({ ignored[$0] != nil }), ignored["badNumbers"] as? Int == 2 { break }
                usleep(200_000)
            }
            let counts = reasons.map { ignored[$0] as? Int }
            #expect(counts == [2, 1, 1, 1, 1, 1, 1], "\(ignored)")
            #expect(try RosPeer.status(service)["poses"] as? Int == 0)
        }
        #expect(!run.outcome.lines.contains { $0.contains("\"tracking\"") })
    }

    @Test func `Garbage on the wire harms nothing, and a peer still leads`() throws {
        _ = try RosPeer.with(domain: 66) { service in
            let count = ProcessInfo.processInfo.environment["COMPANION_LONG"] == nil ? 3000 : 100_000
            let script = TestPython.script("RosPeer/garbage.py")
            let garbage = try Companion.run(
                program: TestPython.path, [script, "66", "\(count)"], input: nil, in: nil, environment: [:], limit: 300)
            #expect(garbage.status == 0, "\(garbage.errors)")
            let peer = try RosPeer(domain: 66)
            #expect(try peer.meets(service), "\(RosPeer.shown(service)) \(service.program.errors)")
            peer.does(["do": "walk", "x": 0, "y": 0, "toX": 0.8, "toY": 0, "speed": 0.2])
            let isFound = service.program.wait(limit: 30) { $0.output.contains("\"tracking\":\"ok\"") }
            #expect(isFound, "\(service.program.output)")
        }
    }

    @Test func `Who is in another domain, or under another name, meets nothing but the diagnostics`() throws {
        _ = try RosPeer.with(domain: 67, settings: "namespace: \"robot1\"") { service in
            let elsewhere = try RosPeer(domain: 68, namespace: "robot1")
            let other = try RosPeer(domain: 67, namespace: "robot2")
            #expect(other.hears("diagnostics") { ($0["name"] as? String ?? "").hasPrefix("/robot1/companion") })
            for peer in [elsewhere, other] {
                peer.does(["do": "walk", "x": 0, "y": 0, "toX": 0.4, "toY": 0, "speed": 0.2])
                #expect(peer.hears("walked") { _ in true })
            }
            let bridge = try RosPeer.status(service)
            #expect(bridge["readers"] as? Int == 1)
            #expect(bridge["poses"] as? Int == 0)
            #expect(elsewhere.told("diagnostics").isEmpty)
            #expect(other.told("nearest_surface").isEmpty)
        }
    }

    @Test func `A peer that stops taking what it asked for holds up neither the decisions nor the end`() throws {
        _ = try RosPeer.with(domain: 71) { service in
            let peer = try RosPeer(domain: 71)
            try #require(try peer.meets(service))
            peer.program.send(SIGSTOP)
            defer { peer.program.send(SIGCONT) }
            for number in 0..<40 { #expect(try service.call("say", "\(number)").status == 0) }
            let stopped = try Self.latencies(service, count: 15)
            print("bridge: with a peer that stands still \(Self.words(stopped))")
            #expect(stopped.sorted()[stopped.count / 2] < 1000, "milliseconds")
            #expect(try RosPeer.status(service)["state"] as? String == "running")
        }
    }

    @Test func `The traffic of two hundred robots does not reach the decisions`() throws {
        let isLong = ProcessInfo.processInfo.environment["COMPANION_LONG"] != nil
        let robots = isLong ? 200 : 40
        let (quiet, loaded, bridge) = try RosPeer.with(domain: 69) { service in
            let peer = try RosPeer(domain: 69)
            try #require(try peer.meets(service))
            peer.does(["do": "walk", "x": 0, "y": 0, "toX": 4, "toY": 0, "speed": 1])
            #expect(peer.hears("walked") { _ in true })
            let quiet = try Self.latencies(service, count: 15)
            peer.does(["do": "load", "robots": robots, "seconds": isLong ? 60 : 5])
            #expect(peer.program.wait(limit: 120) { _ in !peer.told("loading").isEmpty }, "\(peer.program.errors)")
            let loaded = try Self.latencies(service, count: 15)
            #expect(peer.program.wait(limit: 180) { _ in !peer.told("loaded").isEmpty }, "\(peer.program.errors)")
            let sent = peer.told("loaded").first?["messages"] as? Int ?? 0
            print(
                "bridge: \(robots) robots sent \(sent) messages; an answer of the loop took, at the median and at the worst:"
            )
            return (quiet, loaded, try RosPeer.status(service))
        }.result
        print("bridge: without them \(Self.words(quiet)), with them \(Self.words(loaded))")
        #expect(bridge["state"] as? String == "running")
        // The peer computes on the same machine; this bound is for a loop that waits for the network, not for slowness.
        #expect((loaded.sorted()[loaded.count / 2]) < 1000, "milliseconds")
    }

    /// How long the decision thread takes for an answer, in milliseconds, the connection included.
    private static func latencies(_ service: RunningService, count: Int) throws -> [Double] {
        let script = TestPython.script("RosPeer/latency.py")
        let run = try Companion.run(
            program: TestPython.path, [script, service.socket, "\(count * 10)"], input: nil, in: nil, environment: [:],
            limit: 120)
        try #require(run.status == 0, "\(run.errors)")
        return run.lines.compactMap(Double.init)
    }

    private static func words(_ latencies: [Double]) -> String {
        let sorted = latencies.sorted()
        return String(format: "%.1f ms and %.1f ms", sorted[sorted.count / 2], sorted[sorted.count - 1])
    }
}
