import MapFormats
import Testing

@Suite struct PlanGeometryTests {
    private func polygon(_ points: [(Double, Double)], holes: [[(Double, Double)]] = []) throws -> PlanPolygon {
        func ring(_ points: [(Double, Double)]) -> [PlanPoint] { points.map { PlanPoint(x: $0.0, y: $0.1) } }
        return try PlanPolygon(outer: ring(points), holes: holes.map(ring))
    }

    @Test func `a ring is the same in both directions, closed or not`() throws {
        let square = [(0.0, 0.0), (4, 0), (4, 4), (0, 4)]
        for points in [square, square.reversed(), square + [square[0]]] {
            let shape = try polygon(points)
            #expect(shape.area == 16 && shape.contains(PlanPoint(x: 1, y: 3)) && !shape.contains(PlanPoint(x: 5, y: 1)))
            #expect(abs(shape.middle.x - 2) < 1e-9 && abs(shape.middle.y - 2) < 1e-9)
        }
    }

    @Test func `what cannot be a floor says why`() {
        #expect(throws: PlanPolygon.Fault.tooFewCorners) { try polygon([(0, 0), (1, 1)]) }
        #expect(throws: PlanPolygon.Fault.tooFewCorners) { try polygon([(0, 0), (0, 0), (1, 1), (0, 0)]) }
        #expect(throws: PlanPolygon.Fault.noArea) { try polygon([(0, 0), (1, 0), (2, 0)]) }
        #expect(throws: PlanPolygon.Fault.crossesItself) { try polygon([(0, 0), (4, 4), (4, 0), (0, 3)]) }
        let many = (0..<6000).map { index -> (Double, Double) in
            let isLast = index == 5999
            return (Double(index), isLast ? 50 : Double(index % 2))
        }
        #expect(throws: PlanPolygon.Fault.tooManyCorners) { try polygon(many) }
    }

    @Test func `the middle of an angle or a ring lies on its floor`() throws {
        let angle = try polygon([(0, 0), (10, 0), (10, 1), (1, 1), (1, 10), (0, 10)])
        #expect(angle.contains(angle.middle))
        let ring = try polygon(
            [(0, 0), (10, 0), (10, 10), (0, 10)], holes: [[(2, 2), (8, 2), (8, 8), (2, 8)]])
        #expect(ring.contains(ring.middle) && ring.area == 64)
    }

    @Test(arguments: [(0.001, 0.0, 111.3195, 0.0), (0, 0.001, 0, 110.5743)])
    func `the frame has the worked numbers at the equator`(
        longitude: Double, latitude: Double, x: Double, y: Double
    ) throws {
        let frame = try #require(GeodeticFrame(origin: .init(longitude: 0, latitude: 0)))
        let metres = frame.metres(.init(longitude: longitude, latitude: latitude))
        #expect(abs(metres.x - x) < 1e-3 && abs(metres.y - y) < 1e-3, "\(metres)")
    }

    @Test(arguments: [-80.0, -33.9, 0, 48.1, 60.2, 78])
    func `a point in metres comes back from the Earth as it was`(latitude: Double) throws {
        let frame = try #require(GeodeticFrame(origin: .init(longitude: 151.2, latitude: latitude)))
        for (x, y) in [(0.0, 0.0), (12.5, -7), (900, 1200), (-5000, 5000)] {
            let back = frame.metres(frame.point(PlanPoint(x: x, y: y)))
            #expect(abs(back.x - x) < 1e-4 && abs(back.y - y) < 1e-4, "\(back)")
        }
    }

    @Test(arguments: [(181.0, 0.0), (0, 91), (.nan, 0), (.infinity, 0)])
    func `nothing off the Earth has a frame`(longitude: Double, latitude: Double) {
        #expect(GeodeticFrame(origin: .init(longitude: longitude, latitude: latitude)) == nil)
    }
}
