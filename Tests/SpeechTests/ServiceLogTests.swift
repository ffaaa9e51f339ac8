import Platform
import Readings
import Synchronization
import Testing

@Suite struct ServiceLogTests {
    private final class Paper: Sendable {
        let lines = Mutex<[String]>([])
        let takes = Mutex(true)
        func log(hasPriorities: Bool = false) -> ServiceLog {
            ServiceLog(hasPriorities: hasPriorities) { line in
                guard self.takes.withLock({ $0 }) else { return false }
                self.lines.withLock { $0.append(line) }
                return true
            }
        }
        var written: [String] { lines.withLock { $0 } }
    }

    @Test func `an event is one line, with its priority only where systemd reads it`() {
        let paper = Paper()
        paper.log().say(.warning, "The camera\nis\u{2028}gone\u{1B}.")
        paper.log(hasPriorities: true).say(.error, "No voice.")
        #expect(paper.written == ["The camera is gone .\n", "<3>No voice.\n"])
    }

    @Test func `a repeated fault is said at once, then once a minute with its count`() {
        let paper = Paper()
        let log = paper.log()
        for second in 0...125 { log.fault(.warning, "Bus error", at: .start + .seconds(second)) }
        #expect(
            paper.written == [
                "Bus error\n", "Bus error (60 times since last said)\n", "Bus error (60 times since last said)\n",
            ])
    }

    @Test(arguments: [(59_999_999_999, 1), (60_000_000_000, 2), (60_000_000_001, 2)])
    func `a minute is a minute`(nanoseconds: Int64, lines: Int) {
        let paper = Paper()
        let log = paper.log()
        log.fault(.warning, "a", kind: "k", at: .start)
        log.fault(.warning, "b", kind: "k", at: Instant(nanoseconds: nanoseconds))
        log.fault(.warning, "other", at: Instant(nanoseconds: nanoseconds))
        #expect(paper.written.count == lines + 1)
    }

    @Test func `the record of faults has an end, and the one said longest ago makes room`() {
        var faults = RepeatedFaults(capacity: 2)
        let firsts = ["a", "b", "c"].enumerated().map { index, fault in
            faults.occurrences(of: fault, at: .start + .seconds(index))
        }
        #expect(firsts == [1, 1, 1])
        let third = faults.occurrences(of: "c", at: .start + .seconds(3))
        let forgotten = faults.occurrences(of: "a", at: .start + .seconds(3))
        #expect(third == nil)
        #expect(forgotten == 1)
    }

    @Test func `lines that could not be written are counted on the next one`() {
        let paper = Paper()
        let log = paper.log()
        paper.takes.withLock { $0 = false }
        log.say(.info, "one")
        log.say(.info, "two")
        paper.takes.withLock { $0 = true }
        log.say(.info, "three")
        log.say(.info, "four")
        #expect(paper.written == ["three (2 lines before this one were lost)\n", "four\n"])
    }
}
