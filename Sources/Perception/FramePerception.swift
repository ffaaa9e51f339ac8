import Readings

/// Turns depth frames into observations: the rule, and what only a row of frames can show.
///
/// It remembers enough to notice a camera that repeats itself, and counts what it refused. It reads no clock: where a
/// frame's age is known, the caller says it.
public struct FramePerception: Sendable {
    /// The age above which a frame is ignored, as if it had not come.
    public static let oldestAge = Duration.seconds(1)

    /// What was refused or corrected since the start.
    public struct Counters: Equatable, Sendable {
        /// Frames that were taken, whatever they gave.
        public var frames: UInt64 = 0
        /// Frames whose sizes, unit, region, mask or confidence did not fit together.
        public var malformed: UInt64 = 0
        /// Frames that were ignored because they were older than ``FramePerception/oldestAge``.
        public var tooOld: UInt64 = 0
        /// Frames stamped later than they arrived, taken as if stamped on arrival.
        public var fromTheFuture: UInt64 = 0
        /// Frames that were no reading because the camera repeats itself.
        public var stuck: UInt64 = 0

        /// Nothing counted yet.
        public init() {}
    }

    /// The robot's own body in the image, a plane of the frame's size: anything but 0 is not in the region.
    ///
    /// Where it is nil, frames of whole depth units are masked as the calibration says.
    public var mask: [UInt8]?
    /// How the camera is mounted; nil for reading without ground awareness.
    ///
    /// A new one begins afresh. Frames of metres are always read without: a phone is held differently from moment to moment.
    public var calibration: GroundCalibration? {
        didSet { if calibration != oldValue { ground = calibration.map { GroundAwareness($0) } } }
    }
    /// What was refused or corrected since the start.
    public private(set) var counters = Counters()
    /// What was wrong with the last malformed frame.
    public private(set) var lastMalformation: DepthFrameError?
    /// What the rule found in the last frame that was not malformed, for a display.
    public private(set) var lastReading: NearestReading?

    private var lens = LensWatch()
    private var nearest: NearestSurface
    private var metric: MetricNearestSurface
    private var ground: GroundAwareness?
    private var detector = StuckDetector()

    /// Makes the perception of one camera, with ground awareness where its mounting is known.
    public init(
        rules: DepthRules = DepthRules(), region: RegionOfInterest? = nil, mask: [UInt8]? = nil,
        calibration: GroundCalibration? = nil
    ) {
        nearest = NearestSurface(rules: rules, region: region)
        metric = MetricNearestSurface(rules: rules, region: region)
        self.mask = mask
        self.calibration = calibration
        ground = calibration.map { GroundAwareness($0) }
    }

    /// Whether frames are read with ground awareness, by the last of them.
    public var groundState: GroundState { ground?.state ?? .off }

    /// Whether something sits on the camera's glass, by the frames of whole depth units so far.
    public var lensState: LensState { lens.state }

    /// The numbers of the rule; they may change between frames.
    public var rules: DepthRules {
        get { nearest.rules }
        set {
            nearest.rules = newValue
            metric.rules = newValue
        }
    }

    /// Takes one frame of whole depth units; nil where it is too old to count as having come.
    ///
    /// `age` is how long before its arrival the frame was captured, where the caller knows; a negative one, a stamp in
    /// the future, counts as 0.
    public mutating func observe(_ frame: DepthFrame, age: Duration? = nil) -> DepthObservation? {
        guard isFresh(age) else { return nil }
        do throws(DepthFrameError) {
            let body = mask ?? ground?.bodyMask(for: frame)
            let reading = try nearest.read(frame, mask: body, ground: &ground)
            lens.take(frame, mask: body)
            return observation(reading, sequence: frame.sequence, cameraTime: frame.cameraTime)
        } catch {
            return malformed(error)
        }
    }

    /// Takes one frame of metres; otherwise as ``observe(_:age:)-(DepthFrame,_)``.
    public mutating func observe(_ frame: MetricDepthFrame, age: Duration? = nil) -> DepthObservation? {
        guard isFresh(age) else { return nil }
        do throws(DepthFrameError) {
            let reading = try metric.read(frame, mask: mask)
            return observation(reading, sequence: frame.sequence, cameraTime: frame.cameraTime)
        } catch {
            return malformed(error)
        }
    }

    private mutating func isFresh(_ age: Duration?) -> Bool {
        guard let age else { return true }
        if age < .zero { counters.fromTheFuture += 1 }
        if age > Self.oldestAge { counters.tooOld += 1 }
        return age <= Self.oldestAge
    }

    private mutating func malformed(_ error: DepthFrameError) -> DepthObservation {
        counters.frames += 1
        counters.malformed += 1
        lastMalformation = error
        ground?.forgetDropOff()
        return DepthObservation(reading: .none(.malformed))
    }

    private mutating func observation(
        _ reading: NearestReading, sequence: UInt64, cameraTime: Duration?
    ) -> DepthObservation {
        counters.frames += 1
        lastReading = reading
        guard detector.isStuck(after: reading, sequence: sequence, cameraTime: cameraTime) else {
            return DepthObservation(
                reading: reading.reading, strips: reading.strips, dropOffMetres: ground?.dropOffMetres)
        }
        counters.stuck += 1
        ground?.forgetDropOff()
        return DepthObservation(reading: .none(.stuck))
    }
}
