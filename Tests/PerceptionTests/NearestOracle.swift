import Perception
import Readings

/// The rule again, by sorting, with nothing in common with the product but the frame: slow and plain.
struct NearestOracle {
    var lowUnits: Int
    var highUnits: Int
    var shareMillionths: Int
    var percentileMillionths: Int
    var level: Int

    struct Answer: Equatable {
        var sample: Int?
        var usable: Int
        var considered: Int
    }

    func answer(_ frame: DepthFrame, _ area: PixelRectangle, mask: [UInt8]?) -> Answer {
        var usable: [Int] = []
        var considered = 0
        for y in area.y..<area.y + area.height {
            for x in area.x..<area.x + area.width {
                let index = y * frame.width + x
                if let mask, mask[index] != 0 { continue }
                considered += 1
                let sample = Int(frame.samples[index])
                let confidence = frame.confidence.map { Int($0[index]) } ?? (sample == 0 ? 0 : 2)
                if confidence >= level, sample >= lowUnits, sample <= highUnits { usable.append(sample) }
            }
        }
        guard !usable.isEmpty, usable.count * 1_000_000 >= considered * shareMillionths else {
            return Answer(sample: nil, usable: usable.count, considered: considered)
        }
        usable.sort()
        let product = usable.count * percentileMillionths
        let rank = max(1, product / 1_000_000 + (product % 1_000_000 == 0 ? 0 : 1))
        return Answer(sample: usable[rank - 1], usable: usable.count, considered: considered)
    }

    /// The same for strip `index` of five.
    func strip(_ index: Int, _ frame: DepthFrame, _ area: PixelRectangle, mask: [UInt8]?) -> Answer {
        let first = area.width * index / 5
        let end = area.width * (index + 1) / 5
        let part = PixelRectangle(x: area.x + first, y: area.y, width: end - first, height: area.height)
        return answer(frame, part, mask: mask)
    }
}

/// Reproducible numbers (SplitMix64).
struct SeededNumbers: RandomNumberGenerator {
    var state: UInt64

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ mixed >> 30) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ mixed >> 27) &* 0x94D0_49BB_1331_11EB
        return mixed ^ mixed >> 31
    }
}
