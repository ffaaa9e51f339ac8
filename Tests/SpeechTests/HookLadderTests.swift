import Readings
import Speech
import Testing

@Suite struct HookLadderTests {
    @Test func `voices that nothing is known against are tried twice each, in order`() {
        #expect(HookLadder(count: 2, limits: SpeechLimits()).plan(at: .start) == [0, 0, 1, 1])
        #expect(HookLadder(count: 0, limits: SpeechLimits()).plan(at: .start).isEmpty)
    }

    @Test func `a voice that failed is tried again after a pause that doubles up to half a minute`() {
        var ladder = HookLadder(count: 2, limits: SpeechLimits())
        var now = Instant.start
        for (index, pause) in [1, 2, 4, 8, 16, 30, 30].enumerated() {
            let isNews = ladder.failed(0, isHung: false, at: now)
            #expect(isNews == (index == 0))
            let due = now + .seconds(pause)
            #expect(ladder.plan(at: due - .nanoseconds(1)) == [1, 1])
            #expect(ladder.plan(at: due) == [0, 1, 1], "once, not twice")
            now = due
        }
    }

    @Test func `a voice that hung is left alone for half a minute at once`() {
        var ladder = HookLadder(count: 2, limits: SpeechLimits())
        _ = ladder.failed(0, isHung: true, at: .start)
        #expect(ladder.plan(at: .start + .nanoseconds(29_999_999_999)) == [1, 1])
        #expect(ladder.plan(at: .start + .seconds(30)) == [0, 1, 1])
        #expect(ladder.soundHook == 1)
    }

    @Test func `where every voice must pause, those that fail at once are tried all the same`() {
        var ladder = HookLadder(count: 2, limits: SpeechLimits())
        _ = ladder.failed(0, isHung: true, at: .start)
        _ = ladder.failed(1, isHung: false, at: .start)
        #expect(ladder.plan(at: .start) == [1])
        _ = ladder.failed(1, isHung: true, at: .start)
        #expect(ladder.plan(at: .start).isEmpty)
        #expect(ladder.plan(at: .start + .seconds(30)) == [0, 1])
    }

    @Test func `a voice that hung once has one more attempt, whichever utterance it is for`() {
        var ladder = HookLadder(count: 2, limits: SpeechLimits())
        ladder.hung(0)
        #expect(ladder.plan(at: .start) == [0, 1, 1])
        #expect(ladder.soundHook == 0, "not given up yet")
        var alone = HookLadder(count: 1, limits: SpeechLimits())
        alone.hung(0)
        #expect(alone.plan(at: .start) == [0, 0], "nothing else would speak sooner")
        let hadFailed = ladder.succeeded(0)
        #expect(!hadFailed, "no line was written, so none says that it speaks again")
        #expect(ladder.plan(at: .start) == [0, 0, 1, 1])
    }

    @Test func `speech is dead when every voice failed, and alive with the first that speaks`() {
        var ladder = HookLadder(count: 2, limits: SpeechLimits())
        _ = ladder.failed(0, isHung: false, at: .start)
        #expect(!ladder.isDead)
        _ = ladder.failed(1, isHung: false, at: .start)
        #expect(ladder.isDead)
        #expect(ladder.soundHook == nil)
        let isNews = ladder.succeeded(1)
        #expect(isNews)
        #expect(!ladder.isDead)
        let isNewsAgain = ladder.succeeded(1)
        #expect(!isNewsAgain)
        #expect(ladder.plan(at: .start) == [1, 1])
    }
}
