import Announcing
import Perception
import Readings

/// What is decided of floors and the barometer; nothing at all outside a vertically ordered group.
struct FloorDecisions {
    private var isConfigured: Bool
    private var watch = FloorWatch()
    private var lossVoiced = false
    private var changeHolds = false
    private var stateSaid = BarometerState.off
    private let words = Words()

    /// What the barometer reports of a ride, for whoever asks which floor it led to.
    enum Report {
        case changed(upwards: Bool)
        case settled(Double)
        case returned
        case lost
    }

    init(isConfigured: Bool) {
        self.isConfigured = isConfigured
    }

    /// The state, as the log names it.
    var state: String { watch.state.rawValue }

    /// Whether a baseline is still awaited, so that the robot is not ready.
    var isAwaitingBaseline: Bool { watch.state != .off && !watch.hasBaseline }

    /// The place was confirmed: floors are watched only where its group is vertically ordered.
    mutating func placeConfirmed(isVerticallyOrdered: Bool, into decisions: inout Decisions) {
        changeHolds = false
        if isVerticallyOrdered, isConfigured {
            if watch.state == .off { watch.switchOn(at: decisions.time) } else { watch.setBaselineAfresh() }
        } else if watch.state != .off {
            watch.switchOff()
            lossVoiced = false
        }
        tellState(into: &decisions)
    }

    /// There is a barometer after all.
    mutating func expect(isVerticallyOrdered: Bool, into decisions: inout Decisions) {
        guard !isConfigured else { return }
        isConfigured = true
        placeConfirmed(isVerticallyOrdered: isVerticallyOrdered, into: &decisions)
    }

    mutating func take(_ sample: PressureSample, into decisions: inout Decisions) -> [Report] {
        tell(watch.take(sample), into: &decisions)
    }

    private mutating func tell(_ facts: [FloorFact], into decisions: inout Decisions) -> [Report] {
        tellState(into: &decisions)
        return facts.compactMap { decide($0.kind, into: &decisions) }
    }

    var nextDeadline: Instant? { watch.nextDeadline }

    mutating func advance(into decisions: inout Decisions) -> [Report] {
        tell(watch.advance(to: decisions.time), into: &decisions)
    }

    /// Whether there is no barometer to notice a change of floor: none configured, or none that reads.
    var isBlind: Bool { watch.state == .off || watch.state == .unavailable }

    private mutating func tellState(into decisions: inout Decisions) {
        guard watch.state != stateSaid else { return }
        stateSaid = watch.state
        decisions.add(.state(.barometer(stateSaid.rawValue)))
    }

    private mutating func decide(_ fact: FloorFact.Kind, into decisions: inout Decisions) -> Report? {
        switch fact {
        case .unavailable:
            decisions.say(.barometerUnavailable, words.text(.barometerUnavailable), key: "barometer")
            return .lost
        case .back:
            if lossVoiced { decisions.say(.barometerBack, words.text(.barometerBack), key: "barometer") }
        case .baselineReady: decisions.touchesSpeech = true
        case .changed(let direction, let metres):
            decisions.add(.floor(.changed(metres)))
            return .changed(upwards: direction == .up)
        case .settled(let change):
            decisions.add(.floor(.settled(change)))
            return .settled(change)
        case .returned:
            decisions.add(.floor(.returned))
            decisions.say(.floorReturned, words.text(.floorReturned), key: "floor")
            return .returned
        }
        return nil
    }

    /// Says that the floor has changed.
    mutating func sayChanged(upwards: Bool, into decisions: inout Decisions) {
        changeHolds = true
        decisions.say(.floorChanged, words.text(upwards ? .floorUp : .floorDown), key: "floor")
    }

    /// What does not work of the barometer, in words.
    var faultText: String? { watch.state == .unavailable ? words.text(.barometerUnavailable) : nil }

    func judge(_ announcement: Announcement) -> Judgement {
        switch announcement.kind {
        case .barometerUnavailable: watch.state == .unavailable ? .holds : .overtaken
        case .barometerBack: watch.state == .ok ? .holds : .overtaken
        case .floorChanged: changeHolds ? .holds : .overtaken
        default: .holds
        }
    }

    mutating func voiced(_ announcement: Announcement) {
        switch announcement.kind {
        case .barometerUnavailable: lossVoiced = true
        case .barometerBack: lossVoiced = false
        default: break
        }
    }
}
