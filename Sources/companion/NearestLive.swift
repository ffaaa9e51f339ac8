import Devices
import Documents
import Perception
import Platform
import Readings
import Service

/// `nearest --live`: what the camera sees now, a line a frame.
enum NearestLive {
    static let live = CommandOption(name: "--live", meaning: "read the camera instead of files, until Ctrl-C")
    static let count = CommandOption(name: "--count", value: "N", meaning: "with --live: end after N readings")
    /// How often a reading is printed for a person.
    private static let textPause = Duration.milliseconds(500)

    static func run(_ invocation: Invocation, rules: DepthRules, region: RegionOfInterest) throws(CommandFailure)
        -> Int32
    {
        try invocation.noMoreOperands(than: 0)
        let limit = try invocation.whole("--count", in: 1...1_000_000_000)
        let sensors = LiveSensors(profiles: LiveDevices.profiles(invocation))
        let settings = try FileReading.settings(invocation, orOf: ConfigurationPaths.configuration)
        let clock = MonotonicClock()
        let result: Result<Int32, CommandFailure>
        do throws(SystemError) {
            let signals = try SystemSignals()
            var source = sensors.depthSource(
                settings, clock: clock, log: LiveDevices.journal(), isStopped: { false })
            var reader = Reader(rules: rules, region: region, isJSON: invocation.isJSON, count: limit)
            result = read(&source, &reader, sensors, clock, until: signals)
        } catch {
            throw CommandFailure(code: "system", message: "cannot read live", remedy: error.description, exit: 1)
        }
        return try result.get()
    }

    private static func read(
        _ source: inout CameraSource, _ reader: inout Reader, _ sensors: LiveSensors, _ clock: MonotonicClock,
        until signals: borrowing SystemSignals
    ) -> Result<Int32, CommandFailure> {
        var frame = DepthFrame(width: 1, height: 1, samples: [0])
        var last = clock.now()
        while signals.next() == nil {
            if case .reading = source.next(into: &frame, limit: .milliseconds(200)) {
                last = clock.now()
                if !reader.take(frame) { return .success(0) }
            } else if clock.now() - last > LiveDevices.patience {
                return .failure(LiveDevices.missing(sensors.camera.status))
            }
        }
        return .success(0)
    }

    /// Reads frames and prints what it finds.
    private struct Reader {
        private var surface: NearestSurface
        private let isJSON: Bool
        private var left: Int?
        private var next: Instant?
        private let output = Output(flushesLines: true)

        init(rules: DepthRules, region: RegionOfInterest, isJSON: Bool, count: Int?) {
            surface = NearestSurface(rules: rules, region: region)
            self.isJSON = isJSON
            left = count
        }

        /// Prints a frame's reading, unless the last one stands there for a person to read; false after the last.
        mutating func take(_ frame: DepthFrame) -> Bool {
            if !isJSON, let next, frame.arrival < next { return true }
            next = frame.arrival + NearestLive.textPause
            do throws(DepthFrameError) {
                let reading = try surface.read(frame)
                output.line(isJSON ? DocumentWriter.line(json(frame, reading)) : text(frame, reading))
            } catch {
                Output.error("companion: a frame was malformed: \(error.description)")
            }
            left = left.map { $0 - 1 }
            return left != 0
        }

        private func json(_ frame: DepthFrame, _ reading: NearestReading) -> JSONValue {
            .object(
                [.init("t", .number(DecimalText.wholeUnits(frame.arrival.nanoseconds, digits: 9)))]
                    + NearestCommand.members(reading))
        }

        private func text(_ frame: DepthFrame, _ reading: NearestReading) -> String {
            EffectText.stamp(frame.arrival) + "  " + NearestCommand.words(reading)
        }
    }
}
