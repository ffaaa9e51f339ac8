import Documents
import Evidence
import Foundation
import Pairing
import Platform
import Readings
import Service
import Storage
import Synchronization
import Testing

/// A network's directory whose opening does not return while it is held: the door's thread hangs in it.
private final class HeldDirectory: Sendable {
    private let openings = Mutex(0)
    private let isHeld = Mutex(true)
    let hanging: Int

    init(hanging: Int) { self.hanging = hanging }

    func open() -> (any Discovering)? {
        let number = openings.withLock { count in
            count += 1
            return count
        }
        let end = ContinuousClock().now + .seconds(30)
        while number <= hanging, isHeld.withLock({ $0 }), ContinuousClock().now < end { usleep(2000) }
        return nil
    }

    func letGo() { isHeld.withLock { $0 = false } }
}

/// A phone link over a fresh state directory; its looks are at times that the test chooses.
private struct LinkBench {
    var link: Service.PhoneLink
    let memory: Memory
    let held: HeldDirectory
    let lines: Lines
    let log: ServiceLog
    let start: Instant

    final class Lines: Sendable {
        let held = Mutex<[String]>([])
    }

    static func run(hanging: Int, port: Int = 0, _ body: (inout LinkBench) throws -> Void) throws {
        try Files.withTemporaryFolder { folder in
            let clock = MonotonicClock()
            let lines = Lines()
            let log = ServiceLog(hasPriorities: false) { line in
                lines.held.withLock { $0.append(line) }
                return true
            }
            let held = HeldDirectory(hanging: hanging)
            let memory = try Memory(StateDirectory(folder + "/state"), clock: clock, log: log)
            var settings = Settings()
            try settings.set("pairing.port", .number(Double(port))).get()
            let link = try Service.PhoneLink(settings, memory: memory, clock: clock, log: log) { _, _ in held.open() }
            var bench = LinkBench(
                link: link, memory: memory, held: held, lines: lines, log: log, start: link.door.lastSignOfLife)
            defer {
                held.letGo()
                bench.link.door.end(limit: .seconds(20))
                memory.end(limit: .seconds(20))
            }
            try body(&bench)
        }
    }

    /// Looks after the link once a second, from its last sign of life up to so many seconds after it.
    mutating func look(until seconds: Double, isGuiding: Bool = false) -> Bool {
        let sign = link.door.lastSignOfLife
        var goesOn = true
        var age = 0.0
        while age < seconds {
            goesOn = link.lookAfter(at: Instant(seconds: sign.seconds + age), isGuiding: isGuiding, log: log) && goesOn
            age += 1
        }
        let last = Instant(seconds: sign.seconds + seconds)
        return link.lookAfter(at: last, isGuiding: isGuiding, log: log) && goesOn
    }

    func condition(after seconds: Double) -> StatusPart.Condition {
        link.statusPart.condition(Instant(seconds: link.door.lastSignOfLife.seconds + seconds))
    }

    var renewals: Int { lines.held.withLock { $0.count { $0.contains("opened afresh (") } } }

    /// Asks the door how it stands, and waits for the answer.
    func ask(_ command: PairingCommand, limit: Duration) throws -> Result<PairingAnswer, PairingRefusal>? {
        let box = try Mailbox<Result<PairingAnswer, PairingRefusal>>(capacity: 1)
        link.door.ask(command) { box.put($0) }
        return box.take(limit: limit)
    }

    /// The same, and again where the door has just found the disk too busy to begin.
    func askUntilItWorks(_ command: PairingCommand) throws -> Result<PairingAnswer, PairingRefusal>? {
        for _ in 0..<10 {
            let answer = try ask(command, limit: .seconds(20))
            if case .failure(let refusal)? = answer, refusal.code == "off" {
                usleep(1_000_000)
            } else {
                return answer
            }
        }
        return nil
    }
}

@Suite(.serialized, .ownThreads) struct PhoneLinkTests {
    @Test func `A link that shows nothing for five seconds is as it was; just over, the status says so`() throws {
        try LinkBench.run(hanging: 1) { bench in
            #expect(bench.condition(after: 5).state == "closed")
            let silent = bench.condition(after: 5.001)
            #expect(silent.state == "silent" && silent.words == "the phone link does not answer")
            #expect(silent.problem?.code == "phoneLinkSilent" && silent.problem?.remedy.isEmpty == false)
        }
    }

