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
        try invocation.noMoreOperands(than: 0)
        let limit = try invocation.whole("--count", in: 1...1_000_000_000)
        let sensors = LiveSensors(profiles: LiveDevices.profiles(invocation))
        let settings = try FileReading.settings(invocation, orOf: ConfigurationPaths.configuration)
        let clock = MonotonicClock()
        let result: Result<Int32, CommandFailure>
        do throws(SystemError) {
            let signals = try SystemSignals()
            // What stands in the way is said once, at the end.
            let silent = ServiceLog(hasPriorities: false) { _ in true }
            var source = sensors.pressureSource(settings, clock: clock, log: silent, isStopped: { false })
            var watch = Watch(isJSON: invocation.isJSON, count: limit, at: clock.now())
            result = read(&source, &watch, sensors, clock, until: signals)
        } catch {
            throw CommandFailure(code: "system", message: "cannot read live", remedy: error.description, exit: 1)
        }
        return try result.get()
    }

    private static func read(
        _ source: inout BarometerSource, _ watch: inout Watch, _ sensors: LiveSensors, _ clock: MonotonicClock,
        until signals: borrowing SystemSignals
    ) -> Result<Int32, CommandFailure> {
        var last = clock.now()
        while signals.next() == nil {
            if case .reading(let sample) = source.next(limit: .milliseconds(200)) {
                last = clock.now()
                if !watch.take(sample) { return .success(0) }
            } else {
                watch.advance(to: clock.now())
                if clock.now() - last > LiveDevices.patience {
                    return .failure(LiveDevices.missing(sensors.barometer.status))
                }
            }
        }
        return .success(0)
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
