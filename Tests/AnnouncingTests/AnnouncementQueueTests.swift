import Announcing
import Readings
import Testing

struct AnnouncementQueueTests {
    private static let kinds: [AnnouncementPriority: AnnouncementKind] = [
        .hazard: .proximity, .trust: .trackingLost, .reply: .reply, .guidance: .instruction, .info: .ready,
    ]

    @Test(arguments: AnnouncementPriority.allCases, AnnouncementPriority.allCases)
    func `Only what is more urgent interrupts`(newer: AnnouncementPriority, current: AnnouncementPriority) throws {
        guard newer != current else { return }
        let (newKind, oldKind) = (try #require(Self.kinds[newer]), try #require(Self.kinds[current]))
        var bench = QueueBench()
        _ = bench.decide(0, QueueBench.announcement(oldKind, 3, at: 0))
        let story = bench.decide(1, QueueBench.announcement(newKind, 1, at: 1))
        #expect(story == (newer > current ? ["hush 1", "say 2 \(newKind.rawValue)"] : []))
    }

    @Test func `The order is hazard, trust, reply, guidance, info`() {
        #expect(AnnouncementPriority.allCases.sorted() == [.info, .guidance, .reply, .trust, .hazard])
    }

    @Test func `Of two as urgent the later waits`() {
        for kind in [AnnouncementKind.trackingLost, .reply, .instruction, .ready, .proximity] {
            var bench = QueueBench()
            _ = bench.decide(0, QueueBench.announcement(kind, 0.5, at: 0, key: "a"))
            #expect(bench.decide(0.1, QueueBench.announcement(kind, 0.5, at: 0.1, key: "b")) == [])
            #expect(bench.pass(to: 0.5) == ["0.5 say 2 \(kind.rawValue)"])
        }
    }

    @Test(arguments: [
        (AnnouncementKind.dropOff, AnnouncementKind.blocked, true), (.dropOff, .proximity, true),
        (.blocked, .proximity, true), (.proximity, .blocked, false), (.proximity, .dropOff, false),
        (.blocked, .dropOff, false), (.blocked, .blocked, false),
    ])
    func `Among hazards only a higher one interrupts`(newer: AnnouncementKind, current: AnnouncementKind, does: Bool) {
        var bench = QueueBench()
        _ = bench.decide(0, QueueBench.announcement(current, 3, at: 0, key: "old"))
        let story = bench.decide(0.5, QueueBench.announcement(newer, 1, at: 0.5, key: "new"))
        #expect(story == (does ? ["hush 1", "say 2 \(newer.rawValue)"] : []))
    }

    @Test(arguments: [(2.0, true), (2.000000001, false), (1.5, true), (2.9, false)])
    func `Trust lets guidance finish that has less than a second to go`(moment: Double, interrupts: Bool) {
        var bench = QueueBench()
        _ = bench.decide(0, QueueBench.announcement(.instruction, 3, at: 0))
        let story = bench.decide(moment, QueueBench.announcement(.trackingLost, 1, at: moment))
        #expect(story == (interrupts ? ["hush 1", "say 2 trackingLost"] : []))
        if !interrupts { #expect(bench.pass(to: 3) == ["3.0 say 2 trackingLost"]) }
    }

    @Test(arguments: [AnnouncementKind.reply, .ready])
    func `Trust lets nothing else finish`(current: AnnouncementKind) {
        var bench = QueueBench()
        _ = bench.decide(0, QueueBench.announcement(current, 3, at: 0))
        #expect(
            bench.decide(2.9, QueueBench.announcement(.trackingLost, 1, at: 2.9)) == ["hush 1", "say 2 trackingLost"])
    }

    @Test(arguments: [
        (AnnouncementKind.trackingLost, false), (.reply, false), (.instruction, false), (.ready, true),
        (.blocked, false), (.proximity, false),
    ])
    func `A gentle alert interrupts only info`(current: AnnouncementKind, interrupts: Bool) {
        var bench = QueueBench()
        _ = bench.decide(0, QueueBench.announcement(current, 3, at: 0, key: "old"))
        let story = bench.decide(1, QueueBench.announcement(.proximity, 1, at: 1, isGentle: true))
        #expect(story == (interrupts ? ["hush 1", "say 2 proximity"] : []))
    }

    @Test func `A gentle alert that waits holds up nothing that may interrupt`() {
        var bench = QueueBench()
        _ = bench.decide(0, QueueBench.announcement(.instruction, 3, at: 0))
        #expect(bench.decide(0.5, QueueBench.announcement(.proximity, 1, at: 0.5, isGentle: true)) == [])
        #expect(
            bench.decide(0.6, QueueBench.announcement(.trackingLost, 1, at: 0.6)) == ["hush 1", "say 2 trackingLost"])
    }

    @Test func `What was interrupted comes back before what waited behind it`() {
        var bench = QueueBench()
        _ = bench.decide(0, QueueBench.announcement(.instruction, 3, at: 0, key: "first"))
        _ = bench.decide(0.5, QueueBench.announcement(.beforeYouGo, 1, at: 0.5, key: "second"))
        #expect(bench.decide(1, QueueBench.announcement(.blocked, 1, at: 1)) == ["hush 1", "say 2 blocked"])
        #expect(bench.pass(to: 6) == ["2.0 say 3 instruction", "5.0 say 4 beforeYouGo"])
    }

