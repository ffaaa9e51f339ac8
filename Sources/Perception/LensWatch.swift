import Readings

/// Notices dirt, drops and fog on the camera's glass, and ghosts that a camera makes up itself.
///
/// Three times a second the picture is looked at in 32 × 24 cells. What sits on the glass, or hangs before it, seems to
/// be near, stays at its depth and place while the rest of the picture changes, and ends abruptly at its edges. A floor
/// or a wall alongside stays as well, but goes on into what is farther away; a person or a chair does not stay for ten
/// seconds of moving. Whatever the calibration masks as the robot's own body is not looked at.
///
/// It changes no reading: a surface that is on the glass is reported like any other, since nothing here is certain.
/// Once warm, a frame costs no allocation.
public struct LensWatch: Sendable {
    /// The span between two looks.
    static let interval = Duration.milliseconds(330)
    /// A longer span between two looks counts as this much.
    static let longestInterval = Duration.seconds(1)
    /// How long the scene counts as moving after the picture changed.
    static let movingFor = Duration.seconds(2)
    /// How long something must stay, of the time in which the scene moves, before it is told.
    public static let patience = Duration.seconds(10)
    /// How long a part must measure nothing, of that time.
    public static let blindPatience = Duration.seconds(30)
    /// How near something on the glass seems to be at most, metres; beyond, things of the world may well stay.
    public static let nearMetres = 0.6
    /// The share of the lower third that must be blind.
    static let blindShare = 0.1
    /// The share of the compared cells that must have changed for the scene to move.
    static let changedShare = 0.04

    static let columns = 32
    static let rows = 24
    private static let count = columns * rows
    private static let leastCells = 4
    /// The most of the picture that a patch may cover: a wall of a lift cabin covers more.
    private static let mostShare = 0.6
    /// How much of a patch's edge may go on smoothly into what lies beside it.
    private static let mostLeaks = 0.25

    /// What the glass is like.
    public private(set) var state = LensState.clear

    private var lastLook: Instant?
    private var lastMotion: Instant?
    /// The depth of each cell, metres; 0 where it measures nothing, -1 where it is masked.
    private var cells = [Double](repeating: 0, count: count)
    private var before = [Double](repeating: 0, count: count)
    private var hasBefore = false
    /// At what depth something near stands in a cell, and for how long, in seconds of moving.
    private var anchors = [Double](repeating: 0, count: count)
    private var held = [Double](repeating: 0, count: count)
    private var blind = [Double](repeating: 0, count: count)
    private var isOn = [Bool](repeating: false, count: count)
    private var parts = [Int](repeating: 0, count: count)
    private var stack: [Int] = []

    /// Makes a watch that has seen nothing.
    public init() { stack.reserveCapacity(Self.count) }

    /// Takes a frame whose planes fit; pixels where `mask` is not 0 are left out.
    public mutating func take(_ frame: DepthFrame, mask: [UInt8]? = nil) {
        let now = frame.arrival
        if let lastLook, now - lastLook < Self.interval, now >= lastLook { return }
        let passed = lastLook.map { min(max(now - $0, .zero), Self.longestInterval) } ?? .zero
        guard frame.width >= Self.columns, frame.height >= Self.rows else { return }
        lastLook = now
        for index in cells.indices {
            before[index] = cells[index]
            cells[index] = Self.depth(frame, mask, cell: index)
        }
        if hasBefore, hasMoved { lastMotion = now }
        hasBefore = true
        guard let lastMotion, now - lastMotion <= Self.movingFor else { return }
        count(seconds: passed.inSeconds)
        judge()
    }

    // MARK: - The cells

    /// The middle one of nine samples of a cell, where five or more are trusted.
    private static func depth(_ frame: DepthFrame, _ mask: [UInt8]?, cell: Int) -> Double {
        let (column, row) = (cell % columns, cell / columns)
        var taken = (0, 0, 0, 0, 0, 0, 0, 0, 0)
        var (number, masked) = (0, 0)
        return withUnsafeMutableBytes(of: &taken) { bytes in
            let samples = bytes.bindMemory(to: Int.self)
            for place in 0..<9 {
                let x = (column * 6 + place % 3 * 2 + 1) * frame.width / (columns * 6)
                let y = (row * 6 + place / 3 * 2 + 1) * frame.height / (rows * 6)
                let index = y * frame.width + x
                if let mask, mask[index] != 0 {
                    masked += 1
                    continue
                }
                let sample = Int(frame.samples[index])
                if sample == 0 { continue }
                if let confidence = frame.confidence, confidence[index] < DepthConfidence.medium.rawValue { continue }
                var slot = number
                while slot > 0, samples[slot - 1] > sample {
                    samples[slot] = samples[slot - 1]
                    slot -= 1
                }
                samples[slot] = sample
                number += 1
            }
            if masked >= 5 { return -1 }
            return number >= 5 ? Double(samples[number / 2]) * frame.depthUnit : 0
        }
    }

