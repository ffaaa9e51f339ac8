import Documents
import Perception
import Readings
import Recordings

/// `nearest`: depth images to readings.
enum NearestCommand {
    static let description = CommandDescription(
        name: "nearest", operands: "FILE…",
        summary: "Reads depth images, or the camera live, and tells how far the nearest surface ahead is.",
        options: [
            .json, .config,
            CommandOption(name: "--width", value: "N", meaning: "columns of a raw file"),
            CommandOption(name: "--height", value: "N", meaning: "rows of a raw file"),
            CommandOption(name: "--unit", value: "METRES", meaning: "metres for one unit of depth (0.001)"),
            CommandOption(name: "--confidence", value: "FILE", meaning: "a raw plane of confidence levels 0, 1, 2"),
            CommandOption(
                name: "--min-confidence", value: "LEVEL", meaning: "low, medium or high, or 0, 1 or 2 (medium)"),
            CommandOption(
                name: "--roi", value: "WxH", meaning: "the region as fractions of the frame, or full (0.5x0.5)"),
            NearestLive.live, NearestLive.count, .profiles, CalibrationOption.option,
        ],
        examples: [
            ("companion nearest frame.png", "the nearest surface in the middle of a 16-bit PNG"),
            ("companion nearest frame.z16 --width 640 --height 480 --roi full", "the whole of a raw frame"),
            ("companion nearest *.png --json", "a line for each file"),
            ("companion nearest --live", "the camera that is plugged in, twice a second"),
        ]
    ) { invocation throws(CommandFailure) in
        if invocation.has("--live") { return try live(invocation) }
        return try files(invocation)
    }

    private static func files(_ invocation: Invocation) throws(CommandFailure) -> Int32 {
        try invocation.refuse(["--count", "--profiles"], without: "--live")
        guard !invocation.operands.isEmpty else {
            throw .usage("nearest needs a depth image", remedy: "for example: companion nearest frame.png")
        }
        let reader = try NearestFiles(invocation)
        let output = Output()
        var status: Int32 = 0
        for path in invocation.operands {
            do throws(CommandFailure) {
                let reading = try reader.read(path)
                output.line(invocation.isJSON ? DocumentWriter.line(json(path, reading)) : text(path, reading))
            } catch {
                output.flush()
                status = CommandLineDoor.report(error, asJSON: invocation.isJSON)
            }
        }
        return status
    }

    private static func live(_ invocation: Invocation) throws(CommandFailure) -> Int32 {
        try invocation.refuse(["--width", "--height", "--unit", "--confidence"], beside: "--live")
        let reader = try NearestFiles(invocation, orOf: ConfigurationPaths.configuration)
        return try NearestLive.run(invocation, rules: reader.rules, region: reader.region)
    }

    private static func json(_ path: String, _ reading: NearestReading) -> JSONValue {
        .object([.init("file", .string(path))] + members(reading))
    }

    /// A reading as the members of an object.
    static func members(_ reading: NearestReading) -> [JSONValue.Member] {
        let clear: [JSONValue.Member] = reading.reading == .clear ? [.init("clear", .boolean(true))] : []
        return [
            .init("reading", reading.metres.map { .number(DecimalText.fixed($0, digits: 6)) } ?? .null),
            .init("reason", reading.reason.map { .string($0) } ?? .null),
            .init("usable", .integer(reading.usable)), .init("considered", .integer(reading.considered)),
        ] + clear
    }

    private static func text(_ path: String, _ reading: NearestReading) -> String { "\(path): " + words(reading) }

    /// A reading in words.
    static func words(_ reading: NearestReading) -> String {
        let share = "\(reading.usable) of \(reading.considered) samples usable"
        if reading.reading == .clear { return "clear, only the floor ahead (\(share))" }
        guard let metres = reading.metres else { return "no reading, too few usable samples (\(share))" }
        return "\(DecimalText.fixed(metres, digits: 6)) m (\(share))"
    }
}

/// Reads depth images as the options say.
struct NearestFiles {
    private let size: DepthImageFile.Size?
    private let unit: Double
    private let confidencePath: String?
    /// The rules that the options give.
    let rules: DepthRules
    /// The region that the options give.
    let region: RegionOfInterest
    private let calibration: GroundCalibration?

