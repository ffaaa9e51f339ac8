import Readings

/// What the camera of a scenario does at each of its moments, faults included.
struct CameraTimeline: Sendable {
    /// What one frame shows and how it is stamped.
    struct Shot: Equatable, Sendable {
        /// The moment of the scene that is shown.
        var scene: Instant
        /// The number that chooses the noise.
        var index: UInt64
        /// The camera's own number of the frame, from 1.
        var sequence: UInt64
        /// The camera's own time.
        var cameraTime: Duration
        /// Whether all samples are holes.
        var isBlank: Bool
    }

    /// What comes at a moment.
    enum Outcome: Equatable, Sendable {
        case shot(Shot)
        case nothing
        case disconnected(until: Double)
    }

    let cadence: Cadence
    let faults: [Fault]

    init(_ camera: CameraModel, _ faults: [Fault]) {
        cadence = Cadence(rate: camera.rate)
        self.faults = faults
    }

    /// What the camera does at the moment of frame `index`.
    func outcome(ofFrame index: Int) -> Outcome {
        let moment = cadence.instant(of: index)
        guard let fault = Fault.shown(in: faults, camera: true, at: moment.seconds) else {
            return .shot(shot(index, scene: index, stamp: index))
        }
        switch fault.kind {
        case .cameraDisconnected: return .disconnected(until: fault.span.upperBound)
        case .cameraFrozen(let advances):
            let last = max(0, lastBefore(fault.span.lowerBound))
            return .shot(shot(index, scene: last, stamp: advances ? index : last))
        case .cameraZeros:
            var blank = shot(index, scene: index, stamp: index)
            blank.isBlank = true
            return .shot(blank)
        default: return .nothing
        }
    }

    /// Whether the camera is gone at a moment, and until when, in seconds.
    func goneUntil(at instant: Instant) -> Double? {
        let fault = Fault.shown(in: faults, camera: true, at: instant.seconds)
        return fault.flatMap { $0.isDisconnection ? $0.span.upperBound : nil }
    }

    private func lastBefore(_ seconds: Double) -> Int {
        let start = Instant(seconds: seconds)
        let newest = cadence.newest(at: start)
        return cadence.instant(of: max(newest, 0)) < start ? newest : newest - 1
    }

    private func shot(_ index: Int, scene: Int, stamp: Int) -> Shot {
        Shot(
            scene: cadence.instant(of: scene), index: UInt64(scene), sequence: UInt64(stamp + 1),
            cameraTime: cadence.instant(of: stamp) - .start, isBlank: false)
    }
}

/// What the barometer of a scenario does at each of its moments, faults included.
struct PressureTimeline: Sendable {
    /// What comes at a moment.
    enum Outcome: Equatable, Sendable {
        case sample(hectopascals: Double)
        case nothing
        case disconnected(until: Double)
    }

    let cadence: Cadence
    let faults: [Fault]
    let model: PressureModel

    init(_ scenario: Scenario, _ barometer: BarometerModel) {
        cadence = barometer.cadence
        faults = scenario.faults
        model = PressureModel(scenario)
    }

    /// What the barometer does at the moment of sample `index`.
    func outcome(ofSample index: Int) -> Outcome {
        let moment = cadence.instant(of: index)
        guard let fault = Fault.shown(in: faults, camera: false, at: moment.seconds) else {
            return .sample(hectopascals: reading(index))
        }
        switch fault.kind {
        case .barometerDisconnected: return .disconnected(until: fault.span.upperBound)
        case .barometerFrozen: return .sample(hectopascals: reading(lastBefore(fault.span.lowerBound)))
        case .barometerJumps(let offset): return .sample(hectopascals: reading(index) + offset)
        default: return .nothing
        }
    }

    /// Whether the barometer is gone at a moment, and until when, in seconds.
    func goneUntil(at instant: Instant) -> Double? {
        let fault = Fault.shown(in: faults, camera: false, at: instant.seconds)
        return fault.flatMap { $0.isDisconnection ? $0.span.upperBound : nil }
    }

    private func reading(_ index: Int) -> Double {
        model.reading(at: cadence.instant(of: index), index: UInt64(index))
    }

    private func lastBefore(_ seconds: Double) -> Int {
        let start = Instant(seconds: seconds)
        let newest = max(cadence.newest(at: start), 0)
        return cadence.instant(of: newest) < start ? newest : max(newest - 1, 0)
    }
}
