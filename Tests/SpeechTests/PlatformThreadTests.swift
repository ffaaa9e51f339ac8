import Evidence
import Foundation
import Glibc
import Platform
import Readings
import Synchronization
import Testing

@Suite struct PlatformThreadTests {
    @Test func `a full mailbox drops the oldest letter and counts it`() throws {
        let box = try Mailbox<Int>(capacity: 3)
        #expect(box.take() == nil)
        for letter in 1...5 { box.put(letter) }
        #expect(box.dropped == 2)
        #expect([box.take(), box.take(), box.take(), box.take()] == [3, 4, 5, nil])
        box.put(6)
        #expect(box.take(limit: .seconds(1)) == 6)
    }

    @Test func `waiting at an empty mailbox ends with the first letter, or with the limit`() throws {
        let box = try Mailbox<Int>(capacity: 1)
        let clock = MonotonicClock()
        #expect(box.take(limit: .milliseconds(30)) == nil)
        #expect(clock.now() - .start >= .milliseconds(30))
        let thread = try WorkerThread(name: "writer") {
            usleep(20_000)
            box.put(7)
        }
        #expect(box.take(limit: .seconds(5)) == 7)
        #expect(thread.join(limit: .seconds(5)))
    }

    @Test func `four writers and one reader lose nothing that is not counted`() throws {
        let box = try Mailbox<Int>(capacity: 16)
        let threads = try (0..<4).map { number in
            try WorkerThread(name: "writer \(number)") { for letter in 0..<5_000 { box.put(letter) } }
        }
        var taken: UInt64 = 0
        while threads.contains(where: { !$0.hasEnded }) { if box.take(limit: .milliseconds(5)) != nil { taken += 1 } }
        while box.take() != nil { taken += 1 }
        #expect(taken + box.dropped == 20_000)
    }

    @Test func `a thread is named, blocks the service's signals, and is joined`() throws {
        let name = Mutex("")
        let isBlocked = Mutex(false)
        let thread = try WorkerThread(name: "barometer") {
            let own = Files.text("/proc/thread-self/comm") ?? ""
            name.withLock { $0 = own }
            var mask = sigset_t()
            pthread_sigmask(SIG_BLOCK, nil, &mask)
            let blocked = sigismember(&mask, SIGTERM) == 1 && sigismember(&mask, SIGSEGV) == 0
            isBlocked.withLock { $0 = blocked }
        }
        #expect(thread.join(limit: .seconds(5)))
        #expect(thread.hasEnded)
        #expect(name.withLock { $0 } == "barometer\n")
        #expect(isBlocked.withLock { $0 })
        #expect(thread.join(limit: .zero), "twice does no harm")
    }

    @Test func `a thread that does not come is left behind at the limit`() throws {
        let gate = try WakeUp()
        let thread = try WorkerThread(name: "stuck") { _ = gate.wait(limit: .seconds(20)) }
        #expect(!thread.join(limit: .milliseconds(20)))
        #expect(WorkerThread.running > 0, "the end of the program must know of it")
        gate.raise()
        #expect(eventually { thread.hasEnded })
    }

    @Test func `the signals to stop and to reload arrive as requests, in a thread of their own`() throws {
        let got = Mutex<[SystemSignals.Request?]>([])
        let thread = try WorkerThread(name: "signals") {
            guard let signals = try? SystemSignals() else { return }
            var requests = [signals.next()]
            for signal in [SIGHUP, SIGTERM, SIGINT] {
                pthread_kill(pthread_self(), signal)
                requests.append(signals.next())
            }
            let all = requests
            got.withLock { $0 = all }
        }
        #expect(thread.join(limit: .seconds(5)))
        #expect(got.withLock { $0 } == [nil, .reload, .stop, .stop])
    }

    @Test func `the clock starts at nothing and never goes back`() {
        let clock = MonotonicClock()
        var last = clock.now()
        #expect(last >= .start && last < .start + .seconds(1))
        for _ in 0..<1000 {
            let now = clock.now()
            #expect(now >= last)
            last = now
        }
    }
}
