import CDepthKernel
import Readings

/// The nearest surface in depth frames, by the percentile rule, exact to the depth unit.
///
/// It owns the memory that it works in (about 1.3 MB), so that a frame costs no allocation; a copy shares it until it
/// is next used. The region, its strips and its checksum are read together.
public struct NearestSurface: Sendable {
    /// The numbers of the rule.
    public var rules: DepthRules {
        didSet { if rules != oldValue { prepare() } }
    }

    /// Pixels to read instead of the region that the rules name.
    public var region: RegionOfInterest?

    private var scratch = [UInt16](repeating: 0, count: depth_scratch_count)
    private var unit = 0.0
    private var limits = DepthUnits(minimum: 0, maximum: 0, unit: 1)
    private var share: UInt32 = 0
    private var percentile: UInt32 = 0
    /// The sample that stands for floor in the frame being read; nil without ground awareness.
    private var floor: UInt16?

    /// Makes a reader for these rules.
    public init(rules: DepthRules = DepthRules(), region: RegionOfInterest? = nil) {
        self.rules = rules
        self.region = region
        prepare()
    }

    private mutating func prepare() {
        share = DepthRules.millionths(rules.usableShare)
        percentile = DepthRules.millionths(rules.percentile)
        unit = 0
    }

    /// Reads one frame.
    ///
    /// `mask` is a plane of the frame's size; anything but 0 takes a sample out of the region. Throws what is wrong with the frame, its region, a confidence level within the region, or the mask's size.
    public mutating func read(_ frame: DepthFrame, mask: [UInt8]? = nil) throws(DepthFrameError) -> NearestReading {
        var withoutGround: GroundAwareness?
        return try read(frame, mask: mask, ground: &withoutGround)
    }

    /// Reads one frame; with ground awareness, what is floor counts as usable, at the far limit.
    mutating func read(
        _ frame: DepthFrame, mask: [UInt8]?, ground: inout GroundAwareness?
    ) throws(DepthFrameError) -> NearestReading {
        try frame.validate()
        let rectangle = try (region ?? rules.region).countableRectangle(inWidth: frame.width, height: frame.height)
        if let mask, mask.count != frame.samples.count {
            throw .maskSize(expected: frame.samples.count, found: mask.count)
        }
        if frame.depthUnit != unit {
            unit = frame.depthUnit
            limits = DepthUnits(minimum: rules.minimumMetres, maximum: rules.maximumMetres, unit: unit)
        }
        var answer = depth_answer()
        let isGround =
            ground?.look(
                frame, region: rectangle, mask: mask, limits: limits, confidence: rules.minimumConfidence) ?? false
        let samples = isGround ? ground?.marked ?? frame.samples : frame.samples
        floor = isGround ? ground?.marker : nil
        let bad = run(frame, samples, rectangle, mask, into: &answer)
        if bad >= 0 { throw .confidenceLevel(frame.confidence?[bad] ?? 0, at: bad) }
        if isGround, let ground {
            answer.checksum = ground.checksum
            answer.any = ground.any
        }
        return reading(answer)
    }

    /// Runs the kernel over samples that may be marked; -1, or where a confidence is above 2.
    private mutating func run(
        _ frame: DepthFrame, _ samples: [UInt16], _ rectangle: PixelRectangle, _ mask: [UInt8]?,
        into answer: inout depth_answer
    ) -> Int {
        var rule = depth_rule(
            low: limits.low, high: floor ?? limits.high, minimum_confidence: rules.minimumConfidence.rawValue,
            percentile_millionths: percentile)
        return samples.withUnsafeBufferPointer { samples in
            Self.withPlane(frame.confidence) { confidence in
                Self.withPlane(mask) { mask in
                    var region = depth_region(
                        samples: samples.baseAddress, confidence: confidence, mask: mask, stride: frame.width,
                        x: rectangle.x, y: rectangle.y, width: rectangle.width, height: rectangle.height)
                    return scratch.withUnsafeMutableBufferPointer {
                        depth_region_read(&region, &rule, $0.baseAddress, &answer)
                    }
                }
            }
        }
    }

    private static func withPlane(_ plane: [UInt8]?, _ body: (UnsafePointer<UInt8>?) -> Int) -> Int {
        guard let plane else { return body(nil) }
        return plane.withUnsafeBufferPointer { body($0.baseAddress) }
    }

    private func reading(_ answer: depth_answer) -> NearestReading {
        NearestReading(
            reading: result(answer.region),
            usable: Int(answer.region.usable), considered: Int(answer.region.considered),
            strips: rules.stripsOn ? strips(answer.strips) : nil, checksum: answer.checksum,
            isAllHoles: answer.any == 0)
    }

    private func strips(
        _ counts: (depth_count, depth_count, depth_count, depth_count, depth_count)
    ) -> StripReadings {
        var strips = StripReadings()
        strips[0] = metres(counts.0)
        strips[1] = metres(counts.1)
        strips[2] = metres(counts.2)
        strips[3] = metres(counts.3)
        strips[4] = metres(counts.4)
        return strips
    }

    private func result(_ count: depth_count) -> DepthReading {
        guard DepthRules.isEnough(usable: count.usable, considered: count.considered, shareMillionths: share) else {
            return .none(.tooFewUsable)
        }
        if count.ranked == floor { return .clear }
        return .surface(metres: DepthMetres.metres(sample: count.ranked, unit: unit))
    }

    /// The reading of a strip in metres; nil where too little is usable, or what stands nearest is the floor.
    private func metres(_ count: depth_count) -> Double? {
        if case .surface(let metres) = result(count) { metres } else { nil }
    }
}
