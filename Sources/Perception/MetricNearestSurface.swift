import Readings

/// The nearest surface in frames of `Float` metres, by the same rule, exact: the reading is one of the samples.
///
/// A limit means the single-precision number nearest to it, so that a phone's 0.1 m is not below 0.1 m. The memory
/// that it works in grows to the largest region seen, and then a frame costs no allocation.
struct MetricNearestSurface: Sendable {
    /// The numbers of the rule.
    var rules = DepthRules()
    /// Pixels to read instead of the region that the rules name.
    var region: RegionOfInterest?

    /// The region's usable samples as bit patterns, row by row; 0 for all others.
    ///
    /// Patterns of positive numbers are in the numbers' order.
    private var kept: [UInt32] = []
    private var bins = [Int](repeating: 0, count: 256)

    init(rules: DepthRules = DepthRules(), region: RegionOfInterest? = nil) {
        self.rules = rules
        self.region = region
    }

    /// What was counted in the region or in a strip of it.
    private struct Count {
        var considered: UInt64 = 0
        var usable: UInt64 = 0
    }

    /// What is found while the region is read once; the first five lanes are the strips.
    private struct Tally {
        var considered = SIMD8<UInt64>(repeating: 0)
        var usable = SIMD8<UInt64>(repeating: 0)
        var checksum: UInt64
        var isAllHoles = true
    }

    /// Reads one frame; see ``NearestSurface/read(_:mask:)``.
    mutating func read(_ frame: MetricDepthFrame, mask: [UInt8]? = nil) throws(DepthFrameError) -> NearestReading {
        try frame.validate()
        let rectangle = try (region ?? rules.region).countableRectangle(inWidth: frame.width, height: frame.height)
        if let mask, mask.count != frame.metres.count {
            throw .maskSize(expected: frame.metres.count, found: mask.count)
        }
        if kept.count < rectangle.width * rectangle.height {
            kept = [UInt32](repeating: 0, count: rectangle.width * rectangle.height)
        }
        var tally = Tally(checksum: Self.seed(rectangle))
        for row in 0..<rectangle.height {
            for strip in 0..<StripReadings.count {
                try sift(frame, mask, rectangle, row: row, strip: strip, into: &tally)
            }
        }
        return reading(tally, rectangle)
    }

    private static func columns(ofStrip strip: Int, width: Int) -> Range<Int> {
        strip * width / StripReadings.count..<(strip + 1) * width / StripReadings.count
    }

    private static func seed(_ rectangle: PixelRectangle) -> UInt64 {
        let offset = mixed(mixed(1, UInt64(rectangle.x)), UInt64(rectangle.y))
        return mixed(mixed(offset, UInt64(rectangle.width)), UInt64(rectangle.height))
    }

    /// One word into a checksum; for a given checksum a bijection of the word.
    private static func mixed(_ sum: UInt64, _ word: UInt64) -> UInt64 {
        let product = (sum ^ word) &* 0x9E37_79B9_7F4A_7C15
        return product << 29 | product >> 35
    }

    private mutating func sift(
        _ frame: MetricDepthFrame, _ mask: [UInt8]?, _ rectangle: PixelRectangle, row: Int, strip: Int,
        into tally: inout Tally
    ) throws(DepthFrameError) {
        let low = Float(rules.minimumMetres)
        let high = Float(rules.maximumMetres)
        let start = (rectangle.y + row) * frame.width + rectangle.x
        var count = Count()
        for column in Self.columns(ofStrip: strip, width: rectangle.width) {
            let index = start + column
            let level = frame.confidence?[index] ?? DepthConfidence.high.rawValue
            guard level <= DepthConfidence.high.rawValue else { throw .confidenceLevel(level, at: index) }
            kept[row * rectangle.width + column] = 0
            if let mask, mask[index] != 0 { continue }
            let sample = frame.metres[index]
            count.considered += 1
            tally.checksum = Self.mixed(tally.checksum, UInt64(sample.bitPattern))
            guard sample > 0, sample.isFinite else { continue }
            tally.isAllHoles = false
            guard level >= rules.minimumConfidence.rawValue, sample >= low, sample <= high else { continue }
            count.usable += 1
            kept[row * rectangle.width + column] = sample.bitPattern
        }
        tally.considered[strip] += count.considered
        tally.usable[strip] += count.usable
    }

    private mutating func reading(_ tally: Tally, _ rectangle: PixelRectangle) -> NearestReading {
        var whole = Count()
        var strips = StripReadings()
        for strip in 0..<StripReadings.count {
            let count = Count(considered: tally.considered[strip], usable: tally.usable[strip])
            whole.considered += count.considered
            whole.usable += count.usable
            guard rules.stripsOn else { continue }
            strips[strip] = metres(count, Self.columns(ofStrip: strip, width: rectangle.width), rectangle)
        }
        let metres = metres(whole, 0..<rectangle.width, rectangle)
        return NearestReading(
            reading: metres.map(DepthReading.surface(metres:)) ?? .none(.tooFewUsable), usable: Int(whole.usable),
            considered: Int(whole.considered), strips: rules.stripsOn ? strips : nil, checksum: tally.checksum,
            isAllHoles: tally.isAllHoles)
    }

    /// The reading over some columns; nil where too little is usable.
    private mutating func metres(_ count: Count, _ columns: Range<Int>, _ rectangle: PixelRectangle) -> Double? {
        let share = DepthRules.millionths(rules.usableShare)
        guard DepthRules.isEnough(usable: count.usable, considered: count.considered, shareMillionths: share) else {
            return nil
        }
        let millionths = UInt64(DepthRules.millionths(rules.percentile))
        let rank = min(max((count.usable * millionths + 999_999) / 1_000_000, 1), count.usable)
        return Double(Float(bitPattern: pattern(ofRank: Int(rank), columns, rectangle)))
    }

    /// The usable pattern of this rank in ascending order, found byte by byte from the highest.
    private mutating func pattern(ofRank rank: Int, _ columns: Range<Int>, _ rectangle: PixelRectangle) -> UInt32 {
        var below = rank
        var prefix: UInt32 = 0
        var known: UInt32 = 0
        for shift in stride(from: UInt32(24), through: 0, by: -8) {
            count(columns, rectangle, prefix: prefix, known: known, shift: shift)
            var byte = 0
            while byte < 255, bins[byte] < below {
                below -= bins[byte]
                byte += 1
            }
            prefix |= UInt32(byte) << shift
            known |= 0xFF << shift
        }
        return prefix
    }

    private mutating func count(
        _ columns: Range<Int>, _ rectangle: PixelRectangle, prefix: UInt32, known: UInt32, shift: UInt32
    ) {
        for bin in bins.indices { bins[bin] = 0 }
        for row in 0..<rectangle.height {
            for column in columns {
                let pattern = kept[row * rectangle.width + column]
                if pattern != 0, pattern & known == prefix { bins[Int(pattern >> shift & 0xFF)] += 1 }
            }
        }
    }
}