    @Test func `What was interrupted and no longer holds is dropped`() {
        var bench = QueueBench()
        _ = bench.decide(0, QueueBench.announcement(.instruction, 3, at: 0))
        _ = bench.decide(1, QueueBench.announcement(.blocked, 1, at: 1))
        bench.judge.overtaken = ["instruction"]
        #expect(bench.pass(to: 6) == ["2.0 dropped instruction superseded"])
    }

    @Test func `What was interrupted is not said again where a newer one of its key waits`() {
        var bench = QueueBench()
        _ = bench.decide(0, QueueBench.announcement(.instruction, 3, at: 0))
        #expect(bench.decide(0.5, QueueBench.announcement(.instruction, 1, at: 0.5)) == [])
        _ = bench.decide(1, QueueBench.announcement(.blocked, 1, at: 1))
        #expect(bench.pass(to: 9) == ["2.0 say 3 instruction"])
    }

    @Test func `A hazard that was interrupted is not said again by the queue`() {
        var bench = QueueBench()
        _ = bench.decide(0, QueueBench.announcement(.proximity, 3, at: 0))
        _ = bench.decide(0.5, QueueBench.announcement(.dropOff, 1, at: 0.5))
        #expect(bench.pass(to: 9) == [])
        #expect(bench.queue.waitingCount == 0)
    }

    @Test func `All that one event decides is decided before the queue runs`() {
        var bench = QueueBench()
        let story = bench.decide(
            0, QueueBench.announcement(.ready, 1, at: 0), QueueBench.announcement(.reply, 1, at: 0),
            QueueBench.announcement(.blocked, 1, at: 0))
        #expect(story == ["say 1 blocked"])
        #expect(bench.pass(to: 5) == ["1.0 say 2 reply", "2.0 say 3 ready"])
    }

    @Test func `Each is judged again just before it is voiced, and may be said in other words`() {
        var bench = QueueBench()
        _ = bench.decide(0, QueueBench.announcement(.blocked, 1, at: 0))
        _ = bench.decide(0.1, QueueBench.announcement(.reply, 1, at: 0.1))
        bench.judge.reworded = ["reply": "Other words."]
        _ = bench.pass(to: 1)
        #expect(bench.queue.current?.announcement.text == "Other words.")
    }

    @Test(arguments: [
        (AnnouncementKind.proximity, 1.0), (.blocked, 1), (.reply, 10), (.ready, 10), (.stillLooking, 10),
        (.notice, 20), (.floorChanged, 20), (.floorReturned, 20), (.floorLikely, 20), (.placeChanged, 20),
        (.personHere, 20), (.personLastSeenHere, 20), (.personMoved, 20), (.personQuiet, 20), (.personBack, 20),
        (.personGone, 20),
    ])
    func `Each kind may begin up to its expiry and not a moment later`(kind: AnnouncementKind, seconds: Double) {
        for (late, isSaid) in [(0.0, true), (0.000000001, false)] {
            var bench = QueueBench(.reported)
            _ = bench.decide(0, QueueBench.announcement(.dropOff, 30, at: 0))
            _ = bench.decide(0, QueueBench.announcement(kind, 1, at: 0, key: "kind"))
            bench.queue.ended(id: 1)
            let story = bench.decide(seconds + late)
            #expect(story == (isSaid ? ["say 2 \(kind.rawValue)"] : ["dropped \(kind.rawValue) expired"]))
        }
    }

    @Test(arguments: [
        AnnouncementKind.depthUnavailable, .depthBack, .trackingLost, .trackingFound, .edgeOfMap,
        .barometerUnavailable, .barometerBack, .notReady, .question, .instruction, .beforeYouGo, .demoMap, .arrived,
        .wayChanged, .noRoute, .pairingRequest,
    ])
    func `What holds as long as its state never expires`(kind: AnnouncementKind) {
        #expect(kind.lifetime == nil)
    }

    @Test func `The kinds have the priorities of the table`() {
        let table: [AnnouncementPriority: Set<AnnouncementKind>] = [
            .hazard: [.proximity, .blocked, .dropOff],
            .trust: [
                .depthUnavailable, .depthBack, .trackingLost, .trackingFound, .edgeOfMap, .barometerUnavailable,
                .barometerBack, .notReady,
            ],
            .reply: [.reply, .pairingRequest],
            .guidance: [
                .question, .floorChanged, .floorReturned, .floorLikely, .placeChanged, .instruction, .beforeYouGo,
                .demoMap, .arrived, .wayChanged, .noRoute, .personHere, .personLastSeenHere, .personMoved, .personQuiet,
                .personBack, .personGone,
            ],
            .info: [.notice, .ready, .stillLooking],
        ]
        for kind in AnnouncementKind.allCases {
            #expect(table[kind.priority]?.contains(kind) == true, "\(kind)")
        }
    }

    @Test func `Only still looking is for eyes-free people alone`() {
        #expect(AnnouncementKind.allCases.filter { $0.audience == .eyesFree } == [.stillLooking])
    }

