import CDepthKernel
import Readings

/// Follows the floor from the feet outwards, in ten columns of the region, and notices where it breaks off.
///
/// A floor may rise or fall as a ramp does. From one row of a column to the next the floor must lie where a ramp of at
/// most ``slope`` can have led it; so a sample shows a drop where its ray passes under every such ramp by more than
/// the depth of a drop. A level kerb that is seen against the floor before it is thus told from a ramp that is as low,
/// and a camera that is off by a degree or two changes nothing. Beyond the edge, the level of the floor at the edge is
/// what is measured from.
struct GroundFollower: Sendable {
    /// The columns into which the region is divided.
    static let columnCount = 10
    /// The steepest floor: a ramp of 1:12, and a tenth more for the calibration's error.
    static let slope = 1.1 / 12
    /// How far below the floor a drop lies, metres.
    static let drop = 0.15
    /// What the depth of a drop may come short by, metres: a step of exactly the depth must not hang on noise.
    static let dropMargin = 0.03
    /// How far a row of floor may lie off a ramp, metres.
    static let tolerance = 0.03
    /// How far the floor at the feet may lie off the calibration, metres.
    static let startTolerance = 0.06
    /// How far ahead a floor is expected, metres.
    static let band = 2.5
    /// Where the far part of the band begins, metres; near a low camera the band's near part would outweigh it.
    static let farBand = 1.0
    /// How far beyond the last floor seen a ramp may still go on, metres.
    static let reach = 0.5

    /// What is known of one column while its rows are read, from the lowest upwards.
    private struct Column {
        /// Heights at the feet of the steepest rising and falling ramps that the floor so far allows.
        var rising = GroundFollower.startTolerance
        var falling = -GroundFollower.startTolerance
        /// The height of the last floor, and how far ahead it was; metres.
        var level = 0.0
        var distance = 0.0
        var hasFloor = false
        var isBroken = false
        var isOver = false
        /// Where the floor first broke off, metres ahead.
        var edge = Double.infinity
        var share = DropShare()
    }

    /// The whole band.
    private(set) var band = DropShare()
    /// Its part from ``farBand`` on.
    private(set) var far = DropShare()
    private var columns = [Column](repeating: Column(), count: columnCount)
    /// For each row of the region and each column, between which samples a rising floor lies.
    private(set) var ramps: [ClosedSpan] = []

    /// What does not change from run to run of a frame.
    struct Scene {
        let geometry: GroundGeometry
        let noise: Double
        let region: PixelRectangle
        let unit: Double
        let limits: DepthUnits
        let minimumConfidence: UInt8
        let width: Int
        let height: Int
    }

    /// Follows the floor through one frame; the planes are of the frame's size.
    mutating func follow(
        _ scene: Scene, samples: UnsafePointer<UInt16>, confidence: UnsafePointer<UInt8>?, mask: UnsafePointer<UInt8>?
    ) {
        band = DropShare()
        far = DropShare()
        for index in columns.indices { columns[index] = Column() }
        let count = scene.region.height * Self.columnCount
        if ramps.count != count { ramps = Array(repeating: .none, count: count) }
        for index in ramps.indices { ramps[index] = .none }
        for row in stride(from: scene.height - 1, through: 0, by: -1) {
            var isOver = true
            for index in 0..<Self.columnCount where !columns[index].isOver {
                let first = scene.region.x + index * scene.region.width / Self.columnCount
                let end = scene.region.x + (index + 1) * scene.region.width / Self.columnCount
                guard end > first else { continue }
                isOver = false
                let start = row * scene.width + first
                let ray = Ray(scene, column: Double(first + end - 1) / 2, row: row)
                look(
                    index, ray, scene, row: row, count: end - first, samples + start, confidence.map { $0 + start },
                    mask.map { $0 + start })
            }
            if isOver { break }
        }
    }

    /// The distance of the drop-off in metres ahead; nil where the frame shows none.
    var dropOff: Double? {
        guard band.isDrop || far.isDrop else { return nil }
        var nearest = Double.infinity
        for column in columns where column.share.isDrop { nearest = min(nearest, column.edge) }
        return nearest.isFinite ? max(nearest, 0.01) : nil
    }

    private mutating func look(
        _ index: Int, _ ray: Ray, _ scene: Scene, row: Int, count: Int, _ samples: UnsafePointer<UInt16>,
        _ confidence: UnsafePointer<UInt8>?, _ mask: UnsafePointer<UInt8>?
    ) {
        let tolerance = Self.tolerance + min(ray.noise, 0.05)
        let nearest = ray.depth(from: columns[index].rising + tolerance, slope: Self.slope)
        guard nearest > 0, nearest < Double(scene.limits.high) * scene.unit else {
            columns[index].isOver = true
            return
        }
        var bounds = bounds(columns[index], ray, nearest: nearest, tolerance, scene)
        var tally = ground_tally()
        ground_run_count(samples, confidence, mask, count, &bounds, &tally)
        note(index, ray, count: count, tally)
        if tally.floor >= 4, tally.floor * 3 >= tally.confident {
            take(index, ray, depth: Double(tally.floor_sum) / Double(tally.floor) * scene.unit)
        } else if tally.below >= 4, tally.below * 2 >= tally.confident, !columns[index].isBroken {
            columns[index].isBroken = true
            columns[index].edge = min(columns[index].edge, ray.distance(ofLevel: columns[index].level))
        }
        noteRamp(index, ray, row: row, scene)
    }

