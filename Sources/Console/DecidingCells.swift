import Perception
import Readings

/// Which cells of a depth picture are marked as what decided the reading: as many as the deciding share covers.
///
/// A cell of the picture stands for a block of samples, and before a flat wall nearly every block holds one that is
/// nearer than the reading. So the cells with the most deciding samples are marked, and no more of them than the
/// share's area: of 19,200 usable samples in blocks of 3×3 and 5 %, 960 samples decide, and 107 cells are marked.
package enum DecidingCells {
    /// For each cell of the picture whether it is marked; none where there is no surface, or nothing fits together.
    package static func cells(of picture: DepthPicture, in frame: DepthFrame, rules: DepthRules) -> [Bool] {
        var marks = [Bool](repeating: false, count: picture.width * picture.height)
        guard case .surface(let metres) = picture.reading,
            frame.samples.count == frame.width * frame.height, picture.frame == (frame.width, frame.height),
            frame.confidence.map({ $0.count == frame.samples.count }) ?? true
        else { return marks }
        let block = (frame.width + picture.width - 1) / max(picture.width, 1)
        guard block > 0, (frame.width + block - 1) / block == picture.width else { return marks }
        let count = count(picture, frame, rules, limit: units(metres / frame.depthUnit), block: block)
        let share = (Double(count.usable) * rules.percentile).rounded(.up)
        // of samples exactly as far as the reading only those count that the share has room for
        let room = max(0, share - Double(count.nearer.reduce(0, +)))
        let tied = Double(count.tied.reduce(0, +))
        let part = tied > 0 ? min(1, room / tied) : 0
        let weights = zip(count.nearer, count.tied).map { Double($0) + Double($1) * part }
        let most = Int((share / Double(block * block)).rounded(.up))
        let order = weights.indices.filter { weights[$0] > 0 }.sorted { left, right in
            weights[left] == weights[right] ? scatter(left) < scatter(right) : weights[left] > weights[right]
        }
        for cell in order.prefix(most) { marks[cell] = true }
        return marks
    }

    private struct Count {
        var usable = 0
        var nearer: [Int]
        var tied: [Int]
    }

    private static func count(
        _ picture: DepthPicture, _ frame: DepthFrame, _ rules: DepthRules, limit: UInt16, block: Int
    ) -> Count {
        var count = Count(
            nearer: [Int](repeating: 0, count: picture.width * picture.height),
            tied: [Int](repeating: 0, count: picture.width * picture.height))
        let low = max(1, units((rules.minimumMetres / frame.depthUnit).rounded(.up)))
        let high = units((rules.maximumMetres / frame.depthUnit).rounded(.down))
        let region = picture.region
        for y in region.y..<(region.y + region.height) {
            for x in region.x..<(region.x + region.width) {
                let index = y * frame.width + x
                let sample = frame.samples[index]
                guard sample >= low, sample <= high,
                    frame.confidence.map({ $0[index] >= rules.minimumConfidence.rawValue }) ?? true
                else { continue }
                count.usable += 1
                let cell = y / block * picture.width + x / block
                if sample < limit { count.nearer[cell] += 1 } else if sample == limit { count.tied[cell] += 1 }
            }
        }
        return count
    }

    private static func units(_ value: Double) -> UInt16 { UInt16(min(65_535, max(0, value.rounded()))) }

    /// Cells that weigh the same are taken from all over the picture, and the same ones each time.
    private static func scatter(_ cell: Int) -> UInt32 { UInt32(truncatingIfNeeded: cell) &* 2_654_435_761 }
}
