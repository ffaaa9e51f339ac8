import CDepthKernel

/// The same rule as the kernel's, written plainly, one sample at a time.
struct ConfidenceReference {
    let width: Int
    let height: Int
    let trust: depth_trust
    /// What was there in the last four frames, the newest first; beyond it nothing was ever missing.
    private var seen: [[Bool]]

    init(width: Int, height: Int, trust: depth_trust) {
        self.width = width
        self.height = height
        self.trust = trust
        seen = Array(repeating: [true, true, true, true], count: width * height)
    }

    mutating func levels(_ samples: [UInt16], base: [UInt8]? = nil, remembers: Bool = true) -> [UInt8] {
        (0..<width * height).map { index in
            var trust = settled(samples, index, base: base)
            if remembers {
                seen[index] = [samples[index] != 0] + seen[index].prefix(3)
                trust = trust * max(1, seen[index].count { $0 }) / 4
            }
            return trust >= 170 ? 2 : trust >= 85 ? 1 : 0
        }
    }

    private func settled(_ samples: [UInt16], _ index: Int, base: [UInt8]?) -> Int {
        let z = Int(samples[index])
        guard z >= Int(trust.low), z <= Int(trust.high) else { return 0 }
        let column = index % width
        let row = index / width
        func neighbour(_ right: Int, _ down: Int) -> Int {
            guard (0..<width).contains(column + right), (0..<height).contains(row + down) else { return z }
            return Int(samples[(row + down) * width + column + right])
        }
        let edge = max(z * (z * Int(trust.spread) / 65_536) / 1024, Int(trust.least_edge))
        func differs(_ other: Int) -> Bool { other != 0 && abs(other - z) > edge }
        let across = [neighbour(-1, 0), neighbour(1, 0)]
        let down = [neighbour(0, -1), neighbour(0, 1)]
        let holes = (across + down).count { $0 == 0 }
        if holes >= 3 { return 0 }
        var value = base.map { Int($0[index]) } ?? max(0, 255 - z * Int(trust.fall) / 65_536)
        if (across + down).contains(where: differs) { value /= 4 }
        if across.allSatisfy(differs) || down.allSatisfy(differs) { value /= 2 }
        if holes > 0 { value /= 2 }
        return value
    }
}
