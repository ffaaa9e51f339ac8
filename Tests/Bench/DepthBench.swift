import Perception
import Readings

/// The nearest surface, against reading its bytes and against others who find it.
struct DepthBench {
    let peers: Peers
    static let sizes = [(424, 240), (848, 480), (1_280, 720)]
    private static let frames = 8
    private static let rounds = 120

    /// The sum of all 16-bit words of a frame's planes.
    @inline(never)
    static func plainRead(_ frame: DepthFrame) -> UInt64 {
        var sum: UInt64 = 0
        frame.samples.withUnsafeBufferPointer { for word in $0 { sum &+= UInt64(word) } }
        frame.confidence?.withUnsafeBytes { for word in $0.bindMemory(to: UInt16.self) { sum &+= UInt64(word) } }
        return sum
    }

    /// The same in 32 bits, which a compiler makes twice as many instructions at once of.
    @inline(never)
    static func plainRead32(_ frame: DepthFrame) -> UInt32 {
        var sum: UInt32 = 0
        frame.samples.withUnsafeBufferPointer { for word in $0 { sum &+= UInt32(word) } }
        frame.confidence?.withUnsafeBytes { for word in $0.bindMemory(to: UInt16.self) { sum &+= UInt32(word) } }
        return sum
    }

    func run(into table: inout BenchTable) throws {
        for (width, height) in Self.sizes {
            var typical = Double.nan
            for scene in DepthScene.allCases {
                let frames = scene.frames(width: width, height: height, count: Self.frames)
                let times = try time(frames)
                if scene == .walk {
                    typical = times[0]
                    try compare(frames, times, width, height, into: &table)
                } else {
                    table.add(
                        BenchRow(
                            what: "nearest surface, \(scene.rawValue)", size: "\(width)×\(height)", ours: times[0],
                            against: "typical case", theirs: typical, goal: .atMost(4)))
                }
            }
        }
    }

    /// Ours, a plain read, and one in 32 bits.
    private func time(_ frames: [DepthFrame]) throws -> [Double] {
        var nearest = NearestSurface(region: .full)
        var kept: UInt64 = 0
        let times = try Stopwatch.medians(
            rounds: Self.rounds,
            [
                // Not told: whoever comes first finds the frame in a farther cache.
                { kept &+= Self.plainRead(frames[$0 % frames.count]) },
                { kept &+= UInt64(try nearest.read(frames[$0 % frames.count]).usable) },
                { kept &+= Self.plainRead(frames[$0 % frames.count]) },
                { kept &+= UInt64(Self.plainRead32(frames[$0 % frames.count])) },
            ])
        if kept == 0 { print("nothing was read") }
        return Array(times.dropFirst())
    }

    private func compare(
        _ frames: [DepthFrame], _ times: [Double], _ width: Int, _ height: Int, into table: inout BenchTable
    ) throws {
        let size = "\(width)×\(height)"
        // The goals are those of one size; the others show how the cost grows.
        func add(_ against: String, _ theirs: Double, _ goal: BenchRow.Goal) {
            table.add(
                BenchRow(
                    what: "nearest surface, whole frame", size: size, ours: times[0], against: against, theirs: theirs,
                    goal: goal))
        }
        add("a plain read", times[1], width == 848 ? .atMost(2) : .none)
        add("a plain read summed in 32 bits", times[2], .none)
        let samples = try peers.lay(frames.flatMap(\.samples), as: "samples")
        let levels = try peers.lay(frames.flatMap { $0.confidence ?? [] }, as: "levels")
        let found = peers.measure(["depth", samples, levels, "\(width)", "\(height)"])
        for (name, least) in [("numpy", 30.0), ("opencv", 10.0)] {
            let peer = found.first { $0.name == name }
            add(peer?.title ?? name, peer?.microseconds ?? .nan, width == 848 ? .timesFaster(least) : .anyTimesFaster)
        }
    }
}
