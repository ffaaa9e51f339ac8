import CDepthKernel
import Evidence
import Foundation
import Perception
import Readings
import Testing

/// Every way in which the kernel can read a frame, against sorting and against one another.
@Suite struct DepthKernelPathTests {
    /// The paths that this machine has.
    static let paths = [
        depth_path_scalar, depth_path_vector, depth_path_wide, depth_path_widest, depth_path_best,
    ].filter {
        depth_path_is_there($0) == 1
    }

    /// All that the kernel says, as numbers.
    struct Said: Equatable {
        var counts: [UInt64] = []
        var checksum: UInt64 = 0
        var isAllHoles = false
        var bad = -1
    }

    /// Reads on one path, from planes that end where the region ends.
    static func read(
        _ frame: DepthFrame, _ area: PixelRectangle, _ rule: depth_rule, mask: [UInt8]?, path: depth_path,
        scratch: inout [UInt16]
    ) -> Said {
        var rule = rule
        var answer = depth_answer()
        let end = (area.y + area.height - 1) * frame.width + area.x + area.width
        func exact<Element>(_ plane: [Element]?) -> UnsafeMutableBufferPointer<Element>? {
            guard let plane else { return nil }
            let copy = UnsafeMutableBufferPointer<Element>.allocate(capacity: end)
            _ = copy.initialize(from: plane[..<end])
            return copy
        }
        let (samples, levels, hidden) = (exact(frame.samples), exact(frame.confidence), exact(mask))
        defer {
            samples?.deallocate()
            levels?.deallocate()
            hidden?.deallocate()
        }
        var region = depth_region(
            samples: samples?.baseAddress, confidence: levels?.baseAddress.map { UnsafePointer($0) },
            mask: hidden?.baseAddress.map { UnsafePointer($0) }, stride: frame.width, x: area.x, y: area.y,
            width: area.width, height: area.height)
        let bad = depth_region_read_on(path, &region, &rule, &scratch, &answer)
        guard bad < 0 else { return Said(bad: bad) }
        let strips = [answer.strips.0, answer.strips.1, answer.strips.2, answer.strips.3, answer.strips.4]
        return Said(
            counts: ([answer.region] + strips).flatMap { [$0.considered, $0.usable, UInt64($0.ranked)] },
            checksum: answer.checksum, isAllHoles: answer.any == 0)
    }

    /// What sorting says.
    static func sorted(_ frame: DepthFrame, _ area: PixelRectangle, _ rule: depth_rule, mask: [UInt8]?) -> [UInt64] {
        let oracle = NearestOracle(
            lowUnits: Int(rule.low), highUnits: Int(rule.high), shareMillionths: 0,
            percentileMillionths: Int(rule.percentile_millionths), level: Int(rule.minimum_confidence))
        let answers =
            [oracle.answer(frame, area, mask: mask)] + (0..<5).map { oracle.strip($0, frame, area, mask: mask) }
        return answers.flatMap { [UInt64($0.considered), UInt64($0.usable), UInt64($0.sample ?? 0)] }
    }

    /// Kinds of frames; `at` is the index of a sample.
    static func sample(_ kind: Int, at index: Int, width: Int, _ base: Int, _ numbers: inout SeededNumbers) -> UInt16 {
        let value =
            switch kind {
            case 0: base
            case 1: Int.random(in: 0...65_535, using: &numbers)
            case 2: base + Int.random(in: 0...4, using: &numbers)
            case 3: base + Int.random(in: 0...300, using: &numbers)
            case 4: index % width < width / 15 ? 400 : 3_000 + index % 7
            case 5: index % 19 == 3 ? 200 + index % 40 : 2_500
            case 6: [0, 99, 100, 5_000, 5_001, 65_535].randomElement(using: &numbers) ?? 0
            default: Int.random(in: 0..<3, using: &numbers) == 0 ? 0 : 800 + (index / width) * 3
            }
        return UInt16(clamping: value)
    }

