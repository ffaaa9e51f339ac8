import Readings

/// A depth frame made small for people to look at: how far things are.
///
/// It is for displays only; nothing is decided by it.
public struct DepthPicture: Equatable, Sendable {
    /// The most columns and rows of a picture.
    public static let most = (width: 240, height: 180)
    /// Nothing was measured.
    public static let hole: UInt8 = 0
    /// Something was measured that does not count: too near, too far, or of too little confidence.
    public static let unusable: UInt8 = 1
    /// The least and the greatest value of something usable: the rules' minimum and maximum distance.
    public static let usable: ClosedRange<UInt8> = 2...255

    /// Columns.
    public let width: Int
    /// Rows.
    public let height: Int
    /// Columns and rows of the frame that it was made of.
    public let frame: (width: Int, height: Int)
    /// The region that was read, in pixels of the frame.
    public let region: PixelRectangle
    /// The reading of the frame.
    public let reading: DepthReading
    /// The distances of the least and of the greatest usable value, in metres.
    public let range: (nearest: Double, farthest: Double)
    /// A value for each pixel, row by row: the nearest usable sample of the block that it stands for.
    public let pixels: [UInt8]

    /// Makes the picture of a frame that was read with these rules; nil where the frame does not fit together.
    ///
    /// A frame of 640×480 becomes 214×160: blocks of 3×3 samples.
    public init?(_ source: DepthFrame, rules: DepthRules, reading: DepthReading) {
        do throws(DepthFrameError) {
            try source.validate()
            region = try rules.region.countableRectangle(inWidth: source.width, height: source.height)
        } catch { return nil }
        let across = (source.width + Self.most.width - 1) / Self.most.width
        let down = (source.height + Self.most.height - 1) / Self.most.height
        let block = max(1, across, down)
        (width, height) = ((source.width + block - 1) / block, (source.height + block - 1) / block)
        frame = (source.width, source.height)
        self.reading = reading
        range = (rules.minimumMetres, rules.maximumMetres)
        pixels = DepthBlocks(source, rules: rules, block: block).reduced(width: width, height: height)
    }

    /// Pictures are the same where everything in them is.
    public static func == (left: DepthPicture, right: DepthPicture) -> Bool {
        left.frame == right.frame && left.region == right.region && left.reading == right.reading
            && left.range == right.range && left.pixels == right.pixels
    }
}

/// The samples of a frame as blocks.
private struct DepthBlocks {
    let source: DepthFrame
    let block: Int
    let limits: DepthUnits
    let least: UInt8
    let scale: Double

    init(_ source: DepthFrame, rules: DepthRules, block: Int) {
        self.source = source
        self.block = block
        limits = DepthUnits(minimum: rules.minimumMetres, maximum: rules.maximumMetres, unit: source.depthUnit)
        least = rules.minimumConfidence.rawValue
        let span = Double(DepthPicture.usable.upperBound - DepthPicture.usable.lowerBound)
        scale = span / max(Double(limits.high) - Double(limits.low), 1)
    }

    func reduced(width: Int, height: Int) -> [UInt8] {
        var nearest = [UInt16](repeating: 0, count: width * height)
        var isMeasured = [Bool](repeating: false, count: width * height)
        for y in 0..<source.height {
            for x in 0..<source.width {
                let index = y * source.width + x
                let sample = source.samples[index]
                guard sample > 0 else { continue }
                let pixel = y / block * width + x / block
                isMeasured[pixel] = true
                guard sample >= limits.low, sample <= limits.high, source.confidence.map({ $0[index] >= least }) ?? true
                else { continue }
                if nearest[pixel] == 0 || sample < nearest[pixel] { nearest[pixel] = sample }
            }
        }
        return zip(nearest, isMeasured).map { sample, isMeasured in
            sample > 0 ? value(sample) : isMeasured ? DepthPicture.unusable : DepthPicture.hole
        }
    }

    private func value(_ sample: UInt16) -> UInt8 {
        DepthPicture.usable.lowerBound + UInt8((Double(sample - limits.low) * scale).rounded(.down))
    }
}
