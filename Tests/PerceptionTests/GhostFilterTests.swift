import Perception
import Readings
import Testing

struct GhostFilterTests {
    /// Whether each of a row of distances is believed; nil is a frame without a reading, 0 a clear one.
    private func verdicts(_ metres: [Double?]) -> [Bool] {
        var filter = GhostFilter()
        return metres.map { metres in
            guard let metres else { return filter.believes(.none(.tooFewUsable)) }
            return filter.believes(metres == 0 ? .clear : .surface(metres: metres))
        }
    }

    @Test func `The first four far frames after a near one are not believed, the fifth is`() {
        #expect(verdicts([0.6, 3, 3, 3, 3, 3, 3]) == [true, false, false, false, false, true, true])
    }

    @Test(arguments: [(0.6, 2.000001, false), (0.600001, 2.000001, true), (0.6, 2.0, true), (0.3, 5, false)])
    func `Only a jump from 0.6 m or less to more than 2 m is doubted`(near: Double, far: Double, isBelieved: Bool) {
        #expect(verdicts([near, far]) == [true, isBelieved])
    }

    @Test func `A reading in between makes the row begin anew, and is believed`() {
        #expect(
            verdicts([0.5, 3, 3, 0.5, 3, 3, 3, 3, 3]) == [true, false, false, true, false, false, false, false, true])
        #expect(verdicts([0.5, 3, 1.5, 3]) == [true, false, true, true])
    }

    @Test func `A frame without a reading breaks the row and ends no doubt`() {
        #expect(verdicts([0.5, 3, 3, nil, 3, 3, 3, 3, 3]).suffix(5) == [false, false, false, false, true])
    }

    @Test func `A clear floor is believed and ends the doubt`() {
        #expect(verdicts([0.5, 3, 0, 3]) == [true, false, true, true])
    }

    @Test func `Far frames after far ones are believed from the first`() {
        #expect(verdicts([3, 3.5, 5]) == [true, true, true])
    }
}
