import Readings

/// What the nearest-surface rule found in one frame, and from how much.
public struct NearestReading: Equatable, Sendable {
    /// The reading of the region.
    public var reading: DepthReading
    /// Usable samples in the region.
    public var usable: Int
    /// Samples in the region that the mask does not hide.
    public var considered: Int
    /// The readings of the five strips, where strips are on.
    public var strips: StripReadings?
    /// A checksum of the region's place, size and samples; equal for frames that repeat each other.
    public var checksum: UInt64
    /// Whether every considered sample is a hole: 0, or for a frame of metres nothing that is a number above 0.
    public var isAllHoles: Bool

    /// Gathers what was found.
    public init(
        reading: DepthReading, usable: Int, considered: Int, strips: StripReadings? = nil, checksum: UInt64 = 0,
        isAllHoles: Bool = false
    ) {
        self.reading = reading
        self.usable = usable
        self.considered = considered
        self.strips = strips
        self.checksum = checksum
        self.isAllHoles = isAllHoles
    }

    /// The reading in metres; nil where there is none.
    public var metres: Double? {
        if case .surface(let metres) = reading { metres } else { nil }
    }

    /// Why there is no reading, in the words of the event log; nil where there is one.
    public var reason: String? {
        if case .none(let reason) = reading { reason.rawValue } else { nil }
    }
}
