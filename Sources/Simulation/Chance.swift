/// Random numbers that are a function of what they are for: the same seed, stream and counter give the same number,
/// in whatever order they are asked.
struct Chance: Sendable {
    /// What a stream of numbers is used for.
    enum Stream: UInt64 {
        case pixels = 1
        case pressure = 2
        case glass = 3
    }

    private let key: UInt64

    init(seed: UInt64, stream: Stream) {
        key = Self.mixed(seed ^ Self.mixed(stream.rawValue))
    }

    /// 64 bits for a counter.
    func bits(_ counter: UInt64) -> UInt64 { Self.mixed(key &+ counter &* 0x9E37_79B9_7F4A_7C15) }

    /// A number of a bell curve with mean 0 and deviation 1: twelve even numbers added up, so within ±6.
    func bell(_ counter: UInt64) -> Double {
        var sum = 0
        for word in 0..<3 as Range<UInt64> {
            var bits = bits(counter &* 3 &+ word)
            for _ in 0..<4 {
                sum += Int(bits & 0xFFFF)
                bits >>= 16
            }
        }
        return (Double(sum) + 6) / 65536 - 6
    }

    /// The finishing steps of SplitMix64 (Steele, Lea, Flood 2014).
    private static func mixed(_ value: UInt64) -> UInt64 {
        var bits = value &+ 0x9E37_79B9_7F4A_7C15
        bits = (bits ^ (bits >> 30)) &* 0xBF58_476D_1CE4_E5B9
        bits = (bits ^ (bits >> 27)) &* 0x94D0_49BB_1331_11EB
        return bits ^ (bits >> 31)
    }
}
