import Readings

/// How a camera was found to be mounted, and from how much.
public struct MountingEstimate: Equatable, Sendable {
    /// The mounting, with uncertainties, optics and noise.
    public var mounting: MountingCalibration
    /// The frames in which the floor was found.
    public var frames: Int
    /// The share of a frame's points that are floor, in the middle of the frames.
    public var floorShare: Double

    /// Gathers what was found.
    public init(mounting: MountingCalibration, frames: Int, floorShare: Double) {
        self.mounting = mounting
        self.frames = frames
        self.floorShare = floorShare
    }
}

/// Why a mounting could not be measured.
public enum MountingRefusal: Error, Equatable, Sendable, CustomStringConvertible {
    /// Fewer frames than are needed.
    case tooFewFrames(Int)
    /// A frame with hardly a sample.
    case tooFewPoints(Int)
    /// Frames that do not show the picture that the optics are for.
    case otherPicture(width: Int, height: Int)
    /// No plane that could be a floor, or one that too little lies on.
    case noFloor
    /// Much lies under what would be the floor, so that it is none.
    case somethingBelow(share: Double)
    /// The floor is seen over too short a way.
    case floorTooShort(metres: Double)
    /// The frames do not agree with each other.
    case disagreement(heightMetres: Double, degrees: Double, frames: Int, of: Int)
    /// The picture changes: the robot moves, or something in front of it.
    case moves

    /// The stable code that the commands print.
    public var code: String {
        switch self {
        case .tooFewFrames: "tooFewFrames"
        case .tooFewPoints: "tooFewPoints"
        case .otherPicture: "otherPicture"
        case .noFloor: "noFloor"
        case .somethingBelow: "somethingBelow"
        case .floorTooShort: "floorTooShort"
        case .disagreement: "disagreement"
        case .moves: "moves"
        }
    }

    /// What is wrong, for a person.
    public var description: String {
        switch self {
        case .tooFewFrames(let count):
            "only \(count) frames came; at least \(MountingEstimator.fewestFrames) are needed"
        case .tooFewPoints(let count): "a frame gave only \(count) usable points"
        case .otherPicture(let width, let height):
            "frames of \(width)×\(height) do not show the picture that the optics are for"
        case .noFloor: "no floor is seen"
        case .somethingBelow(let share):
            "\(Int((share * 100).rounded())) of 100 points lie below what would be the floor, so it is a table or the head of a stair"
        case .floorTooShort(let metres):
            "the floor is seen over only \(Int((metres * 100).rounded())) cm"
        case .disagreement(let height, let degrees, let frames, let of):
            "the frames do not agree: \(Int((height * 1000).rounded())) mm in height, \((degrees * 10).rounded() / 10) degrees, a floor in \(frames) of \(of)"
        case .moves: "the picture changes: the robot moves, or something in front of it"
        }
    }

    /// What to do about it.
    public var remedy: String {
        switch self {
        case .tooFewFrames: "wait for the camera, or record five seconds"
        case .tooFewPoints: "uncover the camera, and give it light and a floor with some texture"
        case .otherPicture: "give the optics of this picture"
        case .noFloor, .floorTooShort: "stand the robot on a flat floor with 2 m free ahead"
        case .somethingBelow: "stand the robot on the floor itself, away from stairs"
        case .disagreement: "stand the robot still on a flat floor that is not glossy"
        case .moves: "keep the robot and what is before it still for five seconds"
        }
    }
}

/// Notices that pictures of a scene change from the first to later ones by more than noise.
struct PictureChange: Sendable {
    /// The share of the compared points that must have changed.
    static let changedShare = 0.05
    /// The frames that must differ from the first.
    private static let frames = 3

    private var first: [UInt16] = []
    private var changedFrames = 0

    /// Whether the scene moved.
    var hasMoved: Bool { changedFrames >= Self.frames }

    /// Takes a frame, every `step`-th pixel of every `step`-th row.
    mutating func take(_ frame: DepthFrame, step: Int) {
        var now: [UInt16] = []
        for row in stride(from: 0, to: frame.height, by: step) {
            for column in stride(from: 0, to: frame.width, by: step) {
                now.append(frame.samples[row * frame.width + column])
            }
        }
        guard first.count == now.count else {
            first = now
            return
        }
        var (compared, changed) = (0, 0)
        for (old, new) in zip(first, now) where old > 0 && new > 0 {
            let (before, after) = (Double(old) * frame.depthUnit, Double(new) * frame.depthUnit)
            compared += 1
            if abs(after - before) > 0.03 * after + 6 * GroundCalibration.standardNoise * after * after { changed += 1 }
        }
        if changed >= 10, Double(changed) >= Self.changedShare * Double(compared) { changedFrames += 1 }
    }
}
