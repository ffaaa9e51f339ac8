/// What the air does in a scenario.
package struct Weather: Equatable, Sendable {
    /// The pressure at height 0 when the scenario begins, hPa.
    package var pressure = 1013.25
    /// How fast it changes, hPa an hour.
    package var drift = 0.0
    /// The restlessness of the air, hPa RMS.
    package var noise = 0.0
    /// What doors do to it.
    package var doors: [DoorPulse] = []

    /// Makes still air at 1013.25 hPa.
    package init() {}
}

/// What one door does to the pressure.
package struct DoorPulse: Equatable, Sendable {
    /// How the pressure goes.
    package enum Shape: Equatable, Sendable {
        /// A slam: up to the peak and back, as a parabola.
        case smooth
        /// A gust: at the peak for the whole time.
        case square
        /// A pressurised door: a ramp to a pressure that stays.
        case kept
    }

    /// When it begins, seconds.
    package var seconds: Double
    /// The peak, or the step that stays, hPa, signed.
    package var hectopascals: Double
    /// How long the pulse or the ramp lasts, seconds.
    package var duration: Double
    /// How it goes.
    package var shape: Shape

    /// What the door adds to the pressure at a time, hPa.
    package func pressure(at time: Double) -> Double {
        guard time >= seconds else { return 0 }
        let share = duration > 0 ? (time - seconds) / duration : 1
        switch shape {
        case .smooth: return share < 1 ? hectopascals * 4 * share * (1 - share) : 0
        case .square: return share < 1 ? hectopascals : 0
        case .kept: return hectopascals * min(share, 1)
        }
    }
}

/// The barometer of a scenario.
package struct BarometerModel: Equatable, Sendable {
    /// Samples a second.
    package var rate = 25.0
    /// The deviation of a sample, hPa RMS; with 0 the samples repeat, as those of a frozen sensor do.
    package var noise = 0.012
    /// Metres above the floor that the walker stands on.
    package var mountHeight = 0.3

    /// Makes the default barometer.
    package init() {}

    var cadence: Cadence { Cadence(rate: rate) }
}

extension Weather {
    static let keys = ["pressure", "drift", "noise", "doors"]

    /// Reads the `weather` object.
    init(_ fields: ScenarioFields?) {
        self.init()
        guard let fields else { return }
        pressure = fields.number("pressure", or: pressure, in: 300...1100)
        drift = fields.number("drift", or: 0, in: -50...50)
        noise = fields.number("noise", or: 0, in: 0...10)
        doors = fields.objects("doors", keys: ["t", "slam", "gust", "step", "duration"]).compactMap { DoorPulse($0) }
    }
}

extension DoorPulse {
    private static let kinds: [(key: StaticString, shape: Shape, duration: Double)] = [
        ("slam", .smooth, 1), ("gust", .square, 1), ("step", .kept, 0.3),
    ]

    /// Reads one door; nil where it is not clear what it does.
    init?(_ fields: ScenarioFields) {
        let given = Self.kinds.filter { fields.has($0.key) }
        guard let kind = given.first, given.count == 1 else {
            fields.findings.add(
                "contradiction", at: fields.element, fields.pointer,
                "a door has exactly one of \"slam\", \"gust\" and \"step\", in hPa")
            return nil
        }
        guard let start = fields.number("t", in: 0...ScenarioLimits.seconds),
            let size = fields.number(kind.key, in: -50...50)
        else { return nil }
        let duration = fields.number("duration", or: kind.duration, in: 0...3600)
        self.init(seconds: start, hectopascals: size, duration: duration, shape: kind.shape)
    }
}

extension BarometerModel {
    static let keys = ["rate", "noise", "mountHeight"]

    /// Reads the `barometer` object.
    init(_ fields: ScenarioFields?) {
        self.init()
        guard let fields else { return }
        rate = fields.number("rate", or: rate, in: 0.1...200)
        noise = fields.number("noise", or: noise, in: 0...10)
        mountHeight = fields.number("mountHeight", or: mountHeight, in: 0...3)
    }
}
