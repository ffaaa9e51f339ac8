import Deciding
import Pairing
import Readings
import Testing

/// Connections, refusals, commands and announcements, at the edges.
struct DoorCoreTests {
    @Test func `a handshake may take just under ten seconds and not ten`() throws {
        for (seconds, words) in [(9.999, []), (10, [.slow])] as [(Double, [EndWord?])] {
            let bench = try CoreBench(devices: [try CoreBench.device(1)])
            _ = try bench.connect(0, 1)
            _ = bench.opened(1)  // TLS never comes up
            let deadline = bench.core.nextDeadline
            #expect(deadline == bench.now + .seconds(10))
            #expect(bench.advance(seconds).ends == words + words)
        }
    }

    @Test func `the eighth connection is taken; the ninth only when one has been unproved for two seconds`() throws {
        let bench = try CoreBench(devices: [try CoreBench.device(1)])
        for number in 0..<8 { #expect(bench.opened(number).isEmpty) }
        _ = bench.advance(1.999)
        #expect(bench.opened(8).ends == [.full])
        _ = bench.advance(0.001)
        #expect(bench.opened(9) == [.end(0, EndMessage(.full))])
        #expect(bench.opened(10) == [.end(1, EndMessage(.full))])
    }

    @Test func `links and requests that wait for the owner are never sent away to make room`() throws {
        let devices = try (1...7).map { try CoreBench.device($0, name: "Phone \($0)") }
        let bench = try CoreBench(devices: devices)
        for byte in 1...7 { _ = try bench.link(byte, UInt8(byte)) }
        bench.perform(.open)
        _ = try bench.ask(8, 0x77)
        _ = bench.advance(5)
        #expect(bench.opened(9).ends == [.full])
        #expect(bench.core.status(at: bench.now).devices.map(\.isConnected) == [Bool](repeating: true, count: 7))
    }

    @Test func `a newer connection of a device replaces the older, once it has proved itself`() throws {
        let bench = try CoreBench(devices: [try CoreBench.device(1)])
        _ = try bench.link(0, 1)
        _ = try bench.connect(1, 1)
        #expect(bench.core.status(at: bench.now).devices.map(\.isConnected) == [true])
        let (_, actions) = try bench.link(2, 1)
        #expect(actions == [.end(0, EndMessage(.replaced)), .send(2, .welcome(name: "Companion"))])
    }

    @Test func `four refusals bring no pause, the fifth does, for one minute exactly`() throws {
        let bench = try CoreBench(devices: [try CoreBench.device(1)])
        func come(_ number: Int) throws -> EndWord? {
            _ = try bench.connect(number, 1)
            let id = try CoreBench.fingerprint(1).id
            let actions = bench.received(number, .hello(id: id, nonce: nil))
            return actions.ends.first ?? nil
        }
        for number in 0..<4 { #expect(try come(number) == .downgrade) }
        _ = bench.advance(60)  // the four are too old now
        for number in 4..<9 { #expect(try come(number) == .downgrade) }
        #expect(try come(9) == .paused)
        _ = bench.advance(59.999)
        #expect(try come(10) == .paused)
        _ = bench.advance(0.001)
        _ = try bench.link(11, 1)
    }

    @Test func `an id that is paired and one that is not are paused alike, and only the paired one is told of`() throws
    {
        let bench = try CoreBench(devices: [try CoreBench.device(1)])
        var words: [[EndWord?]] = []
        for id in [try CoreBench.fingerprint(1).id, try CoreBench.fingerprint(2).id] {
            var heard: [EndWord?] = []
            for round in 0..<7 {
                let number = words.count * 100 + round
                _ = try bench.connect(number, 0x99)
                let actions = bench.received(number, .hello(id: id, nonce: nil))
                heard += actions.ends
                let isTold = round == 4 && words.isEmpty
                #expect(actions.events.count == (isTold ? 1 : 0))
            }
            words.append(heard)
        }
        #expect(words[0] == words[1])
    }

    @Test func `the owner is told again after an hour, not before`() throws {
        let bench = try CoreBench(devices: [try CoreBench.device(1)])
        var number = 0
        func attack() throws -> Int {
            var notices = 0
            for _ in 0..<5 {
                number += 1
                _ = try bench.connect(number, 0x99)
                notices += bench.received(number, .hello(id: try CoreBench.fingerprint(1).id, nonce: nil)).events.count
            }
            return notices
        }
        #expect(try attack() == 1)
        _ = bench.advance(3599)
        #expect(try attack() == 0)
        _ = bench.advance(60)
        #expect(try attack() == 1)
    }

    @Test func `what belongs into a link and comes without one is counted as a downgrade, and the fifth pauses`() throws
    {
        let bench = try CoreBench(devices: [try CoreBench.device(1)])
        for number in 0..<6 {
            _ = try bench.connect(number, 1)
            let message: LinkMessage = number.isMultiple(of: 2) ? .here(place: nil) : .alive
            let actions = bench.received(number, message)
            #expect(actions.ends == [number < 5 ? .downgrade : .paused])
            let isTold = !actions.events.isEmpty
            #expect(isTold == (number == 4), "the owner is told once")
        }
        #expect(bench.core.status(at: bench.now).refusals == 5)
    }

    @Test func `removing ends the connection at once, and the core is told, whether this door has heard of it or not`()
        throws
    {
        for isHeard in [false, true] {
            let bench = try CoreBench(devices: [try CoreBench.device(1)])
            var (peer, _) = try bench.link(0, 1)
            let place = OwnPlace(id: "lobby", name: "Lobby", scannedAt: nil)
            if isHeard {
                bench.core.stand(at: OwnPosition(place: place, x: 0, y: 0, time: bench.now))
                peer.stand(at: OwnPosition(place: place, x: 1, y: 1, time: bench.now))
                for message in bench.advance(0.1).messages { _ = peer.receive(message, at: bench.now) }
                for case .send(let message) in peer.advance(to: bench.now) { _ = bench.received(0, message) }
            }
            let (result, actions) = bench.perform(.remove(device: "Sam's iPhone"))
            #expect((try? result.get()) == "Sam's iPhone is removed.")
            #expect(actions.first == .end(0, EndMessage(.removed)))
            let id = try CoreBench.fingerprint(1).id
            #expect(actions.events == (isHeard ? [.peerQuiet(device: id)] : []) + [.peerRemoved(device: id)])
            #expect(throws: EndMessage(.refused)) { try bench.link(1, 1) }
        }
    }

    @Test func `a removal that the disk refuses still cuts the device off, and says that it is on disk`() throws {
        let bench = try CoreBench(devices: [try CoreBench.device(1)])
        _ = try bench.link(0, 1)
        bench.kept.why.withLock { $0 = "the disk is full" }
        let (result, actions) = bench.perform(.remove(device: "Sam's iPhone"))
        #expect(throws: PairingRefusal.self) { try result.get() }
        #expect(actions.ends == [.removed] && bench.core.status(at: bench.now).devices.isEmpty)
    }

    @Test func `a device is renamed cleanly, unlike the others, and by id where names are alike`() throws {
        let bench = try CoreBench(devices: [try CoreBench.device(1), try CoreBench.device(2, name: "Kim")])
        let (result, _) = bench.perform(.rename(device: "Kim", name: " Sam's iPhone\u{7} "))
        #expect((try? result.get()) == "Kim is now called Sam's iPhone 2.")
        #expect(bench.core.status(at: bench.now).devices.map(\.name) == ["Sam's iPhone", "Sam's iPhone 2"])
        let (unknown, _) = bench.perform(.rename(device: "Nobody", name: "x"))
        #expect(throws: PairingRefusal.self) { try unknown.get() }
        let (same, _) = bench.perform(.rename(device: try CoreBench.fingerprint(2).id, name: "Sam's iPhone 2"))
        #expect((try? same.get()) == "Sam's iPhone 2 is now called Sam's iPhone 2.")
    }

    @Test func `the robot's name is announced only while pairing is open, and find names only for paired devices`()
        throws
    {
        let bench = try CoreBench()
        #expect(bench.core.announcements(hour: 0, at: bench.now).isEmpty && !bench.core.wantsToListen(at: bench.now))
        bench.perform(.open)
        let first = bench.core.announcements(hour: 0, at: bench.now)
        #expect(first.map(\.name) == ["Companion"])
        #expect(first[0].texts.first == "v=1" && first[0].texts.count == 2 && first[0].texts[1].count == 18)
        bench.perform(.open)
        #expect(bench.core.announcements(hour: 0, at: bench.now) == first)  // while it stays open it is one opening
        bench.perform(.close)
        bench.perform(.open)
        #expect(bench.core.announcements(hour: 0, at: bench.now) != first)
        let paired = try CoreBench(devices: [try CoreBench.device(1), try CoreBench.device(2, name: "Kim")])
        let (now, later) = (0...1).reduce(into: ([String](), [String]())) { names, hour in
            let all = paired.core.announcements(hour: Int64(hour), at: paired.now)
            if hour == 0 { names.0 = all.map(\.name) } else { names.1 = all.map(\.name) }
        }
        #expect(Set(now + later).count == 4 && (now + later).allSatisfy { $0.count == 16 })
        #expect(
            paired.core.announcements(hour: 0, at: paired.now).allSatisfy { $0.texts == ["v=1"] && !$0.mayBeRenamed })
    }

    @Test func `stopping ends every connection with a word`() throws {
        let bench = try CoreBench(devices: [try CoreBench.device(1)])
        _ = try bench.link(0, 1)
        _ = try bench.connect(1, 2)
        #expect(bench.core.stop(at: bench.now).ends == [.stopping, .stopping])
        #expect(bench.core.nextDeadline == nil)
    }

    @Test func `what is ahead and what was seen go out only while that is shared and both are in the same place`()
        throws
    {
        let place = OwnPlace(id: "lobby", name: "Lobby", scannedAt: nil)
        for (sharing, isSame) in [(true, true), (true, false), (false, true)] {
            let bench = try CoreBench(devices: [try CoreBench.device(1)])
            bench.core.apply(name: "Companion", sharing: PairingSharing(nearby: sharing, seen: sharing))
            var (peer, _) = try bench.link(0, 1)
            bench.core.stand(at: OwnPosition(place: place, x: 0, y: 0, time: bench.now))
            peer.move(to: isSame ? place : OwnPlace(id: "attic", name: "Attic", scannedAt: nil))
            for case .send(let message) in peer.advance(to: bench.now) { _ = bench.received(0, message) }
            bench.core.tell(nearestMetres: 0.8)
            bench.core.tell(LinkObservation(kind: "hazard", text: "A step.", place: "lobby"))
            let sent = bench.advance(0.1).messages
            let expected: [LinkMessage] =
                sharing && isSame
                ? [.nearest(metres: 0.8), .seen(LinkObservation(kind: "hazard", text: "A step.", place: "lobby"))] : []
            #expect(
                sent.filter { if case .here = $0 { false } else if case .position = $0 { false } else { true } }
                    == expected)
        }
    }
}
