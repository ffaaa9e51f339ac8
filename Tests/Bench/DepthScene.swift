import Readings

/// What a bench frame shows.
enum DepthScene: String, CaseIterable {
    /// A room walked through: walls, floor, a pole, a box; noise, holes, low confidence here and there.
    case walk = "typical: a walk through a room"
    case jump = "the scene jumps from frame to frame"
    case equal = "all samples equal"
    case unusable = "all samples unusable"
    case uniform = "uniform noise"
    case wall = "a flat wall with noise"

    /// Some frames of it, one after the other.
    func frames(width: Int, height: Int, count: Int) -> [DepthFrame] {
        (0..<count).map { number in
            var chance = Chance(state: UInt64(number) * 977 + 5)
            var samples = [UInt16](repeating: 0, count: width * height)
            var levels = [UInt8](repeating: 2, count: width * height)
            for y in 0..<height {
                for x in 0..<width {
                    let depth = depth(x * 848 / width, y * 480 / height, number, &chance)
                    samples[y * width + x] = UInt16(clamping: depth)
                    if self != .equal { levels[y * width + x] = chance.below(25) == 0 ? UInt8(chance.below(2)) : 2 }
                }
            }
            return DepthFrame(
                width: width, height: height, samples: samples, confidence: levels, sequence: UInt64(number))
        }
    }

    /// Millimetres at a point of an 848 × 480 view.
    private func depth(_ x: Int, _ y: Int, _ number: Int, _ chance: inout Chance) -> Int {
        switch self {
        case .equal: return 1_500
        case .unusable: return chance.below(2) * 9_000
        case .uniform: return chance.below(6_000)
        case .wall: return 2_000 - number * 30 + chance.noise(8)
        case .jump: return number % 2 == 0 ? 900 + x / 3 + chance.noise(6) : 4_200 - y * 2 + chance.noise(40)
        case .walk:
            if chance.below(40) == 0 { return 0 }
            let ahead = 4_000 - number * 35
            if (300..<330).contains(x), y > 60 { return 1_400 - number * 35 + chance.noise(4) }
            if (520..<700).contains(x), y > 250 { return 2_100 - number * 35 + chance.noise(7) }
            let floor = y > 290 ? 560_000 / (y - 200) : ahead
            return min(ahead - x, floor) + chance.noise(12)
        }
    }
}