    static func frame(_ numbers: inout SeededNumbers, widest: Int, highest: Int) -> DepthFrame {
        let (width, height) = (
            Int.random(in: 1...widest, using: &numbers), Int.random(in: 1...highest, using: &numbers)
        )
        let kind = Int.random(in: 0..<8, using: &numbers)
        let base = Int.random(in: 0...6_000, using: &numbers)
        let samples = (0..<width * height).map { sample(kind, at: $0, width: width, base, &numbers) }
        let levels = (0..<width * height).map { _ in UInt8.random(in: 0...2, using: &numbers) }
        return DepthFrame(
            width: width, height: height, samples: samples, confidence: Bool.random(using: &numbers) ? levels : nil)
    }

    static func rule(_ numbers: inout SeededNumbers) -> depth_rule {
        let limits: [(UInt16, UInt16)] = [(100, 5_000), (100, 5_000), (1, 65_535), (334, 16_666), (1, 0), (700, 700)]
        let (low, high) = limits.randomElement(using: &numbers) ?? (1, 1)
        return depth_rule(
            low: low, high: high, minimum_confidence: UInt8.random(in: 0...2, using: &numbers),
            percentile_millionths: [1, 50_000, 50_000, 333_333, 950_000, 1_000_000].randomElement(using: &numbers) ?? 1)
    }

    @Test(arguments: [(1_500, 90, 30, UInt64(1)), (60, 700, 90, 2), (12, 9_000, 9, 3)])
    func `every path says what sorting says, whatever the scratch held before`(
        rounds: Int, widest: Int, highest: Int, seed: UInt64
    ) {
        var numbers = SeededNumbers(state: seed)
        var scratch = [UInt16](repeating: 0, count: depth_scratch_count)
        var wrong: [String] = []
        for round in 0..<rounds {
            let frame = Self.frame(&numbers, widest: widest, highest: highest)
            let rule = Self.rule(&numbers)
            let (x, y) = (
                Int.random(in: 0..<frame.width, using: &numbers), Int.random(in: 0..<frame.height, using: &numbers)
            )
            let area = PixelRectangle(
                x: x, y: y, width: Int.random(in: 1...frame.width - x, using: &numbers),
                height: Int.random(in: 1...frame.height - y, using: &numbers))
            let isMasked = Int.random(in: 0..<3, using: &numbers) == 0
            let mask = isMasked ? frame.samples.map { _ in UInt8.random(in: 0...3, using: &numbers) / 3 } : nil
            let said = Self.paths.map {
                Self.read(frame, area, rule, mask: mask, path: $0, scratch: &scratch)
            }
            let expected = Self.sorted(frame, area, rule, mask: mask)
            if said[0].counts != expected { wrong.append("\(round): \(said[0].counts), sorting says \(expected)") }
            for (path, other) in said.enumerated() where other != said[0] {
                wrong.append("\(round) on path \(path): \(other), else \(said[0])")
            }
        }
        #expect(wrong.isEmpty, "\(wrong.count) wrong, such as \(wrong.prefix(3))")
    }

    /// A frame in which everything that is looked at beforehand is far, and a share of the rest near.
    static func misleading(near share: Int) -> DepthFrame {
        let (width, height) = (200, 120)
        var samples = (0..<width * height).map { UInt16($0 % 100 < share ? 700 + $0 % 13 : 2_500 + $0 % 31) }
        // The columns and rows of the kernel's lattice: sample i of 128 in each strip of 40 columns.
        for strip in 0..<5 {
            for index in 0..<128 {
                let turn = UInt32(truncatingIfNeeded: index) &* 0x9E37_79B9
                let row = index * (height << 32 / 128) >> 32
                samples[row * width + strip * 40 + Int(UInt64(turn) * 40 >> 32)] = 4_000
            }
        }
        return DepthFrame(width: width, height: height, samples: samples)
    }

    @Test(arguments: paths) func `a guess that is wrong everywhere changes no answer`(path: depth_path) {
        var scratch = [UInt16](repeating: 0, count: depth_scratch_count)
        let area = PixelRectangle(x: 0, y: 0, width: 200, height: 120)
        for share in [6, 8, 50, 100] {
            let frame = Self.misleading(near: share)
            let rule = depth_rule(low: 100, high: 5_000, minimum_confidence: 1, percentile_millionths: 50_000)
            let said = Self.read(frame, area, rule, mask: nil, path: path, scratch: &scratch)
            #expect(said.counts == Self.sorted(frame, area, rule, mask: nil))
            #expect(said.counts[2] < 800)
        }
    }

