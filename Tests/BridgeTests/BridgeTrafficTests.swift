import Bridge
import Deciding
import Evidence
import Readings
import Synchronization
import Testing
import Wayfinding

/// Messages to events, and what is decided to messages.
struct BridgeTrafficTests {
    /// Events as they are handed on.
    private final class Box: Sendable {
        let events = Mutex<[Event]>([])
    }

    private static func at(_ milliseconds: Int64) -> Instant { Instant(nanoseconds: milliseconds * 1_000_000) }

    /// The bytes of an estimate, written field by field.
    private static func bytes(_ frame: String, _ x: Double, odometry: Bool = false) -> [UInt8] {
        var out = CDRWriter()
        out.int32(1)
        out.uint32(2)
        out.string(frame)
        if odometry { out.string("base_link") }
        for number in [x, 2, 0, 0, 0, 0, 1] { out.double(number) }
        for _ in 0..<(odometry ? 78 : 36) { out.double(0) }
        return out.bytes
    }

    private static func heard(
        _ bytes: [UInt8], of topic: BridgeTopic, in place: String? = "hall"
    ) throws -> (events: [Event], ignored: [String: UInt64]) {
        let (box, board, keeper) = (Box(), try BridgeBoard(), StatusKeeper())
        board.stand(in: place, of: World())
        var listener = BridgeListener(BridgeSettings(), board: board, keeper: keeper) { _, event in
            box.events.withLock { $0.append(event) }
        }
        listener.take(bytes, of: topic, at: at(100)) { $0 == "yes" ? .probeResult(place: nil, id: 1) : nil }
        return (box.events.withLock { $0 }, keeper.now.ignored)
    }

    @Test func `A pose becomes an event, stamped by its arrival`() throws {
        let heard = try Self.heard(Self.bytes("map", 1), of: .pose)
        #expect(heard.events == [.pose(Pose(place: "hall", x: 1, y: 2))])
        #expect(heard.ignored.isEmpty)
    }

    @Test func `An answer becomes an event, and one that answers nothing is counted`() throws {
        #expect(try Self.heard(RosText("yes").bytes, of: .probeAnswer).events == [.probeResult(place: nil, id: 1)])
        #expect(try Self.heard(RosText("no").bytes, of: .probeAnswer).ignored == ["notAsked": 1])
    }

    @Test func `Every message that is cut short is counted as malformed, wherever it is cut`() throws {
        let whole: [(BridgeTopic, [UInt8])] = [
            (.pose, Self.bytes("map", 1)), (.odometry, Self.bytes("map", 1, odometry: true)),
            (.probeAnswer, RosText("yes").bytes),
        ]
        for (topic, bytes) in whole {
            for count in 0..<bytes.count {
                let heard = try Self.heard(Array(bytes.prefix(count)), of: topic)
                #expect(heard.events.isEmpty)
                #expect(heard.ignored == ["malformed": 1], "\(topic) \(count)")
            }
        }
    }

    @Test func `Bytes by chance harm nothing`() throws {
        var chance = SplitMix(seed: 7)
        for _ in 0..<3000 {
            var bytes = Self.bytes("map", 1, odometry: true)
            for _ in 0..<Int(chance.next() % 8) {
                bytes[Int(chance.next() % UInt64(bytes.count))] = UInt8(truncatingIfNeeded: chance.next())
            }
            for topic in [BridgeTopic.pose, .odometry, .probeAnswer] {
                for case .pose(let pose) in try Self.heard(bytes, of: topic).events { #expect(pose.isPlausible) }
            }
        }
    }

    @Test func `A pose in the map's frame before any place is known is counted, and no event`() throws {
        #expect(try Self.heard(Self.bytes("map", 1), of: .pose, in: nil).ignored == ["noPlace": 1])
    }

    // MARK: what is told

    private static func told(_ fill: (BridgeBoard) -> Void, question: String? = nil) throws -> [BridgeTopic: [[UInt8]]]
    {
        let board = try BridgeBoard()
        fill(board)
        var publisher = BridgePublisher(BridgeSettings(), keeper: StatusKeeper())
        var written: [BridgeTopic: [[UInt8]]] = [:]
        publisher.publish(board.takeNews(), BridgeReadings(), question: question, at: at(100), wall: 5_000_000_000) {
            written[$0, default: []].append($1)
            return .written
        }
        return written
    }

    @Test func `What is said is told in its order, and of a flood the newest`() throws {
        let told = try Self.told { board in
            for number in 1...40 { board.say("\(number)") }
        }
        let texts = try (told[.said] ?? []).map { try RosText(bytes: $0).text }
        #expect(texts == (9...40).map(String.init))
    }

    @Test func `A text without end is cut`() throws {
        let told = try Self.told { $0.say(String(repeating: "ä", count: 5000)) }
        let text = try RosText(bytes: try #require(told[.said]?.first)).text
        #expect(text.utf8.count <= BridgeBoard.longestText)
    }

    @Test func `Of ways only the newest is told, in the map's frame, and an empty one as well`() throws {
        let told = try Self.told { board in
            board.walk([RosPose(x: 1, y: 1)])
            board.walk([])
        }
        let header = RosHeader(wallNanoseconds: 5_000_000_000, frame: "map")
        #expect(told[.path] == [RosPath(header: header, poses: []).bytes])
    }

    @Test func `A way of any length is told as far as fits`() throws {
        let told = try Self.told { $0.walk((0..<5000).map { RosPose(x: Double($0), y: 0) }) }
        let header = RosHeader(wallNanoseconds: 5_000_000_000, frame: "map")
        let poses = (0..<BridgeBoard.mostPoints).map { RosPose(x: Double($0), y: 0) }
        #expect(told[.path] == [RosPath(header: header, poses: poses).bytes])
    }

    @Test func `Each part's status bears the name of the robot`() throws {
        let status = RosDiagnostics.Status(level: .ok, name: "barometer", message: "ok", hardware: "none", values: [])
        let told = try Self.told { $0.report([status]) }
        var named = status
        named.name = "/companion: barometer"
        let header = RosHeader(wallNanoseconds: 5_000_000_000, frame: "")
        #expect(told[.diagnostics] == [RosDiagnostics(header: header, statuses: [named]).bytes])
    }

    @Test func `News are taken once, and nothing new is nothing told`() throws {
        let board = try BridgeBoard()
        board.say("once")
        #expect(board.takeNews().sayings == ["once"])
        #expect(board.takeNews().sayings.isEmpty)
        #expect(try Self.told { _ in }.isEmpty)
    }

    @Test func `What could not be written is counted`() throws {
        let (board, keeper) = (try BridgeBoard(), StatusKeeper())
        board.say("a")
        board.walk([])
        var publisher = BridgePublisher(BridgeSettings(), keeper: keeper)
        publisher.publish(board.takeNews(), BridgeReadings(), question: "q", at: Self.at(1), wall: 0) { topic, _ in
            topic == .said ? .tooSlow : topic == .path ? .failed : .written
        }
        #expect(keeper.now.unwritten == 2)
        #expect(keeper.now.written == 1)
    }
}
