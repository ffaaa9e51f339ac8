import Deciding
import Pairing
import Readings
import Synchronization
import Testing

/// Opening, asking, allowing, refusing and lapsing, at the edges of their times.
struct PairingWindowTests {
    @Test func `pairing is open for two minutes: a phone that asks just before is heard, and at two minutes not`()
        throws
    {
        for (seconds, word) in [(119.999, nil), (120, EndWord.closed), (121, .closed)] as [(Double, EndWord?)] {
            let bench = try CoreBench()
            bench.perform(.open)
            _ = bench.advance(seconds)
            #expect(bench.core.wantsToListen(at: bench.now) == (word == nil))
            if let word {
                #expect(throws: EndMessage(word)) { try bench.ask(0, 1) }
            } else {
                _ = try bench.ask(0, 1)
            }
        }
    }

    @Test func `bluekitchen/btstack#240: the wall clock may jump by a year, and no time-out comes sooner or later`()
        throws
    {
        let wall = Mutex("2026-11-30T10:11:12Z")
        let bench = try CoreBench(date: { wall.withLock { $0 } })
        bench.perform(.open)
        for (seconds, date) in [
            (30.0, "2027-11-30T10:11:12Z"), (30, "1970-01-01T00:00:00Z"), (59, "2038-01-19T03:14:08Z"),
        ] {
            wall.withLock { $0 = date }
            #expect(bench.advance(seconds).isEmpty)
            #expect(bench.core.wantsToListen(at: bench.now))
        }
        _ = try bench.ask(0, 1)
        wall.withLock { $0 = "2099-01-01T00:00:00Z" }
        _ = bench.advance(59.9)
        #expect(throws: Never.self) { try bench.perform(.allow(digits: nil)).0.get() }
    }

    @Test func `opening again keeps it open for two minutes from then`() throws {
        let bench = try CoreBench()
        bench.perform(.open)
        _ = bench.advance(100)
        bench.perform(.open)
        _ = bench.advance(119)
        #expect(bench.core.status(at: bench.now).openSeconds == 1)
        _ = try bench.ask(0, 1)
    }

    @Test func `a closed robot hears no request, whether it never was open or was closed again`() throws {
        let bench = try CoreBench()
        #expect(throws: EndMessage(.closed)) { try bench.ask(0, 1) }
        bench.perform(.open)
        bench.perform(.close)
        #expect(throws: EndMessage(.closed)) { try bench.ask(1, 1) }
    }

    @Test func `a request that waits may be answered after pairing has closed`() throws {
        let bench = try CoreBench()
        bench.perform(.open)
        _ = bench.advance(110)
        _ = try bench.ask(0, 1)
        _ = bench.advance(30)
        #expect(bench.core.status(at: bench.now).openSeconds == nil)
        #expect(bench.perform(.allow(digits: nil)).1.messages.count == 1)
    }

    @Test func `a request lapses at exactly sixty seconds, and can be allowed until just before`() throws {
        for seconds in [59.999_999_999, 60, 60.001] {
            let bench = try CoreBench()
            bench.perform(.open)
            _ = try bench.ask(0, 1)
            bench.now = Instant(seconds: bench.now.seconds + seconds)
            let (result, actions) = bench.perform(.allow(digits: nil))
            if seconds < 60 {
                #expect((try? result.get()) == "Sam's iPhone is allowed.")
            } else {
                #expect(throws: PairingRefusal.self) { try result.get() }
                #expect(actions.ends == [.lapsed])
                let expected = Event.pairing(try Self.change(1, .lapsed))
                #expect(actions.events.first == expected)
            }
        }
    }

    private static func change(_ byte: UInt8, _ state: PairingChange.State) throws -> PairingChange {
        PairingChange(device: try CoreBench.fingerprint(byte).id, name: "Sam's iPhone", state: state)
    }

    @Test func `a request lapses by itself, and the deadline for it is given`() throws {
        let bench = try CoreBench()
        bench.perform(.open)
        _ = try bench.ask(0, 1)
        let deadline = bench.core.nextDeadline
        #expect(deadline == bench.now + .seconds(60))
        #expect(bench.advance(59.9).isEmpty)
        let actions = bench.advance(0.1)
        #expect(actions.ends == [.lapsed])
        let expected = Event.pairing(try Self.change(1, .lapsed))
        #expect(actions.events == [expected])
        _ = try bench.ask(1, 2)
    }

    @Test func `one request at a time: the second is busy from the first word of the first on`() throws {
        let bench = try CoreBench()
        bench.perform(.open)
        let (ends, _) = try bench.connect(0, 1)
        var ask = PairingAsk()
        _ = bench.received(0, ask.begin(ends, contribution: TestPhone.random(), name: "x"))
        #expect(throws: EndMessage(.busy)) { try bench.ask(1, 2) }
        #expect(bench.closed(0).isEmpty)
        _ = try bench.ask(2, 2)
        #expect(throws: EndMessage(.busy)) { try bench.ask(3, 3) }
    }

