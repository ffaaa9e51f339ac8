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
        let live = try LiveReading(invocation)
        var source = live.sensors.depthSource(
            live.settings, clock: live.clock, log: LiveDevices.journal(), isStopped: { false })
        let perception = FramePerception(
            rules: rules, region: region, calibration: try CalibrationOption.live(invocation))
        let fit = OwnCameraFit(live.sensors.ownCamera, settings: live.settings, perception: perception)
        var reader = Reader(perception, fit, isJSON: invocation.isJSON, count: live.count)
        var frame = DepthFrame(width: 1, height: 1, samples: [0])
        return try live.take(missing: { LiveDevices.missing(live.sensors.camera.status) }) {
            guard case .reading = source.next(into: &frame, limit: LiveDevices.turn) else { return .nothing }
            return reader.take(frame) ? .taken : .last
        }
    }

    /// Reads frames and prints what it finds.
    private struct Reader {
        private var perception: FramePerception
        private var fit: OwnCameraFit
        private let isJSON: Bool
        private var left: Int?
        private var next: Instant?
        private let output = Output(flushesLines: true)

        init(_ perception: FramePerception, _ fit: OwnCameraFit, isJSON: Bool, count: Int?) {
            self.perception = perception
            self.fit = fit
            self.isJSON = isJSON
            left = count
        }

        /// Prints a frame's reading, unless the last one stands there for a person to read; false after the last.
        mutating func take(_ frame: DepthFrame) -> Bool {
            if !isJSON, let next, frame.arrival < next { return true }
            next = frame.arrival + NearestLive.textPause
            _ = fit.fit(&perception)
            let malformed = perception.counters.malformed
            _ = perception.observe(frame)
            if perception.counters.malformed > malformed {
                let fault = perception.lastMalformation?.description ?? "it cannot be read"
                Output.error("companion: a frame was malformed: \(fault)")
            } else if let reading = perception.lastReading {
                output.line(isJSON ? DocumentWriter.line(json(frame, reading)) : text(frame, reading))
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
