import Perception
import Readings
import Recordings
import Service

/// Where the frames of a calibration come from, and what they showed.
struct CalibrationSource {
    /// Where they come from, for the file's comment.
    let origin: String
    private let intrinsics: PinholeIntrinsics
    private let estimator: MountingEstimator
    private let last: DepthFrame?

    /// Reads five seconds of what the options name.
    init(_ invocation: Invocation) throws(CommandFailure) {
        let given = ["--from", "--simulate"].filter(invocation.has)
        guard given.count <= 1 else {
            throw .usage("\(given.joined(separator: " and ")) exclude each other", remedy: "keep one")
        }
        switch given.first {
        case "--simulate": try self.init(scenario: invocation.value("--simulate"), invocation)
        case "--from": try self.init(folder: invocation)
        default: try self.init(live: invocation)
        }
    }

    private init(live invocation: Invocation) throws(CommandFailure) {
        try invocation.refuse(["--rate", "--width", "--height", "--unit", "--intrinsics"], without: "--from")
        let camera = try LiveCalibration.camera(invocation)
        last = camera.last
        origin = camera.title
        intrinsics = camera.intrinsics
        estimator = camera.estimator
    }

    private init(scenario path: String?, _ invocation: Invocation) throws(CommandFailure) {
        let file = try ScenarioOption.read(path, invocation)
        guard let camera = file.scenario.camera, let optics = camera.mounting.intrinsics else {
            throw CommandFailure(
                code: "noCamera", message: "the scenario has no camera", remedy: "leave out camera: false")
        }
        var estimator = MountingEstimator(intrinsics: optics)
        last = CalibrationFrames.take(file.scenario) { estimator.take($0) }
        origin = "the scenario \(path ?? "")"
        intrinsics = optics
        self.estimator = estimator
    }

    private init(folder invocation: Invocation) throws(CommandFailure) {
        let folder = try RecordedCommand.folder(invocation)
        guard let first = folder.frames.first else {
            throw CommandFailure(
                code: "emptyFolder", message: "the folder holds no depth frame", remedy: "record some seconds first")
        }
        var frame = DepthFrame(width: 1, height: 1, samples: [0])
        folder.load(0, into: &frame, arrival: first.time)
        intrinsics = try Self.intrinsics(invocation, width: frame.width, height: frame.height)
        var estimator = MountingEstimator(intrinsics: intrinsics)
        last = CalibrationFrames.take(folder) { estimator.take($0) }
        origin = "recorded frames"
        self.estimator = estimator
    }

    /// The optics that `--intrinsics` gives for frames of a size.
    private static func intrinsics(
        _ invocation: Invocation, width: Int, height: Int
    ) throws(CommandFailure) -> PinholeIntrinsics {
        guard let text = invocation.value("--intrinsics") else {
            throw .usage(
                "recorded frames do not tell the camera's optics",
                remedy: "give --intrinsics FX,FY,CX,CY: focal lengths and centre in pixels")
        }
        let numbers = text.split(separator: ",", omittingEmptySubsequences: false).map { Double($0) ?? .nan }
        guard numbers.count == 4, numbers.allSatisfy({ $0.isFinite && $0 >= 0 }), numbers[0] >= 1, numbers[1] >= 1,
            numbers[2] <= Double(width), numbers[3] <= Double(height)
        else {
            throw .usage(
                "--intrinsics is \"\(text)\"",
                remedy: "four numbers of pixels within the frame, such as 390.4,390.4,331.4,242.2")
        }
        return PinholeIntrinsics(
            width: width, height: height, focalX: numbers[0], focalY: numbers[1], centreX: numbers[2],
            centreY: numbers[3])
    }

    /// What the frames say of the mounting.
    func measure(name: String) -> Result<MountingEstimate, MountingRefusal> { estimator.result(name: name) }

    /// The same in characters.
    func sketch(of mounting: MountingCalibration) -> [String] {
        last.map { CalibrationSketch.lines($0, mounting, intrinsics: intrinsics) } ?? []
    }

    /// The picture before and after.
    func picture(of mounting: MountingCalibration) -> String {
        CalibrationPicture.svg(
            last ?? DepthFrame(width: 1, height: 1, samples: [0]), mounting, intrinsics: intrinsics)
    }
}
