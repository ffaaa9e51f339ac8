/// How far a depth sample may be trusted, in the three levels that phones use.
public enum DepthConfidence: UInt8, CaseIterable, Comparable, Sendable {
    /// Not to be used.
    case low = 0
    /// Usable.
    case medium = 1
    /// Trusted.
    case high = 2

    /// Orders levels by trust.
    public static func < (left: DepthConfidence, right: DepthConfidence) -> Bool { left.rawValue < right.rawValue }
}

/// One frame of a depth camera: a row-major plane of `width × height` samples in units of `depthUnit` metres.
///
/// The optical axis is z; a sample is the distance along it, not along the ray. 0 is a hole. A frame is made once by
/// a source and refilled, so that nothing is allocated for each frame.
public struct DepthFrame: Sendable {
    /// Columns, at least 1.
    public var width: Int
    /// Rows, at least 1.
    public var height: Int
    /// Metres for one unit of depth, positive and finite: 0.001 for most cameras.
    public var depthUnit: Double
    /// `width × height` samples, row by row.
    public var samples: [UInt16]
    /// `width × height` levels 0 to 2, row by row; nil where the camera has none (then 0 is low and the rest high).
    public var confidence: [UInt8]?
    /// The camera's own frame number; it rises with each new frame.
    public var sequence: UInt64
    /// The camera's own time since its start; nil where it tells none.
    public var cameraTime: Duration?
    /// When the frame arrived, on the host's monotonic clock.
    public var arrival: Instant

    /// Makes a frame; nothing is checked here, see ``validate()``.
    public init(
        width: Int, height: Int, depthUnit: Double = 0.001, samples: [UInt16], confidence: [UInt8]? = nil,
        sequence: UInt64 = 0, cameraTime: Duration? = nil, arrival: Instant = .start
    ) {
        self.width = width
        self.height = height
        self.depthUnit = depthUnit
        self.samples = samples
        self.confidence = confidence
        self.sequence = sequence
        self.cameraTime = cameraTime
        self.arrival = arrival
    }

    /// Checks that sizes and unit fit together; confidence levels are checked where they are read.
    public func validate() throws(DepthFrameError) {
        guard width > 0, height > 0 else { throw .emptyFrame(width: width, height: height) }
        let (pixels, overflow) = width.multipliedReportingOverflow(by: height)
        guard !overflow, samples.count == pixels else {
            throw .planeSize(width: width, height: height, samples: samples.count)
        }
        if let confidence, confidence.count != pixels {
            throw .confidenceSize(expected: pixels, found: confidence.count)
        }
        guard depthUnit.isFinite, depthUnit > 0 else { throw .depthUnit(depthUnit) }
    }
}

/// What is wrong with a depth frame; each case names the field.
public enum DepthFrameError: Error, Equatable, Sendable, CustomStringConvertible {
    /// A width or height that is not positive.
    case emptyFrame(width: Int, height: Int)
    /// A plane that does not hold `width × height` samples.
    case planeSize(width: Int, height: Int, samples: Int)
    /// A confidence plane of another size.
    case confidenceSize(expected: Int, found: Int)
    /// A confidence above 2, and where.
    case confidenceLevel(UInt8, at: Int)
    /// A depth unit that is not positive and finite.
    case depthUnit(Double)
    /// A region of interest that does not lie within the frame.
    case region(x: Int, y: Int, width: Int, height: Int, frameWidth: Int, frameHeight: Int)
    /// A mask of another size than the frame.
    case maskSize(expected: Int, found: Int)

    /// What is wrong, for a person.
    public var description: String {
        switch self {
        case .emptyFrame(let width, let height): "the frame is \(width)×\(height); both sides must be at least 1"
        case .planeSize(let width, let height, let samples):
            "the depth plane holds \(samples) samples, but \(width)×\(height) needs \(width.multipliedReportingOverflow(by: height).partialValue)"
        case .confidenceSize(let expected, let found):
            "the confidence plane holds \(found) levels, but the frame needs \(expected)"
        case .confidenceLevel(let level, let index):
            "the confidence at sample \(index) is \(level); levels are 0, 1 and 2"
        case .depthUnit(let unit): "the depth unit is \(unit); it must be positive and finite"
        case .region(let x, let y, let width, let height, let frameWidth, let frameHeight):
            "the region \(width)×\(height) at (\(x), \(y)) does not lie within the \(frameWidth)×\(frameHeight) frame"
        case .maskSize(let expected, let found): "the mask holds \(found) samples, but the frame needs \(expected)"
        }
    }
}