    @Test func `the third refusal closes pairing for five minutes, and the second does not`() throws {
        let bench = try CoreBench()
        for round in 1...3 {
            bench.perform(.open)
            _ = try bench.ask(round, UInt8(round))
            let (_, actions) = bench.perform(.refuse(digits: nil))
            #expect(actions.ends == [.refused])
            #expect(actions.events.count == (round == 3 ? 2 : 1))
        }
        let (result, _) = bench.perform(.open)
        #expect(throws: PairingRefusal.self) { try result.get() }
        #expect(bench.core.status(at: bench.now).closedSeconds == 300)
        _ = bench.advance(299.9)
        let (before, _) = bench.perform(.open)
        #expect(throws: PairingRefusal.self) { try before.get() }
        _ = bench.advance(0.1)
        let (after, _) = bench.perform(.open)
        #expect((try? after.get()) != nil)
        _ = try bench.ask(9, 9)
    }

    @Test func `refusals older than five minutes do not count, and an allowed phone makes them forgotten`() throws {
        let bench = try CoreBench()
        func refuse(_ number: Int) throws {
            bench.perform(.open)
            _ = try bench.ask(number, 1)
            bench.perform(.refuse(digits: nil))
        }
        try refuse(1)
        _ = bench.advance(300)
        try refuse(2)
        try refuse(3)
        #expect(bench.core.status(at: bench.now).closedSeconds == nil)
        _ = try bench.ask(4, 2)
        bench.perform(.allow(digits: nil))
        _ = bench.closed(4)
        try refuse(5)
        try refuse(6)
        #expect(bench.core.status(at: bench.now).closedSeconds == nil)
        try refuse(7)
        #expect(bench.core.status(at: bench.now).closedSeconds != nil)
    }

    @Test func `the owner's answer with other digits than the phone shows is not taken`() throws {
        let bench = try CoreBench()
        bench.perform(.open)
        let ask = try bench.ask(0, 1)
        let digits = try #require(ask.digits)
        let (result, actions) = bench.perform(.allow(digits: digits == "000" ? "001" : "000"))
        #expect(throws: PairingRefusal.self) { try result.get() }
        #expect(actions.isEmpty)
        #expect(bench.perform(.allow(digits: digits)).1.messages.count == 1)
    }

    @Test func `without a request there is nothing to allow or refuse`() throws {
        let bench = try CoreBench()
        for command in [PairingCommand.allow(digits: nil), .refuse(digits: nil)] {
            let (result, actions) = bench.perform(command)
            #expect(throws: PairingRefusal.self) { try result.get() }
            #expect(actions.isEmpty)
        }
    }

    @Test func `a phone that goes away while its owner thinks has lapsed`() throws {
        let bench = try CoreBench()
        bench.perform(.open)
        _ = try bench.ask(0, 1)
        let expected = Event.pairing(try Self.change(1, .lapsed))
        #expect(bench.closed(0).events == [expected])
        #expect(bench.core.status(at: bench.now).request == nil)
    }

    @Test func `who withdraws three requests after their digits has closed pairing, and it is said once`() throws {
        let bench = try CoreBench()
        bench.perform(.open)
        for number in 0..<3 {
            #expect(bench.core.wantsToListen(at: bench.now))
            _ = try bench.ask(number, UInt8(1 + number))
            let events = bench.closed(number).events
            let isClosed = events.contains {
                if case .notice(let notice) = $0 { notice.text.contains("closed") } else { false }
            }
            #expect(isClosed == (number == 2))
            _ = bench.advance(1)
        }
        #expect(throws: EndMessage(.closed)) { try bench.ask(3, 9) }
        #expect(throws: PairingRefusal.self) { try bench.perform(.open).0.get() }
        _ = bench.advance(300)
        bench.perform(.open)
        _ = try bench.ask(4, 9)
    }

    @Test func `who withdraws before the digits are known loses nothing, and an end in one word counts as well`() throws
    {
        let bench = try CoreBench()
        bench.perform(.open)
        for number in 0..<5 {
            let (ends, _) = try bench.connect(number, 1)
            var ask = PairingAsk()
            _ = bench.received(number, ask.begin(ends, contribution: TestPhone.random(), name: "x"))
            _ = bench.closed(number)
        }
        for number in 5..<8 {
            _ = try bench.ask(number, 1)
            _ = bench.received(number, .end(EndMessage(.refused)))
        }
        #expect(throws: EndMessage(.closed)) { try bench.ask(8, 1) }
    }

    @Test func `a yes without digits just after a withdrawn request is refused, as that one may be meant`() throws {
        let bench = try CoreBench()
        bench.perform(.open)
        _ = try bench.ask(0, 1)
        _ = bench.closed(0)
        _ = bench.advance(59.999)
        let ask = try bench.ask(1, 2)
        #expect(throws: PairingRefusal.self) { try bench.perform(.allow(digits: nil)).0.get() }
        #expect(throws: Never.self) { try bench.perform(.allow(digits: ask.digits)).0.get() }
        _ = bench.closed(1)
        _ = bench.advance(0.001)
        _ = try bench.ask(2, 3)
        #expect(throws: Never.self) { try bench.perform(.allow(digits: nil)).0.get() }
    }

