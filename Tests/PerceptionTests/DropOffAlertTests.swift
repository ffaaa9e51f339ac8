import Perception
import Readings
import Testing

struct DropOffAlertTests {
    private func at(_ seconds: Double) -> Instant { Instant(seconds: seconds) }

    @Test func `It is said at once, and repeated while near after exactly 3 s`() {
        var alert = DropOffAlert()
        #expect(alert.take(dropOffMetres: 1, at: at(1)) == true)
        #expect(alert.take(dropOffMetres: 1, at: at(3.999999999)) == false)
        #expect(alert.take(dropOffMetres: 1, at: at(4)) == true)
    }

    @Test(arguments: [(1.499999, true), (1.5, false)])
    func `It is repeated only nearer than 1.5 m`(metres: Double, again: Bool) {
        var alert = DropOffAlert()
        #expect(alert.take(dropOffMetres: metres, at: at(1)) == true)
        #expect(alert.take(dropOffMetres: metres, at: at(2.5)) == false)
        #expect(alert.take(dropOffMetres: metres, at: at(4)) == again)
    }

    @Test func `It is said anew after 3 s without it, however far`() {
        var alert = DropOffAlert()
        #expect(alert.take(dropOffMetres: 2, at: at(1)) == true)
        #expect(alert.take(dropOffMetres: 2, at: at(3)) == false)
        #expect(alert.take(dropOffMetres: nil, at: at(3.1)) == false)
        #expect(alert.take(dropOffMetres: 2, at: at(5.999999999)) == false)
        var other = DropOffAlert()
        #expect(other.take(dropOffMetres: 2, at: at(1)) == true)
        #expect(other.take(dropOffMetres: 2, at: at(4)) == true)
    }

    @Test func `Asked again it holds by a frame of the last second only`() {
        var alert = DropOffAlert()
        #expect(alert.askAgain(at: at(0)) == false)
        _ = alert.take(dropOffMetres: 2, at: at(1))
        #expect(alert.askAgain(at: at(2)) == true)
        #expect(alert.askAgain(at: at(2.000000001)) == false)
        _ = alert.take(dropOffMetres: nil, at: at(3))
        #expect(alert.askAgain(at: at(3)) == false)
    }
}
