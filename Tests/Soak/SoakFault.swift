/// What goes wrong in one simulated minute.
enum SoakFault: String, CaseIterable {
    case cameraStops = "the camera stops"
    case cameraUnplugged = "the camera is unplugged"
    case cameraFreezes = "the camera repeats a frame"
    case cameraFlickers = "the camera flickers"
    case cameraSeesNothing = "the camera is covered"
    case cameraGoesBlind = "the camera is blind before something near"
    case cameraLies = "the camera shows ghosts"
    case cameraSendsRubbish = "the camera sends malformed frames"
    case cameraBursts = "the camera sends forty frames at once"
    case cameraClockJumps = "the camera's clock jumps"
    case floorDrops = "the floor drops away"
    case pressureDrifts = "the weather turns and doors slam"
    case pressureFreezes = "the barometer freezes"
    case pressureVanishes = "the barometer vanishes"
    case pressureIsImpossible = "the barometer reads what no air has"
    case voiceHangs = "the voice hangs"
    case voiceFails = "every voice fails"
    case diskFills = "the disk is full"
    case clockSleeps = "the machine sleeps for three seconds"
    case doorsFlood = "the control socket is flooded"

    /// How long it lasts, in seconds.
    var length: Double {
        switch self {
        case .cameraStops, .cameraFlickers, .diskFills: 20
        case .cameraUnplugged, .cameraFreezes, .cameraSeesNothing, .cameraGoesBlind: 15
        case .pressureFreezes, .pressureVanishes, .pressureIsImpossible, .pressureDrifts: 15
        case .cameraSendsRubbish: 10
        case .voiceHangs: 30
        case .floorDrops: 4
        case .clockSleeps: 3
        case .cameraLies: 2.5
        case .cameraBursts, .cameraClockJumps, .voiceFails, .doorsFlood: 2
        }
    }

    /// Whether whole frames can show it; what lies on the floor they would need a calibration for.
    var canBeFrames: Bool { self != .floorDrops }
}

/// What the camera shows at a moment.
enum Look: Equatable {
    /// It gives no frame.
    case silent
    /// A wall at some metres.
    case wall(Double)
    /// Nothing that can be measured.
    case holes
    /// The frame of before, unchanged.
    case frozen
    /// A frame whose sizes do not fit together.
    case rubbish
    /// A wall far away, and the floor that drops away at some metres.
    case drop(Double)
}

/// One simulated minute: what goes wrong in it, and when.
struct SoakMinute {
    /// How far away everything is while nothing happens, in metres.
    static let far = 3.0
    /// How near the wall comes that ends each minute.
    static let near = 0.9

    let number: Int
    let fault: SoakFault
    /// When the fault begins, in seconds after the minute.
    let begin: Double
    /// When the wall comes near, in seconds after the minute, for 1.5 s.
    let approach: Double
    /// Whether depth comes as whole frames of pixels.
    let isFrames: Bool

    var end: Double { begin + fault.length }

    /// What the camera shows so many seconds after the minute.
    func look(at second: Double) -> Look {
        if second >= approach, second < approach + 1.5 { return .wall(Self.near) }
        let since = second - begin
        guard since >= 0, second < end else { return .wall(Self.far) }
        switch fault {
        case .cameraStops, .cameraUnplugged: return .silent
        case .cameraFreezes: return .frozen
        case .cameraFlickers: return since.truncatingRemainder(dividingBy: 1.6) < 1.2 ? .silent : .wall(Self.far)
        case .cameraSeesNothing: return .holes
        case .cameraGoesBlind: return since < 1 ? .wall(0.5) : .holes
        case .cameraLies: return since >= 1 && since < 1 + 3.5 / 30 ? .wall(4.5) : .wall(0.5)
        case .cameraSendsRubbish: return .rubbish
        case .floorDrops: return .drop(1.2)
        case .diskFills: return since >= 5 && since < 6.5 ? .wall(0.8) : .wall(Self.far)
        default: return .wall(Self.far)
        }
    }
}
