import Evidence
import Foundation
import Perception
import Readings
import Recordings
import Testing

/// The product against two independent answers: sorting in this test, and the Python oracle beside the project.
@Suite struct NearestSurfaceAgreementTests {
    /// Units with their limits 0.1 m and 5.0 m in whole units, worked out by hand.
    static let units: [(Double, Int, Int)] = [
        (0.001, 100, 5_000), (0.0001, 1_000, 50_000), (0.0003, 334, 16_666), (0.00025, 400, 20_000),
        (0.01, 10, 500), (0.002, 50, 2_500),
    ]

    static func frame(_ numbers: inout SeededNumbers, unit: Double, low: Int, high: Int) -> DepthFrame {
        let width = Int.random(in: 1...70, using: &numbers)
        let height = Int.random(in: 1...23, using: &numbers)
        let kind = Int.random(in: 0..<5, using: &numbers)
        let base = Int.random(in: 0...min(high + 200, 65_535), using: &numbers)
        let samples = (0..<width * height).map { _ -> UInt16 in
            switch (kind, Int.random(in: 0..<5, using: &numbers)) {
            case (0, _): UInt16(base)
            case (1, 0...2): 0
            case (2, _): UInt16.random(in: 0...65_535, using: &numbers)
            case (3, _): UInt16([low - 1, low, high, min(high + 1, 65_535), 65_535].randomElement(using: &numbers)!)
            default: UInt16(min(65_535, base + Int.random(in: 0...300, using: &numbers)))
            }
        }
        let planed = Bool.random(using: &numbers)
        let confidence =
            planed ? (0..<width * height).map { _ in UInt8.random(in: 0...2, using: &numbers) } : nil
        return DepthFrame(width: width, height: height, depthUnit: unit, samples: samples, confidence: confidence)
    }

    @Test func `four thousand random frames agree with sorting: region, counts and strips`() throws {
        var numbers = SeededNumbers(state: 2026)
        var nearest = NearestSurface()
        var readings = 0
        for _ in 0..<4_000 {
            let (unit, low, high) = Self.units.randomElement(using: &numbers)!
            let frame = Self.frame(&numbers, unit: unit, low: low, high: high)
            let share = [0, 1, 250_000, 333_333, 500_000, 1_000_000].randomElement(using: &numbers)!
            let percentile = [1, 50_000, 70_000, 333_333, 500_000, 1_000_000].randomElement(using: &numbers)!
            let level = Int.random(in: 0...2, using: &numbers)
            nearest.rules = DepthRules(
                usableShare: Double(share) / 1_000_000, percentile: Double(percentile) / 1_000_000,
                minimumConfidence: DepthConfidence(rawValue: UInt8(level))!)
            let x = Int.random(in: 0..<frame.width, using: &numbers)
            let y = Int.random(in: 0..<frame.height, using: &numbers)
            let area = PixelRectangle(
                x: x, y: y, width: Int.random(in: 1...frame.width - x, using: &numbers),
                height: Int.random(in: 1...frame.height - y, using: &numbers))
            nearest.region = .pixels(area)
            let mask =
                Bool.random(using: &numbers)
                ? nil : frame.samples.map { _ in UInt8.random(in: 0...3, using: &numbers) == 0 ? UInt8(9) : 0 }
            let oracle = NearestOracle(
                lowUnits: low, highUnits: high, shareMillionths: share, percentileMillionths: percentile, level: level)
            let reading = try nearest.read(frame, mask: mask)
            let expected = oracle.answer(frame, area, mask: mask)
            #expect(reading.usable == expected.usable && reading.considered == expected.considered)
            #expect(reading.metres == Self.metres(expected.sample, unit))
            for strip in 0..<5 {
                let part = oracle.strip(strip, frame, area, mask: mask)
                #expect(reading.strips?[strip] == Self.metres(part.sample, unit))
            }
            readings += reading.metres == nil ? 0 : 1
        }
        #expect((1_000...3_900).contains(readings), "both kinds of answer must be common")
    }