    /// What the kernel looks at is near in four strips and far in the last, and the rest lies between: the lists of some
    /// strips reach farther than the whole is thought to.
    static func halfMisleading(near: Int) -> DepthFrame {
        let (width, height, count) = (424, 240, 256)
        var samples = (0..<width * height).map { index in
            UInt16(index % width >= 4 * width / 5 ? 2_400 + index * 7_919 % 900 : 3_500 + index * 104_729 % 900)
        }
        for strip in 0..<5 {
            let first = strip * width / 5
            let columns = (strip + 1) * width / 5 - first
            for index in 0..<count {
                let turn = UInt32(truncatingIfNeeded: index) &* 0x9E37_79B9
                let row = index * (height << 32 / count) >> 32
                let place = row * width + first + Int(UInt64(turn) * UInt64(columns) >> 32)
                samples[place] = UInt16(strip == 4 ? 4_000 + index % 500 : near + index % 400)
            }
        }
        return DepthFrame(width: width, height: height, samples: samples)
    }

    @Test(arguments: paths) func `guesses that contradict one another change no answer`(path: depth_path) {
        var scratch = [UInt16](repeating: 0, count: depth_scratch_count)
        let area = PixelRectangle(x: 0, y: 0, width: 424, height: 240)
        let rule = depth_rule(low: 100, high: 5_000, minimum_confidence: 1, percentile_millionths: 50_000)
        for near in stride(from: 300, to: 1_200, by: 50) {
            let frame = Self.halfMisleading(near: near)
            let said = Self.read(frame, area, rule, mask: nil, path: path, scratch: &scratch)
            #expect(said.counts == Self.sorted(frame, area, rule, mask: nil), "near \(near)")
        }
    }

    @Test(arguments: paths) func `noisy strips of many depths are read as sorting reads them`(path: depth_path) {
        let isLong = ProcessInfo.processInfo.environment["COMPANION_LONG"] == "1"
        var random = SplitMix(seed: 77)
        var scratch = [UInt16](repeating: 0, count: depth_scratch_count)
        let area = PixelRectangle(x: 0, y: 0, width: 212, height: 120)
        let rule = depth_rule(low: 100, high: 5_000, minimum_confidence: 1, percentile_millionths: 50_000)
        for number in 0..<(isLong ? 3_000 : 60) {
            let depths = (0..<5).map { _ in 300 + random.below(3_000) }
            let spread = 1 + random.below(1_500)
            let samples = (0..<212 * 120).map { index in
                UInt16(depths[index % 212 * 5 / 212] + random.below(spread))
            }
            let frame = DepthFrame(width: 212, height: 120, samples: samples)
            let said = Self.read(frame, area, rule, mask: nil, path: path, scratch: &scratch)
            #expect(said.counts == Self.sorted(frame, area, rule, mask: nil), "frame \(number)")
        }
    }

    @Test(arguments: paths) func `a level above 2 is found at its place, and one beside the region is not read`(
        path: depth_path
    ) {
        var scratch = [UInt16](repeating: 0, count: depth_scratch_count)
        let rule = depth_rule(low: 100, high: 5_000, minimum_confidence: 1, percentile_millionths: 50_000)
        let area = PixelRectangle(x: 3, y: 1, width: 61, height: 5)
        for index in 0..<70 * 7 {
            var frame = DepthFrame(width: 70, height: 7, samples: [UInt16](repeating: 900, count: 490))
            var levels = [UInt8](repeating: 2, count: 490)
            levels[index] = index % 2 == 0 ? 3 : 255
            frame.confidence = levels
            let isWithin = (3..<64).contains(index % 70) && (1..<6).contains(index / 70)
            let said = Self.read(frame, area, rule, mask: nil, path: path, scratch: &scratch)
            #expect(said.bad == (isWithin ? index : -1))
        }
    }
}