    @Test(arguments: [(true, "say 1 stillLooking"), (false, "dropped stillLooking audience")])
    func `What is for eyes-free people is voiced only for them`(voices: Bool, effect: String) {
        var bench = QueueBench()
        bench.queue.voicesEyesFree = voices
        #expect(bench.decide(0, QueueBench.announcement(.stillLooking, 1, at: 0)) == [effect])
    }

    @Test func `Speech that would not be voiced interrupts nothing`() {
        var bench = QueueBench()
        bench.queue.voicesEyesFree = false
        _ = bench.decide(0, QueueBench.announcement(.ready, 3, at: 0))
        let story = bench.decide(1, QueueBench.announcement(.stillLooking, 1, at: 1, priority: .trust))
        #expect(story == ["dropped stillLooking audience"])
        #expect(bench.queue.current?.id == 1)
    }

    @Test func `Sixteen wait, and the seventeenth costs the lowest and oldest`() {
        var bench = QueueBench()
        _ = bench.decide(0, QueueBench.announcement(.dropOff, 30, at: 0))
        for index in 0..<8 { _ = bench.decide(0, QueueBench.announcement(.instruction, 1, at: 0, key: "g\(index)")) }
        for index in 0..<8 { _ = bench.decide(0, QueueBench.announcement(.reply, 1, at: 0, key: "r\(index)")) }
        #expect(bench.queue.waitingCount == 16)
        #expect(
            bench.decide(0, QueueBench.announcement(.reply, 1, at: 0, key: "more")) == ["dropped instruction overflow"])
        #expect(!bench.queue.holds(key: "g0"))
        #expect(bench.queue.holds(key: "g1"))
        #expect(bench.decide(0, QueueBench.announcement(.ready, 1, at: 0)) == ["dropped ready overflow"])
        #expect(bench.queue.waitingCount == 16)
    }

    @Test func `Sixteen wait at most, what was interrupted included`() {
        var bench = QueueBench()
        _ = bench.decide(0, QueueBench.announcement(.reply, 30, at: 0, key: "said"))
        for index in 0..<16 { _ = bench.decide(0, QueueBench.announcement(.instruction, 1, at: 0, key: "g\(index)")) }
        let story = bench.queue.talking(true, at: QueueBench.moment(1)).map(QueueBench.short)
        #expect(story == ["hush 1", "dropped instruction overflow"])
        #expect(bench.queue.waitingCount == 16)
    }

    @Test func `A hazard that could not begin is asked again once the voice is free, not before`() {
        var bench = QueueBench()
        _ = bench.decide(0, QueueBench.announcement(.dropOff, 3, at: 0))
        _ = bench.decide(0.5, QueueBench.announcement(.proximity, 1, at: 0.5))
        bench.judge.askedAgain = [.proximity: "Fresh."]
        #expect(bench.pass(to: 2.9) == ["1.5 dropped proximity expired"])
        #expect(bench.judge.asked.isEmpty)
        #expect(bench.pass(to: 3) == ["3.0 say 2 proximity"])
        #expect(bench.queue.current?.announcement.text == "Fresh.")
        #expect(bench.judge.asked == [.proximity])
    }

    @Test func `A hazard that was said meanwhile is not asked again`() {
        var bench = QueueBench()
        _ = bench.decide(0, QueueBench.announcement(.instruction, 9, at: 0))
        _ = bench.decide(0.5, QueueBench.announcement(.proximity, 1, at: 0.5, isGentle: true))
        bench.judge.askedAgain = [.proximity: "Fresh."]
        #expect(bench.pass(to: 3) == ["1.5 dropped proximity expired"])
        #expect(bench.decide(3.5, QueueBench.announcement(.proximity, 1, at: 3.5)) == ["hush 1", "say 2 proximity"])
        #expect(bench.pass(to: 5) == ["4.5 say 3 instruction"])
        #expect(bench.judge.asked.isEmpty)
    }

    @Test(arguments: [(1.99, true), (2.0, false), (2.5, false)])
    func `What is overtaken is hushed with more than a second to go`(moment: Double, isHushed: Bool) {
        var bench = QueueBench()
        _ = bench.decide(0, QueueBench.announcement(.trackingLost, 3, at: 0))
        bench.judge.overtaken = ["trackingLost"]
        #expect(bench.decide(moment) == (isHushed ? ["hush 1"] : []))
    }

    @Test(
        arguments: [
            ("", 300_000_000), ("Yes.", 300_000_000), ("aaaaa", 357_142_857), ("aaaaaaaaaaaaaa", 1_000_000_000),
            ("éééééééééééééé", 1_000_000_000),
        ] as [(String, Int64)])
    func `A voice says fourteen characters a second, and takes 0.3 s at least`(text: String, nanoseconds: Int64) {
        #expect(Announcement.estimate(of: text) == .nanoseconds(nanoseconds))
    }

    @Test func `An empty queue has no deadline and does nothing`() {
        var bench = QueueBench()
        #expect(bench.queue.nextDeadline == nil)
        #expect(bench.decide(5) == [])
    }
}
