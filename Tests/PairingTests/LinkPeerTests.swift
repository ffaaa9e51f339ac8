import Pairing
import Readings
import Testing

/// What one end of a link sends and when, and what it makes of what comes.
struct LinkPeerTests {
    private static let lobby = OwnPlace(id: "lobby", name: "Lobby", scannedAt: "2026-11-30T10:11:12Z")

    /// Two ends that are in the same place, as both know.
    private static func pair(_ other: OwnPlace = lobby) throws -> (one: LinkPeer, two: LinkPeer) {
        let secret = try CoreBench.secret(7)
        var one = LinkPeer(.initiator, name: "one", secret: secret, at: .start)
        var two = LinkPeer(.responder, name: "two", secret: secret, at: .start)
        one.move(to: lobby)
        two.move(to: other)
        for case .send(let message) in one.advance(to: .start) { _ = two.receive(message, at: .start) }
        for case .send(let message) in two.advance(to: .start) { _ = one.receive(message, at: .start) }
        return (one, two)
    }

    /// What a phone with a secret says of where it is.
    static func tag(_ secret: PairingSecret?, _ place: OwnPlace) throws -> String? {
        var phone = LinkPeer(.initiator, name: "x", secret: try #require(secret), at: .start)
        phone.move(to: place)
        for case .send(.here(let tag)) in phone.advance(to: .start) { return tag }
        return nil
    }

    @Test func `one that sends back where the other says it is does not pass for being there`() throws {
        let secret = try CoreBench.secret(7)
        var robot = LinkPeer(.responder, name: "robot", secret: secret, at: .start)
        robot.stand(at: Self.position(0))
        let first = robot.advance(to: .start)
        guard case .send(.here(let told?))? = first.first else { throw EndMessage(.malformed) }
        _ = robot.receive(.here(place: told), at: .start)
        #expect(!robot.sharesPlace && Self.positions(robot.advance(to: Self.at(1000))) == 0)
        _ = robot.receive(.here(place: try Self.tag(secret, Self.lobby)), at: Self.at(1000))
        robot.stand(at: Self.position(1000))
        #expect(robot.sharesPlace && Self.positions(robot.advance(to: Self.at(1000))) == 1)
    }

    private static func at(_ milliseconds: Int) -> Instant { Instant(nanoseconds: Int64(milliseconds) * 1_000_000) }

    private static func position(_ milliseconds: Int, _ x: Double = 0) -> OwnPosition {
        OwnPosition(place: lobby, x: x, y: 0, time: at(milliseconds))
    }

    private static func positions(_ outputs: [LinkPeer.Output]) -> Int {
        outputs.count { if case .send(.position) = $0 { true } else { false } }
    }

    @Test func `positions that come ten times a second go out five times a second`() throws {
        var (one, _) = try Self.pair()
        var sent = 0
        for step in 0..<100 {
            one.stand(at: Self.position(step * 100, Double(step)))
            sent += Self.positions(one.advance(to: Self.at(step * 100)))
        }
        #expect(sent == 50)
    }

    @Test func `a position that does not change goes out at least once a second, and is not sent when it is old`()
        throws
    {
        var (one, _) = try Self.pair()
        one.stand(at: Self.position(0))
        var times: [Int] = []
        for step in 0..<400 where Self.positions(one.advance(to: Self.at(step * 10))) > 0 { times.append(step * 10) }
        #expect(times == [0, 900, 1800])
    }

    @Test(arguments: [
        OwnPlace(id: "attic", name: "Attic", scannedAt: "2026-11-30T10:11:12Z"),
        OwnPlace(id: "lobby", name: "Lobby", scannedAt: "2026-11-30T10:11:13Z"),
        OwnPlace(id: "lobby", name: "Lobby", scannedAt: nil),
    ])
    func `nothing of a position goes to an end in another place or of another scan`(other: OwnPlace) throws {
        var (one, two) = try Self.pair(other)
        one.stand(at: Self.position(0))
        for step in 0..<60 { #expect(Self.positions(one.advance(to: Self.at(step * 100))) == 0) }
        let sent = LinkMessage.position(
            LinkPosition(
                place: "lobby", placeName: "Lobby", scannedAt: Self.lobby.scannedAt, name: "one", x: 1, y: 1))
        #expect(two.receive(sent, at: Self.at(6000)).isEmpty)
    }

    @Test func `a place whose name alone differs is the same place`() throws {
        let (one, two) = try Self.pair(OwnPlace(id: "lobby", name: "Hall", scannedAt: Self.lobby.scannedAt))
        #expect(one.sharesPlace && two.sharesPlace)
    }

    @Test func `an end counts as quiet at five seconds without a position, once`() throws {
        var (one, two) = try Self.pair()
        two.stand(at: Self.position(0))
        for case .send(let message) in two.advance(to: .start) { #expect(one.receive(message, at: .start).count == 1) }
        #expect(one.isHeard)
        #expect(!one.advance(to: Self.at(4999)).contains(.quiet))
        #expect(one.nextDeadline == Self.at(5000))
        #expect(one.advance(to: Self.at(5000)).contains(.quiet))
        #expect(!one.advance(to: Self.at(5001)).contains(.quiet) && !one.isHeard)
    }

    @Test func `an end that leaves the place is quiet at once`() throws {
        var (one, two) = try Self.pair()
        two.stand(at: Self.position(0))
        for case .send(let message) in two.advance(to: .start) { _ = one.receive(message, at: .start) }
        two.move(to: nil)
        let sent = two.advance(to: Self.at(100)).compactMap { if case .send(let message) = $0 { message } else { nil } }
        #expect(sent == [.here(place: nil)])
        #expect(one.receive(sent[0], at: Self.at(100)) == [.quiet])
    }

    @Test func `alive goes out after five seconds of saying nothing, and silence ends a link at fifteen`() throws {
        var (one, _) = try Self.pair()
        #expect(one.advance(to: Self.at(4999)).isEmpty)
        #expect(one.advance(to: Self.at(5000)) == [.send(.alive)])
        #expect(one.advance(to: Self.at(9999)).isEmpty)
        #expect(one.advance(to: Self.at(10_000)) == [.send(.alive)])
        #expect(one.advance(to: Self.at(14_999)).isEmpty)
        #expect(one.advance(to: Self.at(15_000)) == [.end(EndMessage(.silent))])
    }

    @Test func `sixty messages at once are taken and the sixty-first ends the link; twenty a second go on for ever`()
        throws
    {
        var (one, _) = try Self.pair()
        for _ in 0..<60 { #expect(one.receive(.alive, at: Self.at(10_000)).isEmpty) }
        #expect(one.receive(nil, at: Self.at(10_000)) == [.end(EndMessage(.tooFast))])
        var (two, _) = try Self.pair()
        for step in 0..<2000 { #expect(two.receive(.alive, at: Self.at(20_000 + step * 50)).isEmpty) }
    }

    @Test func `positions beyond five a second are dropped and counted`() throws {
        var (one, _) = try Self.pair()
        let message = LinkMessage.position(Self.position(0).linked)
        var heard = 0
        for step in 0..<50 where !one.receive(message, at: Self.at(step * 100)).isEmpty { heard += 1 }
        #expect((25...31).contains(heard) && one.droppedPositions == 50 - heard)
    }

    @Test func `what is no position is not sent`() throws {
        var (one, _) = try Self.pair()
        for x in [Double.nan, .infinity, 10_001] {
            one.stand(at: OwnPosition(place: Self.lobby, x: x, y: 0, time: .start))
            #expect(Self.positions(one.advance(to: .start)) == 0)
        }
    }

    @Test func `observations wait for the same place no longer than the link, thirty-two at most`() throws {
        var (one, _) = try Self.pair()
        for number in 0..<40 { one.tell(LinkObservation(kind: "hazard", text: "\(number)", place: nil)) }
        var texts: [String] = []
        for _ in 0..<50 {
            for case .send(.seen(let seen)) in one.advance(to: Self.at(1000)) { texts.append(seen.text) }
        }
        #expect(texts == (8..<40).map(String.init))
    }
}

extension OwnPosition {
    /// The position as the other end sends it.
    var linked: LinkPosition {
        LinkPosition(
            place: place.id, placeName: place.name, scannedAt: place.scannedAt, name: "two", x: x, y: y, z: z, yaw: yaw)
    }
}