    @Test func `At ten seconds it still has patience; just over, the link is opened afresh and answers`() throws {
        try LinkBench.run(hanging: 1) { bench in
            let hasPatience = bench.look(until: 10)
            #expect(hasPatience && bench.renewals == 0)
            #expect(try bench.ask(.status, limit: .milliseconds(50)) == nil)
            let goesOn = bench.look(until: 10.001)
            #expect(goesOn && bench.renewals == 1)
            let answer = try #require(try bench.askUntilItWorks(.open))
            #expect(try answer.get().status.port != nil)
            #expect(bench.condition(after: 0).state == "open")
        }
    }

    @Test func `Who asked a link that hangs is told so once it is opened afresh`() throws {
        try LinkBench.run(hanging: 1) { bench in
            let box = try Mailbox<Result<PairingAnswer, PairingRefusal>>(capacity: 1)
            bench.link.door.ask(.open) { box.put($0) }
            let goesOn = bench.look(until: 10.001)
            #expect(goesOn)
            let answer = try #require(box.take(limit: .seconds(20)))
            guard case .failure(let refusal) = answer else { throw PairingRefusal("", "answered by nobody") }
            #expect(refusal.code == "off" && refusal.message.contains("ask again"))
        }
    }

    @Test func `The third time only a new process helps, and that waits until nobody is guided`() throws {
        try LinkBench.run(hanging: .max) { bench in
            let goesOn = (1...3).map { _ in bench.look(until: 11, isGuiding: true) }
            #expect(goesOn == [true, true, true] && bench.renewals == 2)
            #expect(bench.lines.held.withLock { $0.contains { $0.contains("only a restart can free it") } })
            let isUnguided = bench.look(until: 12)
            #expect(!isUnguided)
        }
    }

    @Test func `A span in which nobody looked, as when the machine sleeps, hangs nothing`() throws {
        try LinkBench.run(hanging: 1) { bench in
            let sign = bench.link.door.lastSignOfLife
            for seconds in [0.0, 3600, 3600.2] {
                let now = Instant(seconds: sign.seconds + seconds)
                let goesOn = bench.link.lookAfter(at: now, isGuiding: false, log: bench.log)
                #expect(goesOn)
                if seconds < 3600.2 { #expect(bench.renewals == 0) }
            }
        }
    }

    @Test func `The phone link is named in the service's status after fifteen seconds, and costs no restart`() {
        var policy = WatchdogPolicy(interval: .seconds(5), threads: [.phones], at: .start)
        var last: WatchdogPolicy.Outcome?
        for second in 0...15 { last = policy.turn(at: Instant(seconds: Double(second))) { _ in .start } }
        #expect(last?.stuck == [])
        last = policy.turn(at: Instant(seconds: 15.5)) { _ in .start }
        #expect(last?.stuck == ["the phone link"] && last?.isWithheld == false)
    }

    @Test func `The port of the settings is listened on and shown; where it is taken, another is, and that is said`()
        throws
    {
        let taken = try TCPListener(port: 0, onlyLoopback: false)
        try LinkBench.run(hanging: 0, port: Int(taken.port)) { bench in
            let status = try #require(try bench.askUntilItWorks(.open)).get().status
            let port = try #require(status.port)
            #expect(port != Int(taken.port))
            #expect(bench.lines.held.withLock { $0.contains { $0.contains("Port \(taken.port) cannot be had") } })
            #expect(bench.condition(after: 0).words.contains("on port \(port)"))
            try LinkBench.run(hanging: 0, port: port == 65_535 ? 1024 : port + 1) { other in
                let status = try #require(try other.askUntilItWorks(.open)).get().status
                let isWanted = status.port == (port == 65_535 ? 1024 : port + 1)
                let isSaid = other.lines.held.withLock { $0.contains { $0.contains("cannot be had") } }
                #expect(isWanted != isSaid)
            }
        }
    }
}
