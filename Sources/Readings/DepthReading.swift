/// What one depth frame says about the nearest surface ahead.
public enum DepthReading: Equatable, Sendable {
    /// The nearest surface, in metres from the camera along its optical axis, greater than 0.
    case surface(metres: Double)
    /// With ground awareness only: enough usable samples, and what stands nearest is the floor.
    case clear
    /// No reading, and why.
    case none(NoReadingReason)

    /// Whether the reading says what is ahead: a surface, or clear.
    public var isReliable: Bool {
        if case .none = self { false } else { true }
    }
}

/// Why a frame gave no reading.
public enum NoReadingReason: String, CaseIterable, Sendable {
    /// Fewer usable samples than the share that the rule asks for.
    case tooFewUsable
    /// The camera repeats itself: identical samples, or a sequence and time that do not advance.
    case stuck
    /// The camera is there but delivered no frame.
    case noFrame
    /// The camera is not there.
    case disconnected
    /// The frame's sizes or unit do not fit together.
    case malformed
}

/// The nearest reading in each of five vertical strips of the region of interest, from left to right.
public struct StripReadings: Equatable, Sendable {
    /// The number of strips.
    public static let count = 5

    private var metres = SIMD8<Double>(repeating: .nan)

    /// Five strips without a reading.
    public init() {}

    /// The nearest surface in strip `index` (0 to 4, from the left), in metres; nil where the strip has no reading.
    public subscript(index: Int) -> Double? {
        get {
            precondition((0..<Self.count).contains(index))
            return metres[index].isNaN ? nil : metres[index]
        }
        set {
            precondition((0..<Self.count).contains(index))
            metres[index] = newValue ?? .nan
        }
    }

    /// Whether two sets of strips read the same, strips without a reading included.
    public static func == (left: StripReadings, right: StripReadings) -> Bool {
        (0..<count).allSatisfy { left[$0] == right[$0] }
    }
}

/// Everything that one depth frame tells the decision core.
public struct DepthObservation: Equatable, Sendable {
    /// The reading of the whole region of interest.
    public var reading: DepthReading
    /// The readings of its five strips, where strips are on.
    public var strips: StripReadings?
    /// The distance to a drop-off ahead, in metres, while one has been seen in three frames in a row.
    public var dropOffMetres: Double?

    /// Gathers what one frame said.
    public init(reading: DepthReading, strips: StripReadings? = nil, dropOffMetres: Double? = nil) {
        self.reading = reading
        self.strips = strips
        self.dropOffMetres = dropOffMetres
    }
}