    @Test func `a reveal after pairing was closed asks nobody`() throws {
        let bench = try CoreBench()
        bench.perform(.open)
        let (ends, _) = try bench.connect(0, 1)
        var ask = PairingAsk()
        let actions = bench.received(0, ask.begin(ends, contribution: TestPhone.random(), name: "Late"))
        guard case .send(let reveal) = try ask.receive(try CoreBench.sent(actions)) else {
            throw EndMessage(.malformed)
        }
        bench.perform(.close)
        let ended = bench.received(0, reveal)
        #expect(ended.ends == [.closed] && ended.events.isEmpty)
    }

    @Test(
        arguments: [
            ("Sam's iPhone", "Sam's iPhone"), ("Kim’s Galaxy S23", "Kim’s Galaxy S23"),
            ("Sam's iPhone wants to pair, and shows 4 1 7. Allow? Then Bob", "Sam's iPhone wants to pa"),
            ("417", DeviceName.fallback), ("...!", DeviceName.fallback), ("Pixel. 4 1 7. Allow?", "Pixel Allow"),
            ("Nokia 3310", "Nokia"), ("Oma-Telefon", "Oma-Telefon"), ("Roby ４１７", "Roby"),
        ])
    func `a name that nobody has vouched for cannot speak digits or sentences of its own`(name: String, said: String)
        throws
    {
        let bench = try CoreBench()
        bench.perform(.open)
        _ = try bench.ask(0, 1, name: name)
        #expect(bench.core.status(at: bench.now).request?.name == said)
    }

    @Test func `a reveal that was not committed to is a mismatch, and nobody is asked`() throws {
        let bench = try CoreBench()
        bench.perform(.open)
        let (ends, _) = try bench.connect(0, 1)
        var ask = PairingAsk()
        _ = bench.received(0, ask.begin(ends, contribution: TestPhone.random(), name: "x"))
        let actions = bench.received(0, .reveal(contribution: TestPhone.random()))
        #expect(actions.ends == [.mismatch] && actions.events.isEmpty)
    }

    @Test func `a wrong proof after the owner allowed keeps nothing and is said`() throws {
        let bench = try CoreBench()
        bench.perform(.open)
        _ = try bench.ask(0, 1)
        bench.perform(.allow(digits: nil))
        let actions = bench.received(0, .confirm(proof: TestPhone.random()))
        #expect(actions.ends == [.mismatch])
        #expect(bench.core.status(at: bench.now).devices.isEmpty && bench.kept.names.withLock { $0.isEmpty })
        #expect(actions.events.count == 1)
    }

    @Test func `what cannot be kept on disk is not paired, and is said`() throws {
        let bench = try CoreBench()
        bench.kept.why.withLock { $0 = "the disk is full" }
        bench.perform(.open)
        var ask = try bench.ask(0, 1)
        let (_, allowed) = bench.perform(.allow(digits: nil))
        guard case .confirm(let confirm) = try ask.receive(try CoreBench.sent(allowed)) else { return }
        let actions = bench.received(0, confirm)
        #expect(actions.ends == [.refused] && actions.messages.isEmpty)
        #expect(bench.core.status(at: bench.now).devices.isEmpty)
    }

    @Test func `a phone that is paired again keeps its place and its name`() throws {
        let bench = try CoreBench(devices: [try CoreBench.device(1), try CoreBench.device(2, name: "Kim")])
        bench.perform(.open)
        var ask = try bench.ask(0, 1)
        let (_, allowed) = bench.perform(.allow(digits: nil))
        guard case .confirm(let confirm) = try ask.receive(try CoreBench.sent(allowed)) else { return }
        let actions = bench.received(0, confirm)
        #expect(actions.messages == [.paired])
        #expect(bench.core.status(at: bench.now).devices.map(\.name) == ["Sam's iPhone", "Kim"])
        #expect(throws: EndMessage(.refused)) { try bench.link(1, 1) }  // the old secret is no longer good
    }

    @Test func `the three digits are as likely one as another`() throws {
        let (one, two) = (try CoreBench.fingerprint(1), try CoreBench.fingerprint(2))
        var counts = [Int](repeating: 0, count: 10)
        for _ in 0..<2000 {
            let vectors = try ProtocolVectors(
                fingerprintI: Self.bytes(one), fingerprintR: Self.bytes(two), contributionI: TestPhone.random(),
                contributionR: TestPhone.random(), exporter: TestPhone.random(), nonceI: [], nonceR: [])
            let digits = try #require(vectors.values?["digits"])
            #expect(digits.count == 3)
            counts[Int(try #require(digits.first?.wholeNumberValue))] += 1
        }
        // 200 ± 6 standard deviations of 13.4
        #expect(counts.allSatisfy { (120...280).contains($0) })
    }

    private static func bytes(_ fingerprint: Fingerprint) -> [UInt8] {
        stride(from: 0, to: 64, by: 2).compactMap { UInt8(fingerprint.hexadecimal.dropFirst($0).prefix(2), radix: 16) }
    }
}
