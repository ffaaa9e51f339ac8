import Perception
import Readings
import Testing

@Suite struct DepthPictureTests {
    private func frame(_ width: Int, _ height: Int, _ samples: [UInt16], confidence: [UInt8]? = nil) -> DepthFrame {
        DepthFrame(width: width, height: height, samples: samples, confidence: confidence)
    }

    private func picture(_ frame: DepthFrame, _ reading: DepthReading = .clear) throws -> DepthPicture {
        try #require(DepthPicture(frame, rules: DepthRules(), reading: reading))
    }

    @Test func `Holes, what does not count, and distances are told apart`() throws {
        let shown = try picture(frame(6, 1, [0, 99, 100, 2550, 5000, 5001]))
        #expect(shown.pixels == [0, 1, 2, 128, 255, 1])
        #expect(shown.width == 6 && shown.height == 1)
    }

    @Test func `A sample of too little confidence does not count`() throws {
        let shown = try picture(frame(3, 1, [1000, 1000, 1000], confidence: [0, 1, 2]))
        #expect(shown.pixels[0] == DepthPicture.unusable && DepthPicture.usable.contains(shown.pixels[1]))
        #expect(shown.pixels[1] == shown.pixels[2])
    }

    @Test func `A large frame becomes blocks, each of its nearest sample that counts`() throws {
        var samples = [UInt16](repeating: 4000, count: 640 * 480)
        samples[0] = 50  // nearer than counts
        samples[1] = 1000
        samples[640 * 2 + 2] = 900
        let shown = try picture(frame(640, 480, samples))
        #expect(shown.width == 214 && shown.height == 160 && shown.frame == (640, 480))
        #expect(shown.pixels[0] == 2 + UInt8((800.0 * 253 / 4900).rounded(.down)))
        #expect(shown.pixels[1] == 2 + UInt8((3900.0 * 253 / 4900).rounded(.down)))
    }

    @Test func `The region that was read, and the reading, go with the picture`() throws {
        let shown = try picture(frame(4, 4, [UInt16](repeating: 500, count: 16)), .surface(metres: 0.5))
        #expect(shown.region == PixelRectangle(x: 1, y: 1, width: 2, height: 2))
        #expect(shown.reading == .surface(metres: 0.5))
    }

    @Test func `A frame that does not fit together has no picture`() {
        #expect(DepthPicture(frame(3, 3, [1]), rules: DepthRules(), reading: .clear) == nil)
        #expect(DepthPicture(frame(0, 0, []), rules: DepthRules(), reading: .clear) == nil)
    }

    @Test func `Rules under which nothing can count show everything as not usable`() throws {
        let rules = DepthRules(minimumMetres: 4, maximumMetres: 3)
        let shown = try #require(DepthPicture(frame(2, 1, [1000, 0]), rules: rules, reading: .clear))
        #expect(shown.pixels == [1, 0])
    }
}
