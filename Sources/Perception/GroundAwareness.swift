import CDepthKernel
import Readings

/// Reads frames with the floor known: marks what is floor, looks for where it drops away, and checks its calibration.
///
/// It owns the planes that it works in; once warm, a frame costs no allocation.
struct GroundAwareness: Sendable {
    /// The frame of a row from which on a drop-off is reported.
    static let dropOffFrames = 3

    /// The calibration.
    let calibration: GroundCalibration
    /// Whether frames are read with it.
    private(set) var state = GroundState.on
    /// The frame with floor samples as the marker, of the frame's size; only the region is up to date.
    private(set) var marked: [UInt16] = []
    /// The sample that stands for floor.
    private(set) var marker: UInt16 = 0
    /// A checksum of the region's place, size and unmasked samples.
    private(set) var checksum: UInt64 = 0
    /// The bits of the region's unmasked samples.
    private(set) var any: UInt16 = 0
    /// The distance to a drop-off ahead, metres, where the last frames in a row showed one.
    private(set) var dropOffMetres: Double?

    private struct Key: Equatable {
        var width = 0
        var height = 0
        var unit = 0.0
        var region = PixelRectangle(x: 0, y: 0, width: 0, height: 0)
    }

    private var key = Key()
    private var geometry: GroundGeometry?
    private var table: GroundTable?
    private var body: [UInt8]?
    private var bodyWidth = 0
    private var follower = GroundFollower()
    private var check = GroundCheck()
    private var dropOffRow = 0

    init(_ calibration: GroundCalibration) {
        self.calibration = calibration
    }

    /// Looks at one frame, whose sizes are known to fit; false where it is to be read without the floor.
    mutating func look(
        _ frame: DepthFrame, region: PixelRectangle, mask: [UInt8]?, limits: DepthUnits, confidence: DepthConfidence
    ) -> Bool {
        if case .rejected = state { return false }
        prepare(Key(width: frame.width, height: frame.height, unit: frame.depthUnit, region: region))
        guard let geometry, table != nil else {
            state = .unfit(width: frame.width, height: frame.height)
            forgetDropOff()
            return false
        }
        state = .on
        if let mismatch = check.take(frame, calibration, mask: mask) {
            state = .rejected(mismatch)
            forgetDropOff()
            return false
        }
        let scene = GroundFollower.Scene(
            geometry: geometry, noise: calibration.inverseDepthDeviation, region: region, unit: frame.depthUnit,
            limits: limits, minimumConfidence: confidence.rawValue, width: frame.width, height: frame.height)
        frame.samples.withUnsafeBufferPointer { samples in
            Self.withPlane(frame.confidence) { confidence in
                Self.withPlane(mask) { mask in
                    guard let samples = samples.baseAddress else { return }
                    follower.follow(scene, samples: samples, confidence: confidence, mask: mask)
                    mark(scene, samples, mask)
                }
            }
        }
        noteDropOff()
        return true
    }

    /// The mask of the robot's own body in frames of this size; nil where it covers nothing or the sizes do not fit.
    mutating func bodyMask(for frame: DepthFrame) -> [UInt8]? {
        let (pixels, overflow) = frame.width.multipliedReportingOverflow(by: frame.height)
        guard !calibration.body.isEmpty, !overflow, pixels == frame.samples.count, frame.width > 0 else { return nil }
        if body?.count != pixels || bodyWidth != frame.width {
            body = calibration.mask(width: frame.width, height: frame.height)
            bodyWidth = frame.width
        }
        return body
    }

    /// Forgets the frames that showed a drop-off: the row is broken.
    mutating func forgetDropOff() {
        dropOffRow = 0
        dropOffMetres = nil
    }

    private mutating func prepare(_ wanted: Key) {
        guard wanted != key else { return }
        key = wanted
        geometry = GroundGeometry(calibration, width: wanted.width, height: wanted.height)
        table = geometry.map {
            GroundTable($0, noise: calibration.inverseDepthDeviation, region: wanted.region, unit: wanted.unit)
        }
        marked = table == nil ? [] : Array(repeating: 0, count: wanted.width * wanted.height)
    }

    private mutating func noteDropOff() {
        guard let metres = follower.dropOff else {
            forgetDropOff()
            return
        }
        dropOffRow = min(dropOffRow + 1, Self.dropOffFrames)
        dropOffMetres = dropOffRow >= Self.dropOffFrames ? metres : nil
    }

    private mutating func mark(
        _ scene: GroundFollower.Scene, _ samples: UnsafePointer<UInt16>, _ mask: UnsafePointer<UInt8>?
    ) {
        guard let table else { return }
        let region = scene.region
        marker = scene.limits.high == .max ? .max : scene.limits.high + 1
        var sum = Self.seed(region)
        var bits: UInt16 = 0
        var marks = ground_marks(
            low: scene.limits.low, high: scene.limits.high, marker: marker, ramp_low: 1, ramp_high: 0)
        marked.withUnsafeMutableBufferPointer { marked in
            table.after.withUnsafeBufferPointer { after in
                guard let marked = marked.baseAddress, let after = after.baseAddress else { return }
                for row in 0..<region.height {
                    let start = (region.y + row) * scene.width + region.x
                    sum = ground_run_checksum(samples + start, mask.map { $0 + start }, region.width, sum, &bits)
                    for column in 0..<GroundFollower.columnCount {
                        let first = column * region.width / GroundFollower.columnCount
                        let end = (column + 1) * region.width / GroundFollower.columnCount
                        let ramp = follower.ramps[row * GroundFollower.columnCount + column]
                        (marks.ramp_low, marks.ramp_high) = (ramp.low, ramp.high)
                        ground_run_mark(
                            samples + start + first, after + row * region.width + first, end - first, &marks,
                            marked + start + first)
                    }
                }
            }
        }
        checksum = sum
        any = bits
    }

    private static func seed(_ region: PixelRectangle) -> UInt64 {
        mixed(mixed(mixed(mixed(1, region.x), region.y), region.width), region.height)
    }

    /// One word into a checksum; for a given checksum a bijection of the word.
    private static func mixed(_ sum: UInt64, _ word: Int) -> UInt64 {
        let product = (sum ^ UInt64(word)) &* 0x9E37_79B9_7F4A_7C15
        return product << 29 | product >> 35
    }

    private static func withPlane(_ plane: [UInt8]?, _ body: (UnsafePointer<UInt8>?) -> Void) {
        guard let plane else { return body(nil) }
        plane.withUnsafeBufferPointer { body($0.baseAddress) }
    }
}
