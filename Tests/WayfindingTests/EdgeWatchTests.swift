import Readings
import Testing
import Wayfinding

struct EdgeWatchTests {
    private let hall = Bounds.box(min: Position(x: 0, y: 0), max: Position(x: 10, y: 4))

    private func moment(_ seconds: Double) -> Instant { Instant(nanoseconds: Int64((seconds * 1e9).rounded())) }

    /// Feeds heights above the hall's upper wall, each at its second; gives the moments at which the edge is told.
    private func told(_ path: [(Double, Double)]) -> [Double] {
        var watch = EdgeWatch()
        var told: [Double] = []
        for (seconds, outside) in path {
            while let due = watch.nextDeadline, due <= moment(seconds) {
                if watch.advance(to: due) { told.append(due.seconds) }
            }
            _ = watch.take(Position(x: 5, y: 4 + outside), bounds: hall, at: moment(seconds))
        }
        return told
    }

    @Test(
        arguments: [
            ([(0, 1.6), (3, 1.6)], [3.0]), ([(0, 1.5), (9, 1.5)], []), ([(0, 1.6), (2.9, 0), (9, 0)], []),
            ([(0, 1.6), (2, 0.1), (3, 0.1)], [3]), ([(0, 1.6), (4, 2), (20, 2)], [3]),
            ([(0, 1.6), (4, 0), (6.9, 2), (20, 2)], [3]), ([(0, 1.6), (4, 0), (7, 2), (20, 2)], [3, 10]),
            ([(0, 1.6), (4, 0), (5, 0.5), (9, 2), (20, 2)], [3]),
        ] as [([(Double, Double)], [Double])])
    func `More than 1.5 m outside and outside still after 3 s, once for each excursion`(
        path: [(Double, Double)], moments: [Double]
    ) {
        #expect(told(path) == moments)
    }

    @Test func `Being back inside is told when there was something to call off, and only once`() {
        var watch = EdgeWatch()
        _ = watch.take(Position(x: 5, y: 6), bounds: hall, at: moment(0))
        #expect(watch.advance(to: moment(3)) && watch.isOutside)
        let first = watch.take(Position(x: 5, y: 4), bounds: hall, at: moment(4))
        let second = watch.take(Position(x: 5, y: 3), bounds: hall, at: moment(4.5))
        #expect(first == .back && second == .none)
    }

    @Test func `While tracking is lost no edge is due, and found begins the 3 s anew`() {
        var watch = EdgeWatch()
        _ = watch.take(Position(x: 5, y: 6), bounds: hall, at: moment(0))
        watch.hold()
        #expect(watch.nextDeadline == nil)
        watch.resume(at: moment(8))
        #expect(watch.nextDeadline == moment(11))
    }

    @Test(arguments: [(5.0, 2, 0), (10, 4, 0), (13, 8, 5), (-1, 2, 1), (5, -2.5, 2.5)])
    func `How far outside a box a point is`(x: Double, y: Double, metres: Double) {
        #expect(hall.distanceOutside(x: x, y: y) == metres)
    }

    @Test(arguments: [(1.0, 1, 0), (7, 7, 2), (2, 5, 0), (5, 5, 0), (11, 2, 1), (6, -3, 3)])
    func `How far outside an L a point is, its notch included`(x: Double, y: Double, metres: Double) {
        let corners = [(0.0, 0.0), (10, 0), (10, 5), (4, 5), (4, 9), (0, 9)].map { Position(x: $0.0, y: $0.1) }
        let shape = Bounds.polygon(corners)
        #expect(abs(shape.distanceOutside(x: x, y: y) - metres) < 1e-9)
        #expect(abs(Bounds.polygon(corners.reversed()).distanceOutside(x: x, y: y) - metres) < 1e-9)
    }
}