    @Test func `rows longer than the kernel's chunks agree with sorting`() throws {
        var numbers = SeededNumbers(state: 5)
        var nearest = NearestSurface(region: .full)
        let oracle = NearestOracle(
            lowUnits: 100, highUnits: 5_000, shareMillionths: 250_000, percentileMillionths: 50_000, level: 1)
        for width in [511, 512, 513, 2_559, 2_560, 2_561, 2_565, 5_121, 9_999] {
            let samples = (0..<width * 3).map { _ in UInt16.random(in: 0...6_000, using: &numbers) }
            let frame = DepthFrame(width: width, height: 3, samples: samples)
            let area = PixelRectangle(x: 0, y: 0, width: width, height: 3)
            let reading = try nearest.read(frame)
            #expect(reading.metres == Self.metres(oracle.answer(frame, area, mask: nil).sample, 0.001))
            for strip in 0..<5 {
                let part = oracle.strip(strip, frame, area, mask: nil)
                #expect(reading.strips?[strip] == Self.metres(part.sample, 0.001))
            }
        }
    }

    /// Tall frames whose rows differ, so that no sample of rows foretells where the rank lies.
    @Test(arguments: [64, 65, 96, 240, 333]) func `frames whose rows hide what is near agree with sorting`(height: Int)
        throws
    {
        var numbers = SeededNumbers(state: UInt64(height))
        var nearest = NearestSurface(region: .full)
        let oracle = NearestOracle(
            lowUnits: 100, highUnits: 5_000, shareMillionths: 250_000, percentileMillionths: 50_000, level: 1)
        for round in 0..<60 {
            let width = Int.random(in: 1...40, using: &numbers)
            let period = Int.random(in: 1...24, using: &numbers)
            let phase = Int.random(in: 0..<period, using: &numbers)
            let noise = UInt16(round % 3 == 0 ? 0 : 40)
            let samples = (0..<width * height).map { index -> UInt16 in
                let base: UInt16 = (index / width) % period == phase ? (round % 2 == 0 ? 700 : 0) : 2_500
                return base == 0 ? 0 : base + UInt16.random(in: 0...noise, using: &numbers)
            }
            let frame = DepthFrame(width: width, height: height, samples: samples)
            let area = PixelRectangle(x: 0, y: 0, width: width, height: height)
            let reading = try nearest.read(frame)
            let expected = oracle.answer(frame, area, mask: nil)
            #expect(reading.metres == Self.metres(expected.sample, 0.001))
            #expect(reading.usable == expected.usable && reading.considered == expected.considered)
            for strip in 0..<5 {
                let part = oracle.strip(strip, frame, area, mask: nil)
                #expect(reading.strips?[strip] == Self.metres(part.sample, 0.001))
            }
        }
    }

    /// A sample in metres by way of its decimal digits, not of the product's arithmetic.
    static func metres(_ sample: Int?, _ unit: Double) -> Double? {
        sample.map { Double(String(format: "%.6f", Double($0) * unit))! }
    }

    /// What the Python oracle prints.
    struct Printed: Decodable, Equatable {
        var reading: Double?
        var reason: String?
        var usable: Int
        var considered: Int
    }

    static let canCompare = SharedData.isPresent && (try? Python.run(["-c", "print(1)"])) == "1\n"

    static func oracle(_ arguments: [String]) throws -> Printed {
        let text = try Python.run([SharedData.path("oracles/nearest_surface.py")] + arguments)
        return try JSONDecoder().decode(Printed.self, from: Data(text.utf8))
    }

    static func product(_ frame: DepthFrame, _ region: RegionOfInterest, _ level: DepthConfidence = .medium) throws
        -> Printed
    {
        var nearest = NearestSurface(rules: DepthRules(minimumConfidence: level), region: region)
        let found = try nearest.read(frame)
        return Printed(
            reading: found.metres, reason: found.reason, usable: found.usable, considered: found.considered)
    }

    @Test(
        .enabled(if: canCompare, "\(SharedData.absence), or python3 does not run"),
        arguments: [
            "room-0.png", "room-1.png", "room-2.png", "room-3.png", "room-4.png", "d435-640x480-169.z16",
            "d435-640x480-170.z16",
        ], [false, true])
    func `every real frame agrees with the oracle to the last digit`(file: String, full: Bool) throws {
        let path = SharedData.path("data/depth/" + file)
        let image = try DepthImageFile.read(path, size: .init(width: 640, height: 480))
        let expected = try Self.oracle(
            [path, "--width", "640", "--height", "480", "--roi", full ? "full" : "0.5x0.5"])
        #expect(try Self.product(image.frame(depthUnit: 0.001), full ? .full : .central) == expected)
    }

