import Readings

/// One frame of a depth camera that gives metres, as a phone does: a row-major plane of `width × height` samples.
///
/// NaN, infinities and negatives are dropped samples, as 0 is.
public struct MetricDepthFrame: Sendable {
    /// Columns, at least 1.
    public var width: Int
    /// Rows, at least 1.
    public var height: Int
    /// `width × height` samples in metres, row by row.
    public var metres: [Float]
    /// `width × height` levels 0 to 2, row by row; nil where the camera has none (then every distance is high).
    public var confidence: [UInt8]?
    /// The camera's own frame number; it rises with each new frame.
    public var sequence: UInt64
    /// The camera's own time since its start; nil where it tells none.
    public var cameraTime: Duration?
    /// When the frame arrived, on the host's monotonic clock.
    public var arrival: Instant

    /// Makes a frame; nothing is checked here, see ``validate()``.
    public init(
        width: Int, height: Int, metres: [Float], confidence: [UInt8]? = nil, sequence: UInt64 = 0,
        cameraTime: Duration? = nil, arrival: Instant = .start
    ) {
        self.width = width
        self.height = height
        self.metres = metres
        self.confidence = confidence
        self.sequence = sequence
        self.cameraTime = cameraTime
        self.arrival = arrival
    }

    /// Checks that sizes fit together; confidence levels are checked where they are read.
    public func validate() throws(DepthFrameError) {
        guard width > 0, height > 0 else { throw .emptyFrame(width: width, height: height) }
        let (pixels, overflow) = width.multipliedReportingOverflow(by: height)
        guard !overflow, metres.count == pixels else {
            throw .planeSize(width: width, height: height, samples: metres.count)
        }
        if let confidence, confidence.count != pixels {
            throw .confidenceSize(expected: pixels, found: confidence.count)
        }
    }
}
