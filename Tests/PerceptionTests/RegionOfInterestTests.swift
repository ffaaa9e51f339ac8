import Perception
import Readings
import Testing

@Suite struct RegionOfInterestTests {
    @Test(arguments: [
        (640, 480, PixelRectangle(x: 160, y: 120, width: 320, height: 240)),
        (1, 1, PixelRectangle(x: 0, y: 0, width: 1, height: 1)),
        (3, 5, PixelRectangle(x: 0, y: 1, width: 2, height: 2)),  // 1.5 → 2, 2.5 → 2
        (5, 7, PixelRectangle(x: 1, y: 1, width: 2, height: 4)),  // 2.5 → 2, 3.5 → 4
        (848, 480, PixelRectangle(x: 212, y: 120, width: 424, height: 240)),
        (2, 1, PixelRectangle(x: 0, y: 0, width: 1, height: 1)),
    ])
    func `the central half rounds to the nearest whole, halves to even, at least 1, the offset down`(
        width: Int, height: Int, expected: PixelRectangle
    ) throws {
        #expect(try RegionOfInterest.central.rectangle(inWidth: width, height: height) == expected)
    }

    @Test(arguments: [(1, 1), (7, 3), (640, 480)]) func `full is the whole frame`(width: Int, height: Int) throws {
        let whole = PixelRectangle(x: 0, y: 0, width: width, height: height)
        #expect(try RegionOfInterest.full.rectangle(inWidth: width, height: height) == whole)
    }

    @Test(arguments: [(1e-9, 1e-9), (0.001, 0.5)]) func `a small fraction keeps one pixel`(across: Double, down: Double)
        throws
    {
        let region = RegionOfInterest.fractions(width: across, height: down)
        #expect(try region.rectangle(inWidth: 10, height: 10).width == 1)
    }

    @Test(arguments: [
        (0.0, 0.5), (0.5, 0.0), (-0.5, 0.5), (1.2, 0.5), (0.5, 1.2), (.nan, 0.5), (.infinity, 0.5), (1e300, 1e300),
    ])
    func `a fraction outside 0 to 1 is a region outside the frame`(across: Double, down: Double) {
        #expect(throws: DepthFrameError.self) {
            try RegionOfInterest.fractions(width: across, height: down).rectangle(inWidth: 10, height: 10)
        }
    }

    @Test(arguments: [
        PixelRectangle(x: 0, y: 0, width: 10, height: 8), PixelRectangle(x: 9, y: 7, width: 1, height: 1),
    ])
    func `pixels within the frame are taken as they are`(rectangle: PixelRectangle) throws {
        #expect(try RegionOfInterest.pixels(rectangle).rectangle(inWidth: 10, height: 8) == rectangle)
    }

    @Test(arguments: [
        PixelRectangle(x: 0, y: 0, width: 11, height: 8), PixelRectangle(x: 0, y: 1, width: 10, height: 8),
        PixelRectangle(x: -1, y: 0, width: 2, height: 2), PixelRectangle(x: 0, y: -1, width: 2, height: 2),
        PixelRectangle(x: 10, y: 0, width: 1, height: 1), PixelRectangle(x: 0, y: 0, width: 0, height: 1),
        PixelRectangle(x: 0, y: 0, width: 1, height: 0), PixelRectangle(x: 1, y: 1, width: .max, height: .max),
        PixelRectangle(x: .max, y: .max, width: 1, height: 1), PixelRectangle(x: .min, y: 0, width: 1, height: 1),
    ])
    func `pixels outside the frame are refused with the region named`(rectangle: PixelRectangle) {
        let expected = DepthFrameError.region(
            x: rectangle.x, y: rectangle.y, width: rectangle.width, height: rectangle.height, frameWidth: 10,
            frameHeight: 8)
        #expect(throws: expected) { try RegionOfInterest.pixels(rectangle).rectangle(inWidth: 10, height: 8) }
    }

    @Test func `a frame without a side has no region`() {
        #expect(throws: DepthFrameError.emptyFrame(width: 0, height: 4)) {
            try RegionOfInterest.full.rectangle(inWidth: 0, height: 4)
        }
    }
}