    /// A made frame, and how the oracle is to read it.
    struct Made: CustomTestStringConvertible, Sendable {
        var testDescription: String
        var width = 20
        var height = 5
        var unit = "0.001"
        var region = "full"
        var level = 1
        var samples: [UInt16]
        var confidence: [UInt8]?
    }

    static let made: [Made] = [
        Made(testDescription: "all zero", samples: [UInt16](repeating: 0, count: 100)),
        Made(testDescription: "all equal", samples: [UInt16](repeating: 1234, count: 100)),
        Made(testDescription: "all 65535", samples: [UInt16](repeating: 65_535, count: 100)),
        Made(
            testDescription: "all 65535 in fine units", unit: "0.00005",
            samples: [UInt16](repeating: 65_535, count: 100)),
        Made(testDescription: "exactly a quarter", samples: (0..<100).map { $0 < 25 ? 900 + $0 : 0 }),
        Made(testDescription: "one less than a quarter", samples: (0..<100).map { $0 < 24 ? 900 + $0 : 0 }),
        Made(testDescription: "the limits", samples: (0..<100).map { [99, 100, 5000, 5001][Int($0) % 4] }),
        Made(
            testDescription: "the limits in 0.0003", unit: "0.0003",
            samples: (0..<100).map { [333, 334, 16_666, 16_667][Int($0) % 4] }),
        Made(
            testDescription: "the limits in 0.0001", unit: "0.0001",
            samples: (0..<100).map { [999, 1000, 50_000, 50_001][Int($0) % 4] }),
        Made(
            testDescription: "confidence", samples: (0..<100).map { 500 + $0 },
            confidence: (0..<100).map { UInt8($0 % 3) }),
        Made(
            testDescription: "high only", level: 2, samples: (0..<100).map { 500 + $0 },
            confidence: (0..<100).map { UInt8($0 % 3) }),
        Made(
            testDescription: "low too", level: 0, samples: (0..<100).map { 500 + $0 },
            confidence: (0..<100).map { UInt8($0 % 3) }),
        Made(testDescription: "1×1", width: 1, height: 1, samples: [777]),
        Made(testDescription: "1×1 hole", width: 1, height: 1, samples: [0]),
        Made(
            testDescription: "odd half", width: 7, height: 5, region: "0.5x0.5", samples: (0..<35).map { 400 + $0 * 7 }),
        Made(
            testDescription: "halves to even", width: 5, height: 3, region: "0.5x0.5",
            samples: (0..<15).map { 400 + $0 * 7 }),
        Made(testDescription: "narrow", width: 33, height: 3, region: "0.07x1", samples: (0..<99).map { 400 + $0 * 7 }),
        Made(testDescription: "odd unit", unit: "0.00012437", samples: (0..<100).map { 2_001 + $0 * 3 }),
    ]

    @Test(.enabled(if: canCompare, "\(SharedData.absence), or python3 does not run"), arguments: made)
    func `made frames agree with the oracle to the last digit`(made: Made) throws {
        try Files.withTemporaryFolder { (folder: String) throws -> Void in
            let path = folder + "/frame.z16"
            Files.write(made.samples.flatMap { [UInt8($0 & 255), UInt8($0 >> 8)] }, to: path)
            var arguments = [
                path, "--width", "\(made.width)", "--height", "\(made.height)", "--unit", made.unit, "--roi",
                made.region, "--min-confidence", "\(made.level)",
            ]
            if let confidence = made.confidence {
                Files.write(confidence, to: folder + "/confidence")
                arguments += ["--confidence", folder + "/confidence"]
            }
            let expected = try Self.oracle(arguments)
            let image = try DepthImageFile.read(path, size: .init(width: made.width, height: made.height))
            let frame = image.frame(depthUnit: Double(made.unit)!, confidence: made.confidence)
            let found = try Self.product(frame, Self.region(made.region), DepthConfidence(rawValue: UInt8(made.level))!)
            #expect(found == expected)
        }
    }

    static func region(_ text: String) -> RegionOfInterest {
        let parts = text.split(separator: "x").compactMap { Double($0) }
        return parts.count == 2 ? .fractions(width: parts[0], height: parts[1]) : .full
    }
}