    /// Takes the options; without `--config` the settings are those of the file at `standard`, if there is one.
    init(_ invocation: Invocation, orOf standard: String? = nil) throws(CommandFailure) {
        size = try Self.size(invocation)
        unit = try invocation.number("--unit", in: 0.000_001...1) ?? 0.001
        confidencePath = invocation.value("--confidence")
        var rules = DepthRules(settings: try FileReading.settings(invocation, orOf: standard))
        rules.stripsOn = false
        if let level = invocation.value("--min-confidence") { rules.minimumConfidence = try Self.confidence(level) }
        self.rules = rules
        region = try invocation.value("--roi").map(Self.region) ?? rules.region
        calibration = try CalibrationOption.mounting(invocation).map { GroundCalibration(mounting: $0) }
    }

    /// The size of raw files that `--width` and `--height` give.
    static func size(_ invocation: Invocation) throws(CommandFailure) -> DepthImageFile.Size? {
        let width = try invocation.whole("--width", in: 1...DepthImage.sideLimit)
        let height = try invocation.whole("--height", in: 1...DepthImage.sideLimit)
        guard let width, let height else {
            guard width == nil, height == nil else {
                throw .usage("a raw file needs both --width and --height", remedy: "give the other one as well")
            }
            return nil
        }
        return .init(width: width, height: height)
    }

    private static func confidence(_ text: String) throws(CommandFailure) -> DepthConfidence {
        switch text {
        case "low", "0": return .low
        case "medium", "1": return .medium
        case "high", "2": return .high
        default: throw .usage("--min-confidence is \"\(text)\"", remedy: "low, medium or high, or 0, 1 or 2")
        }
    }

    private static func region(_ text: String) throws(CommandFailure) -> RegionOfInterest {
        if text == "full" { return .full }
        let sides = text.split(separator: "x", omittingEmptySubsequences: false).map { Double($0) }
        guard sides.count == 2, let width = sides[0], let height = sides[1], width > 0, width <= 1, height > 0,
            height <= 1
        else { throw .usage("--roi is \"\(text)\"", remedy: "fractions above 0 up to 1 such as 0.5x0.5, or full") }
        return .fractions(width: width, height: height)
    }

    func read(_ path: String) throws(CommandFailure) -> NearestReading {
        do throws(DepthImageError) {
            let image = try DepthImageFile.read(path, size: size)
            let planeSize = DepthImageFile.Size(width: image.width, height: image.height)
            var confidence: [UInt8]?
            if let confidencePath { confidence = try DepthImageFile.readConfidence(confidencePath, size: planeSize) }
            return try measure(image.frame(depthUnit: unit, confidence: confidence), path)
        } catch {
            throw Self.failure(error)
        }
    }

    private func measure(_ frame: DepthFrame, _ path: String) throws(DepthImageError) -> NearestReading {
        if let calibration { return try measure(frame, path, calibration) }
        var surface = NearestSurface(rules: rules, region: region)
        do throws(DepthFrameError) {
            return try surface.read(frame)
        } catch {
            throw DepthImageError(file: path, problem: .damaged(error.description))
        }
    }

    /// The same with the floor known.
    private func measure(
        _ frame: DepthFrame, _ path: String, _ calibration: GroundCalibration
    ) throws(DepthImageError) -> NearestReading {
        var perception = FramePerception(rules: rules, region: region, calibration: calibration)
        _ = perception.observe(frame)
        if case .unfit(let width, let height) = perception.groundState {
            throw DepthImageError(
                file: path, problem: .damaged("the calibration is not for a picture of \(width)×\(height)"))
        }
        guard let reading = perception.lastReading else {
            throw DepthImageError(
                file: path, problem: .damaged(perception.lastMalformation?.description ?? "it cannot be read"))
        }
        return reading
    }

    private static func failure(_ error: DepthImageError) -> CommandFailure {
        CommandFailure(code: "badImage", message: error.description, at: error.file)
    }
}
