import Announcing
import Readings
import Testing

struct QueueAccountTests {
    /// A queue that is fed at random, and what became of each text.
    private struct Account {
        var bench = QueueBench()
        var decided: Set<String> = []
        var said: Set<String> = []
        var dropped: Set<String> = []

        mutating func note(_ effects: [SpeechEffect]) {
            for effect in effects {
                switch effect {
                case .say(_, let announcement): said.insert(announcement.text)
                case .dropped(let announcement, _): dropped.insert(announcement.text)
                case .hush: break
                }
            }
        }

        mutating func drain(to moment: Instant) {
            var wakings = 0
            while let due = bench.queue.nextDeadline, due <= moment, wakings < 1000 {
                note(bench.queue.run(at: due, judge: &bench.judge))
                wakings += 1
            }
        }
    }

    @Test func `Every announcement that is decided is said or dropped in the end`() {
        for seed in 0..<2_000 {
            var random = Dice(state: UInt64(seed))
            var account = Account()
            var nanoseconds: Int64 = 0
            for index in 0..<60 {
                nanoseconds += Int64(random.below(1_500_000_000))
                let moment = Instant(nanoseconds: nanoseconds)
                account.drain(to: moment)
                switch random.below(12) {
                case 0: account.note(account.bench.queue.talking(random.below(2) == 0, at: moment))
                case 1: account.note(account.bench.queue.silence(at: moment))
                default:
                    let kind = AnnouncementKind.allCases[random.below(AnnouncementKind.allCases.count)]
                    let text = String(repeating: "a", count: 1 + random.below(60)) + " \(index)."
                    account.decided.insert(text)
                    let isGentle = kind == .proximity && random.below(2) == 0
                    let announcement = Announcement(
                        kind, text, at: moment, key: "k\(random.below(30))", isGentle: isGentle)
                    account.note(account.bench.queue.add(announcement))
                }
                account.note(account.bench.queue.run(at: moment, judge: &account.bench.judge))
                #expect(account.bench.queue.waitingCount <= AnnouncementQueue.capacity, "seed \(seed)")
            }
            account.drain(to: Instant(nanoseconds: nanoseconds + 3_600_000_000_000))
            #expect(account.bench.queue.waitingCount == 0, "seed \(seed)")
            #expect(account.decided == account.said.union(account.dropped), "seed \(seed)")
        }
    }
}

/// A small generator of numbers that are the same on every machine.
private struct Dice {
    var state: UInt64

    /// A number from 0 to `bound` − 1.
    mutating func below(_ bound: Int) -> Int {
        state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        return Int((state >> 33) % UInt64(bound))
    }
}