    /// Whether enough of what does not stand near has another depth than in the look before, all over the picture: one
    /// who walks by changes a part of it only.
    private var hasMoved: Bool {
        var (compared, changed) = (0, 0)
        var quarters = SIMD4<Int>()
        for index in cells.indices where cells[index] > 0 && before[index] > 0 && held[index] == 0 {
            let (old, new) = (before[index], cells[index])
            compared += 1
            guard abs(new - old) > 0.05 * new + 6 * GroundCalibration.standardNoise * new * new else { continue }
            changed += 1
            quarters[index % Self.columns * 4 / Self.columns] += 1
        }
        let spread = (0..<4).count { quarters[$0] >= 2 }
        return changed >= 10 && spread >= 3 && Double(changed) >= Self.changedShare * Double(compared)
    }

    /// Counts for how long each cell has stood near, or measured nothing.
    private mutating func count(seconds: Double) {
        let (most, mostBlind) = (Self.patience.inSeconds + 2, Self.blindPatience.inSeconds + 5)
        for index in cells.indices {
            let depth = cells[index]
            let stays = depth > 0 && depth <= Self.nearMetres && abs(depth - anchors[index]) <= 0.015 + 0.02 * depth
            if stays {
                held[index] = min(held[index] + seconds, most)
            } else {
                // A drop may hide what is behind it for a while; a part that shows something else is clean.
                held[index] = max(held[index] - (depth == 0 ? 0.5 : 2) * seconds, 0)
                if held[index] == 0 { anchors[index] = depth }
            }
            blind[index] = depth == 0 ? min(blind[index] + seconds, mostBlind) : max(blind[index] - 2 * seconds, 0)
        }
    }

    // MARK: - What they show

    private mutating func judge() {
        var wasPatch = false
        var wasBlind = false
        switch state {
        case .clear: break
        case .patch: wasPatch = true
        case .blind: wasBlind = true
        }
        // What was told ends later than it began, so that a drop that runs does not come and go.
        let least = Self.patience.inSeconds * (wasPatch ? 0.5 : 1)
        for index in cells.indices { isOn[index] = held[index] >= least }
        if let patch = patch(isTold: wasPatch) {
            state = .patch(patch)
            return
        }
        let first = Self.count * 2 / 3
        let leastBlind = Self.blindPatience.inSeconds * (wasBlind ? 0.5 : 1)
        var dark = 0
        var looked = 0
        for index in first..<Self.count where cells[index] >= 0 {
            looked += 1
            if blind[index] >= leastBlind { dark += 1 }
        }
        let share = looked == 0 ? 0 : Double(dark) / Double(looked)
        state = share >= Self.blindShare * (wasBlind ? 0.5 : 1) ? .blind(share: share) : .clear
    }

    /// The largest group of cells that stand near and end abruptly at their edges.
    ///
    /// One that was told already stays for as long as it is there, whatever happens to be measured beside it.
    private mutating func patch(isTold: Bool) -> LensPatch? {
        for index in parts.indices { parts[index] = 0 }
        var best: (cells: Int, patch: LensPatch)?
        for index in parts.indices where isOn[index] && parts[index] == 0 {
            let group = Group(from: index, &self)
            guard group.cells >= Self.leastCells, group.cells > best?.cells ?? 0,
                Double(group.cells) <= Self.mostShare * Double(Self.count), group.edges >= 3 || isTold,
                Double(group.leaks) <= Self.mostLeaks * Double(group.edges) * (isTold ? 2 : 1)
            else { continue }
            best = (group.cells, group.patch)
        }
        return best?.patch
    }

    /// Cells that hang together, and how they end.
    private struct Group {
        var cells = 0
        /// Sides of its cells beyond which something is measured, and those where that goes on smoothly.
        var edges = 0
        var leaks = 0
        private var (left, top, right, bottom) = (LensWatch.columns, LensWatch.rows, 0, 0)
        private var sum = 0.0

        init(from first: Int, _ watch: inout LensWatch) {
            watch.stack.removeAll(keepingCapacity: true)
            watch.stack.append(first)
            watch.parts[first] = 1
            while let index = watch.stack.popLast() {
                let (column, row) = (index % LensWatch.columns, index / LensWatch.columns)
                cells += 1
                sum += watch.anchors[index]
                (left, top) = (min(left, column), min(top, row))
                (right, bottom) = (max(right, column + 1), max(bottom, row + 1))
                if column > 0 { look(beside: index, index - 1, &watch) }
                if column + 1 < LensWatch.columns { look(beside: index, index + 1, &watch) }
                if row > 0 { look(beside: index, index - LensWatch.columns, &watch) }
                if row + 1 < LensWatch.rows { look(beside: index, index + LensWatch.columns, &watch) }
            }
        }

        private mutating func look(beside index: Int, _ other: Int, _ watch: inout LensWatch) {
            if watch.isOn[other] {
                guard watch.parts[other] == 0 else { return }
                watch.parts[other] = 1
                watch.stack.append(other)
                return
            }
            guard watch.cells[other] > 0 else { return }
            edges += 1
            let own = watch.anchors[index]
            if abs(watch.cells[other] - own) <= 0.2 * own { leaks += 1 }
        }

        var patch: LensPatch {
            let (width, height) = (Double(LensWatch.columns), Double(LensWatch.rows))
            return LensPatch(
                left: Double(left) / width, top: Double(top) / height, right: Double(right) / width,
                bottom: Double(bottom) / height, metres: sum / Double(cells))
        }
    }
}
