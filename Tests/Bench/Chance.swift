/// Reproducible numbers (SplitMix64).
struct Chance: RandomNumberGenerator {
    var state: UInt64

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ mixed >> 30) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ mixed >> 27) &* 0x94D0_49BB_1331_11EB
        return mixed ^ mixed >> 31
    }

    mutating func below(_ limit: Int) -> Int { Int(next() % UInt64(limit)) }

    /// A whole number around 0 with about this standard deviation.
    mutating func noise(_ deviation: Int) -> Int {
        let sum = (0..<4).reduce(0) { total, _ in total + below(2_001) - 1_000 }
        return sum * deviation / 1_155
    }
}
