import Perception
import Readings
import Testing

struct DepthAvailabilityTests {
    private func at(_ seconds: Double) -> Instant { Instant(seconds: seconds) }

    /// A watch that has read a surface at 0 s, 0.1 s … up to a moment.
    private func running(to seconds: Double, metres: Double = 3) -> DepthAvailability {
        var watch = DepthAvailability()
        for frame in 0...Int((seconds * 10).rounded()) {
            _ = watch.take(.surface(metres: metres), isBelieved: true, at: at(Double(frame) / 10))
        }
        return watch
    }

    @Test func `It begins as starting, with its deadline at 5 s`() {
        var watch = DepthAvailability()
        #expect(watch.state == .starting)
        #expect(watch.nextDeadline == at(5))
        #expect(watch.advance(to: at(4.999999999)) == [])
        #expect(watch.advance(to: at(5)) == [.state(.unavailable), .unavailable])
        #expect(watch.nextDeadline == nil)
        #expect(watch.advance(to: at(500)) == [])
    }

    @Test func `The first reliable result is told once`() {
        var watch = DepthAvailability()
        #expect(watch.take(.clear, isBelieved: true, at: at(1)) == [.firstReliable, .state(.ok)])
        #expect(watch.take(.clear, isBelieved: true, at: at(1.1)) == [])
    }

    @Test func `Each reliable result moves the deadline, and no other does`() {
        var watch = running(to: 1)
        #expect(watch.nextDeadline == at(2))
        _ = watch.take(.none(.noFrame), isBelieved: true, at: at(1.5))
        #expect(watch.nextDeadline == at(2))
        _ = watch.take(.surface(metres: 3), isBelieved: false, at: at(1.6))
        #expect(watch.nextDeadline == at(2.6))
    }

    @Test func `A far ghost ends no blocked view, and what is believed does`() {
        var watch = running(to: 1, metres: 0.5)
        #expect(watch.take(.none(.tooFewUsable), isBelieved: true, at: at(1.1)) == [.state(.blocked), .blocked])
        #expect(watch.take(.surface(metres: 3), isBelieved: false, at: at(1.2)) == [])
        #expect(watch.state == .blocked && watch.nextDeadline == at(4.1))
        #expect(watch.take(.surface(metres: 3), isBelieved: true, at: at(1.4)) == [.state(.ok)])
    }

    @Test func `A blocked view hands out its deadlines at 3, 6 and 9 s`() {
        var watch = running(to: 1, metres: 0.5)
        #expect(watch.take(.none(.tooFewUsable), isBelieved: true, at: at(1.1)) == [.state(.blocked), .blocked])
        for deadline in [4.1, 7.1] {
            #expect(watch.nextDeadline == at(deadline))
            #expect(watch.advance(to: at(deadline)) == [.blocked])
        }
        #expect(watch.nextDeadline == at(10.1))
        #expect(watch.advance(to: at(10.1)) == [.state(.unavailable), .unavailable])
    }

    @Test func `A blocked view that was entered from a loss goes back to it, and returns only after its second`() {
        var watch = running(to: 1, metres: 0.5)
        _ = watch.disconnect(at: at(1.05))
        _ = watch.take(.surface(metres: 0.5), isBelieved: true, at: at(3))
        #expect(watch.take(.none(.tooFewUsable), isBelieved: true, at: at(3.1)) == [.state(.blocked), .blocked])
        #expect(watch.take(.surface(metres: 0.5), isBelieved: true, at: at(3.2)) == [.state(.unavailable)])
        for frame in 1..<8 {
            #expect(watch.take(.surface(metres: 0.5), isBelieved: true, at: at(3.2 + Double(frame) / 10)) == [])
        }
        #expect(watch.take(.surface(metres: 0.5), isBelieved: true, at: at(4)) == [.state(.ok), .back])
    }

    @Test func `A blocked view asked again counts its 3 s from there`() {
        var watch = running(to: 1, metres: 0.5)
        #expect(watch.askBlockedAgain(at: at(1)) == false)
        _ = watch.take(.none(.tooFewUsable), isBelieved: true, at: at(1.1))
        #expect(watch.askBlockedAgain(at: at(2.5)) == true)
        #expect(watch.nextDeadline == at(5.5))
    }

    @Test(arguments: [
        (0.1, true, DepthAvailability.Cause.unmeasurable), (0.5, true, .unmeasurable), (0.500000001, true, .stopped),
        (0.1, false, .notStarted),
    ])
    func `The cause is told by the last event and its age`(age: Double, hasRead: Bool, cause: DepthAvailability.Cause) {
        var watch = hasRead ? running(to: 1) : DepthAvailability()
        let reason: NoReadingReason = hasRead ? .tooFewUsable : .noFrame
        _ = watch.take(.none(reason), isBelieved: true, at: at(1.5))
        #expect(watch.cause(at: at(1.5 + age)) == cause)
    }

    @Test func `A plug pulled twice is one loss`() {
        var watch = running(to: 1)
        #expect(watch.disconnect(at: at(1.1)) == [.state(.unavailable), .unavailable])
        #expect(watch.disconnect(at: at(1.2)) == [])
        #expect(watch.take(.none(.disconnected), isBelieved: true, at: at(1.3)) == [])
        #expect(watch.cause(at: at(1.3)) == .stopped)
    }
}