    /// Between which samples the floor may lie on a ray, and from which on it is missing.
    private func bounds(
        _ column: Column, _ ray: Ray, nearest: Double, _ tolerance: Double, _ scene: Scene
    ) -> ground_bounds {
        let farthest: Double
        let missing: Double
        if column.isBroken {
            farthest = ray.depth(from: column.level - Self.startTolerance, slope: 0)
            missing = ray.depth(from: column.level - Self.drop + Self.dropMargin, slope: 0)
        } else {
            farthest = ray.depth(from: column.falling - tolerance, slope: -Self.slope)
            let lowest = ray.depth(from: column.falling, slope: -Self.slope)
            missing = lowest + (Self.drop - Self.dropMargin) / max(ray.fall, 1e-6)
        }
        return ground_bounds(
            low: scene.limits.low, minimum_confidence: scene.minimumConfidence,
            floor_low: GroundTable.sample(from: nearest, unit: scene.unit),
            floor_high: GroundTable.sample(before: farthest, unit: scene.unit),
            below_after: GroundTable.sample(before: missing, unit: scene.unit))
    }

    /// Counts a run towards the band, where the floor of the calibration lies in it.
    private mutating func note(_ index: Int, _ ray: Ray, count: Int, _ tally: ground_tally) {
        guard ray.fall > 0 else { return }
        let distance = ray.distance(ofLevel: 0)
        guard distance <= Self.band else { return }
        band.add(tally, of: count)
        columns[index].share.add(tally, of: count)
        if distance >= Self.farBand { far.add(tally, of: count) }
    }

    private mutating func take(_ index: Int, _ ray: Ray, depth: Double) {
        let distance = depth * ray.ahead
        let height = ray.height - depth * ray.fall
        columns[index].rising = min(columns[index].rising, height - Self.slope * distance)
        columns[index].falling = max(columns[index].falling, height + Self.slope * distance)
        columns[index].level = height
        columns[index].distance = distance
        columns[index].hasFloor = true
        columns[index].isBroken = false
    }

    /// Notes between which samples of a row of the region a rising floor lies.
    private mutating func noteRamp(_ index: Int, _ ray: Ray, row: Int, _ scene: Scene) {
        let column = columns[index]
        let line = row - scene.region.y
        guard column.hasFloor, !column.isBroken, line >= 0, line < scene.region.height else { return }
        let floor = ray.depth(from: column.rising, slope: Self.slope)
        guard floor.isFinite, floor * ray.ahead <= column.distance + Self.reach else { return }
        let tolerance = GroundTable.tolerance(ray.height, scene.noise, floorDepth: floor)
        let nearest = ray.depth(from: column.rising + tolerance, slope: Self.slope)
        let farthest = ray.depth(from: column.falling - tolerance, slope: -Self.slope)
        ramps[line * Self.columnCount + index] = ClosedSpan(
            low: GroundTable.sample(from: nearest, unit: scene.unit),
            high: GroundTable.sample(before: farthest, unit: scene.unit))
    }
}

/// Samples between two bounds, both included; none where the lower is above the higher.
struct ClosedSpan: Equatable, Sendable {
    var low: UInt16
    var high: UInt16
    static let none = ClosedSpan(low: 1, high: 0)
}

/// How many samples of a part of the image are trusted, and how many of them lie below the floor.
struct DropShare: Equatable, Sendable {
    private(set) var samples = 0
    private(set) var confident = 0
    private(set) var below = 0

    mutating func add(_ tally: ground_tally, of count: Int) {
        samples += count
        confident += Int(tally.confident)
        below += Int(tally.below)
    }

    /// Whether a fifth of the trusted samples lie below, where a tenth or more of all are trusted.
    var isDrop: Bool { below > 0 && confident * 10 >= samples && below * 5 >= confident }
}

/// The ray through the middle of a run of pixels, over the floor.
private struct Ray {
    let height: Double
    let fall: Double
    let ahead: Double
    /// The deviation of the floor's height on it, metres.
    let noise: Double

    init(_ scene: GroundFollower.Scene, column: Double, row: Int) {
        height = scene.geometry.height
        fall = scene.geometry.fall.x * column + scene.geometry.fall.y * Double(row) + scene.geometry.fall.z
        ahead = scene.geometry.ahead.x * column + scene.geometry.ahead.y * Double(row) + scene.geometry.ahead.z
        noise = fall > 0 ? scene.noise * height * height / fall : .infinity
    }

    /// The depth at which the ray meets a plane of this slope and this height at the feet; infinite where it does not.
    func depth(from level: Double, slope: Double) -> Double {
        let closing = fall + slope * ahead
        return closing > 1e-6 ? (height - level) / closing : .infinity
    }

    /// How far ahead the ray meets this level, metres; infinite where it does not.
    func distance(ofLevel level: Double) -> Double { depth(from: level, slope: 0) * ahead }
}
