import CDepthKernel
import Readings

/// Follows the floor from the feet outwards, in ten columns of the region, and notices where it breaks off.
///
/// A floor may rise or fall as a ramp does. From one row of a column to the next the floor must lie where a ramp of at
/// most ``slope`` can have led it; so a sample shows a drop where its ray passes under every such ramp by more than
/// the depth of a drop. A level kerb that is seen against the floor before it is thus told from a ramp that is as low,
/// and a camera that is off by a degree or two changes nothing. A sample of low confidence counts only where it lies so
/// deep that no error of a camera explains it: far ground is always of low confidence. Beyond the edge, the level of the floor at the edge is
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
    /// How far below the floor even a sample of low confidence cannot be floor, metres.
    static let deep = 0.5
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
        /// Where a fifth of a row first lay below, metres ahead: the edge of what breaks off nowhere, as a grating.
        var looseEdge = Double.infinity
        var band = DropShare()
        var far = DropShare()

        /// Takes a row of floor at a depth.
        mutating func take(_ ray: Ray, depth: Double) {
            distance = depth * ray.ahead
            level = ray.height - depth * ray.fall
            rising = min(rising, level - GroundFollower.slope * distance)
            falling = max(falling, level + GroundFollower.slope * distance)
            hasFloor = true
            isBroken = false
        }
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
        var row = scene.height - 1
        while row >= 0 {
            let rows = min(rows(scene, at: row), row + 1)
            var isOver = true
            for index in 0..<Self.columnCount where !columns[index].isOver {
                let first = scene.region.x + index * scene.region.width / Self.columnCount
                let end = scene.region.x + (index + 1) * scene.region.width / Self.columnCount
                guard end > first else { continue }
                isOver = false
                let start = row * scene.width + first
                let run = Run(
                    ray: Ray(scene, column: Double(first + end - 1) / 2, row: row), row: row, rows: rows,
                    count: end - first, samples: samples + start, confidence: confidence.map { $0 + start },
                    mask: mask.map { $0 + start })
                var column = columns[index]
                look(&column, index, run, scene)
                columns[index] = column
            }
            if isOver { break }
            row -= rows
        }
    }

    /// How many rows one of them may stand for: as many as lie within 2 cm of floor, or 5 cm beyond the band.
    private func rows(_ scene: Scene, at row: Int) -> Int {
        let ray = Ray(scene, column: Double(scene.region.x) + Double(scene.region.width) / 2, row: row)
        guard ray.fall > 0.01 else { return 2 }
        let step = scene.geometry.height * abs(scene.geometry.fall.y) / (ray.fall * ray.fall)
        let most = ray.distance(ofLevel: 0) > Self.band ? 0.05 : 0.02
        return min(max(Int(most / step), 1), 4)
    }

    /// The distance of the drop-off in metres ahead; nil where the frame shows none.
    var dropOff: Double? {
        guard band.isDrop || far.isDrop else { return nil }
        var (nearest, loose) = (Double.infinity, Double.infinity)
        for column in columns {
            loose = min(loose, column.looseEdge)
            if column.band.isDrop || column.far.isDrop { nearest = min(nearest, column.edge) }
        }
        let edge = nearest.isFinite ? nearest : loose
        return edge.isFinite ? max(edge, 0.01) : nil
    }

    private mutating func look(_ column: inout Column, _ index: Int, _ run: Run, _ scene: Scene) {
        let ray = run.ray
        let tolerance = Self.tolerance + min(ray.noise, 0.05)
        let nearest = ray.depth(from: column.rising + tolerance, slope: Self.slope)
        guard nearest > 0, nearest < Double(scene.limits.high) * scene.unit else {
            column.isOver = true
            return
        }
        var bounds = bounds(column, ray, nearest: nearest, tolerance, scene)
        var tally = ground_tally()
        ground_run_count(run.samples, run.confidence, run.mask, run.count, &bounds, &tally)
        note(&column, run, tally)
        if tally.below > 0, tally.below * 5 >= tally.confident {
            column.looseEdge = min(column.looseEdge, ray.distance(ofLevel: column.level))
        }
        if tally.floor >= 4, tally.floor * 3 >= tally.confident {
            column.take(ray, depth: Double(tally.floor_sum) / Double(tally.floor) * scene.unit)
        } else if tally.below >= 4, tally.below * 2 >= tally.confident, !column.isBroken {
            column.isBroken = true
            column.edge = min(column.edge, ray.distance(ofLevel: column.level))
        }
        noteRamp(column, index, run, scene)
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
            below_after: GroundTable.sample(before: missing, unit: scene.unit),
            deep_after: GroundTable.sample(
                before: missing + (Self.deep - Self.drop + Self.dropMargin) / max(ray.fall, 1e-6), unit: scene.unit))
    }

    /// Counts a run towards the band, where the floor of the calibration lies in it.
    private mutating func note(_ column: inout Column, _ run: Run, _ tally: ground_tally) {
        guard run.ray.fall > 0 else { return }
        let distance = run.ray.distance(ofLevel: 0)
        guard distance <= Self.band else { return }
        band.add(tally, run)
        column.band.add(tally, run)
        guard distance >= Self.farBand else { return }
        far.add(tally, run)
        column.far.add(tally, run)
    }

    /// Notes between which samples of a row of the region a rising floor lies.
    private mutating func noteRamp(_ column: Column, _ index: Int, _ run: Run, _ scene: Scene) {
        let first = min(max(run.row - run.rows + 1 - scene.region.y, 0), scene.region.height)
        let lines = first..<min(max(run.row + 1 - scene.region.y, first), scene.region.height)
        guard column.hasFloor, !column.isBroken, !lines.isEmpty else { return }
        let ray = run.ray
        let floor = ray.depth(from: column.rising, slope: Self.slope)
        guard floor.isFinite, floor * ray.ahead <= column.distance + Self.reach else { return }
        let tolerance = GroundTable.tolerance(ray.height, scene.noise, floorDepth: floor)
        let nearest = ray.depth(from: column.rising + tolerance, slope: Self.slope)
        let farthest = ray.depth(from: column.falling - tolerance, slope: -Self.slope)
        let span = ClosedSpan(
            low: GroundTable.sample(from: nearest, unit: scene.unit),
            high: GroundTable.sample(before: farthest, unit: scene.unit))
        for line in lines { ramps[line * Self.columnCount + index] = span }
    }
}

/// A part of a row of a frame, over which the floor is looked for.
private struct Run {
    let ray: Ray
    let row: Int
    /// The rows from `row` upwards that it stands for.
    let rows: Int
    let count: Int
    let samples: UnsafePointer<UInt16>
    let confidence: UnsafePointer<UInt8>?
    let mask: UnsafePointer<UInt8>?
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

    fileprivate mutating func add(_ tally: ground_tally, _ run: Run) {
        samples += run.count * run.rows
        confident += Int(tally.confident) * run.rows
        below += Int(tally.below) * run.rows
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
