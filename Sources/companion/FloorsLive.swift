import Devices
import Documents
import Perception
import Platform
import Readings
import Service

/// `floors --live`: the barometer now, and the floor changes that it shows.
enum FloorsLive {
    static let live = CommandOption(name: "--live", meaning: "read the barometer instead of a file, until Ctrl-C")
    static let count = CommandOption(name: "--count", value: "N", meaning: "with --live: end after N samples")
    /// How often the altitude is printed for a person.
    private static let textPause = Duration.seconds(1)

    static func run(_ invocation: Invocation) throws(CommandFailure) -> Int32 {
        let live = try LiveReading(invocation)
        // What stands in the way is said once, at the end.
        let silent = ServiceLog(hasPriorities: false) { _ in true }
        var source = live.sensors.pressureSource(live.settings, clock: live.clock, log: silent, isStopped: { false })
        var watch = Watch(isJSON: invocation.isJSON, count: live.count, at: live.clock.now())
        return try live.take(missing: { LiveDevices.missing(live.sensors.barometer.status) }) {
            if case .reading(let sample) = source.next(limit: LiveDevices.turn) {
                return watch.take(sample) ? .taken : .last
            }
            watch.advance(to: live.clock.now())
            return .nothing
        }
    }

    /// Watches floors, and prints what it finds.
    private struct Watch {
        private var floors = FloorWatch()
        private let isJSON: Bool
        private var left: Int?
        private var next: Instant?
        private let output = Output(flushesLines: true)

        init(isJSON: Bool, count: Int?, at now: Instant) {
            self.isJSON = isJSON
            left = count
            floors.switchOn(at: now)
        }

        mutating func advance(to now: Instant) { print(floors.advance(to: now)) }

        /// Takes a sample; false after the last.
        mutating func take(_ sample: PressureSample) -> Bool {
            print(floors.take(sample))
            if !isJSON, next.map({ sample.time >= $0 }) ?? true {
                next = sample.time + FloorsLive.textPause
                output.line(EffectText.stamp(sample.time) + "  " + words(sample))
            }
            left = left.map { $0 - 1 }
            return left != 0
        }

        private func print(_ facts: [FloorFact]) {
            for fact in facts where fact.line != nil {
                output.line(isJSON ? FloorsCommand.json(fact) : FloorsCommand.text(fact))
            }
        }

        private func words(_ sample: PressureSample) -> String {
            let pressure = DecimalText.fixed(sample.hectopascals, digits: 3) + " hPa"
            guard let metres = floors.metresAboveBaseline else { return pressure + "  finding the floor's own level" }
            return pressure + "  " + (metres < 0 ? "" : "+") + DecimalText.fixed(metres, digits: 2) + " m"
                + (floors.isRiding ? " since the ride began" : " from the floor")
        }
    }
}
