import Readings

/// The numbers of the nearest-surface rule; the defaults are the contract.
public struct DepthRules: Equatable, Sendable {
    /// The nearest usable depth in metres, included.
    public var minimumMetres: Double
    /// The farthest usable depth in metres, included.
    public var maximumMetres: Double
    /// The share of the region's samples that must be usable for a reading, 0 to 1, in whole millionths.
    public var usableShare: Double
    /// The share of the usable samples whose last, in ascending order, is the reading; above 0, at most 1, in whole
    /// millionths.
    public var percentile: Double
    /// The region's part of the frame's width, above 0 and at most 1.
    public var regionWidth: Double
    /// The region's part of the frame's height, above 0 and at most 1.
    public var regionHeight: Double
    /// The lowest usable confidence.
    public var minimumConfidence: DepthConfidence
    /// Whether the region is also read in five vertical strips.
    public var stripsOn: Bool

    /// Makes the rules; ``findings()`` tells whether they make sense.
    public init(
        minimumMetres: Double = 0.1, maximumMetres: Double = 5.0, usableShare: Double = 0.25, percentile: Double = 0.05,
        regionWidth: Double = 0.5, regionHeight: Double = 0.5, minimumConfidence: DepthConfidence = .medium,
        stripsOn: Bool = true
    ) {
        self.minimumMetres = minimumMetres
        self.maximumMetres = maximumMetres
        self.usableShare = usableShare
        self.percentile = percentile
        self.regionWidth = regionWidth
        self.regionHeight = regionHeight
        self.minimumConfidence = minimumConfidence
        self.stripsOn = stripsOn
    }

    /// The region that the fractions name.
    public var region: RegionOfInterest { .fractions(width: regionWidth, height: regionHeight) }

    /// Everything that is out of range, in the order of the fields; empty where the rules can be used.
    public func findings() -> [DepthRulesFinding] {
        var found: [DepthRulesFinding] = []
        func check(_ field: String, _ value: Double, _ range: ClosedRange<Double>, above: Bool = false) {
            let within = range.contains(value) && !(above && value == range.lowerBound)
            if !within { found.append(.outOfRange(field: field, value: value, range: range, withoutLower: above)) }
        }
        check("minimumMetres", minimumMetres, 0...10)
        check("maximumMetres", maximumMetres, 0...100, above: true)
        if minimumMetres > maximumMetres {
            found.append(.limitsCross(minimumMetres: minimumMetres, maximumMetres: maximumMetres))
        }
        check("usableShare", usableShare, 0...1)
        check("percentile", percentile, 0...1, above: true)
        check("regionWidth", regionWidth, 0...1, above: true)
        check("regionHeight", regionHeight, 0...1, above: true)
        return found
    }

    /// A share in whole millionths, held to 0 … 1,000,000; 0 for NaN.
    static func millionths(_ share: Double) -> UInt32 {
        share > 0 ? UInt32((min(share, 1) * 1_000_000).rounded()) : 0
    }

    /// Whether enough is usable for a reading: at least one sample, and at least the share; exactly the share is enough.
    static func isEnough(usable: UInt64, considered: UInt64, shareMillionths: UInt32) -> Bool {
        // Both counts are below 2³², so the products fit.
        usable > 0 && usable * 1_000_000 >= considered * UInt64(shareMillionths)
    }
}

/// What is wrong with a set of rules.
public enum DepthRulesFinding: Equatable, Sendable, CustomStringConvertible {
    /// A number that is not within its range; `withoutLower` where the lower end itself is out too.
    case outOfRange(field: String, value: Double, range: ClosedRange<Double>, withoutLower: Bool)
    /// A minimum above the maximum.
    case limitsCross(minimumMetres: Double, maximumMetres: Double)

    /// What is wrong, for a person.
    public var description: String {
        switch self {
        case .outOfRange(let field, let value, let range, let withoutLower):
            "\(field) is \(value); it must be \(withoutLower ? "above" : "at least") \(range.lowerBound) and at most \(range.upperBound)"
        case .limitsCross(let minimumMetres, let maximumMetres):
            "minimumMetres is \(minimumMetres), above maximumMetres, which is \(maximumMetres); lower it or raise the other"
        }
    }
}
