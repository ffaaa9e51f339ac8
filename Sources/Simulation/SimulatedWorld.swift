import Documents
import Readings

/// One thing that happens in a scenario.
package enum SimulatedItem: Equatable, Sendable {
    /// The depth camera delivered the frame that was refilled.
    case frame(at: Instant)
    /// The barometer delivered a sample.
    case pressure(PressureSample)
    /// A sensor, `depth` or `barometer`, came or went.
    case sensor(name: String, connected: Bool, at: Instant)
    /// A scripted event, as it stands in the file.
    case scripted(at: Instant, JSONValue)
    /// The scenario is over; nothing follows.
    case end(at: Instant)
}

/// A scenario in virtual time: everything that happens, in the order in which it happens.
///
/// What happens at one moment comes in the order: scripted events, sensors that come or go, pressure, frame, end. The
/// end comes at the scenario's duration, after all else of that moment.
package struct SimulatedWorld: Sendable {
    private let end: Instant
    private let camera: CameraTimeline?
    private let barometer: PressureTimeline?
    private let script: [Scenario.ScriptedEvent]
    private let changes: [(time: Instant, name: String, connected: Bool)]
    private var renderer: Renderer
    private var frameIndex = 0
    private var sampleIndex = 0
    private var scriptIndex = 0
    private var changeIndex = 0
    private var isOver = false

    /// Starts a scenario at its beginning.
    package init(_ scenario: Scenario) {
        end = scenario.end
        camera = scenario.camera.map { CameraTimeline($0, scenario.faults) }
        barometer = scenario.barometer.map { PressureTimeline(scenario, $0) }
        script = scenario.events
        changes = Self.changes(scenario)
        renderer = Renderer(scenario)
    }

    /// The next thing that happens; a frame is rendered into `frame`, which anything else leaves as it is.
    ///
    /// Nil once the end has been handed out.
    package mutating func next(into frame: inout DepthFrame) -> SimulatedItem? {
        guard !isOver else { return nil }
        skipSilence()
        let never = Instant(nanoseconds: .max)
        let scripted = scriptIndex < script.count ? script[scriptIndex].time : never
        let change = changeIndex < changes.count ? changes[changeIndex].time : never
        let pressure = barometer.map { $0.cadence.instant(of: sampleIndex) } ?? never
        let shot = camera.map { $0.cadence.instant(of: frameIndex) } ?? never
        let first = min(min(scripted, change), min(pressure, shot))
        if first > end {
            isOver = true
            return .end(at: end)
        }
        if first == scripted { return nextScripted() }
        if first == change { return nextChange() }
        return first == pressure ? nextPressure() : nextFrame(into: &frame)
    }

    /// Passes over moments at which a sensor delivers nothing.
    private mutating func skipSilence() {
        if let camera {
            while camera.cadence.instant(of: frameIndex) <= end {
                if case .shot = camera.outcome(ofFrame: frameIndex) { break }
                frameIndex += 1
            }
        }
        if let barometer {
            while barometer.cadence.instant(of: sampleIndex) <= end {
                if case .sample = barometer.outcome(ofSample: sampleIndex) { break }
                sampleIndex += 1
            }
        }
    }

    private mutating func nextScripted() -> SimulatedItem {
        defer { scriptIndex += 1 }
        return .scripted(at: script[scriptIndex].time, script[scriptIndex].event)
    }

    private mutating func nextChange() -> SimulatedItem {
        defer { changeIndex += 1 }
        let change = changes[changeIndex]
        return .sensor(name: change.name, connected: change.connected, at: change.time)
    }

    private mutating func nextPressure() -> SimulatedItem? {
        guard let barometer, case .sample(let value) = barometer.outcome(ofSample: sampleIndex) else { return nil }
        defer { sampleIndex += 1 }
        return .pressure(PressureSample(hectopascals: value, time: barometer.cadence.instant(of: sampleIndex)))
    }

    private mutating func nextFrame(into frame: inout DepthFrame) -> SimulatedItem? {
        guard let camera, case .shot(let shot) = camera.outcome(ofFrame: frameIndex) else { return nil }
        let moment = camera.cadence.instant(of: frameIndex)
        frameIndex += 1
        renderer.render(shot, arrival: moment, into: &frame)
        return .frame(at: moment)
    }

    /// When sensors go and come back, in the order of time, then of the faults as written.
    private static func changes(_ scenario: Scenario) -> [(time: Instant, name: String, connected: Bool)] {
        var found: [(time: Instant, name: String, connected: Bool)] = []
        for (name, isCamera) in [("depth", true), ("barometer", false)] {
            guard isCamera ? scenario.camera != nil : scenario.barometer != nil else { continue }
            let gone = scenario.faults.filter { $0.isDisconnection && $0.concernsCamera == isCamera }.map(\.span)
            for span in joined(gone) {
                found.append((Instant(seconds: span.lowerBound), name, false))
                if span.upperBound.isFinite { found.append((Instant(seconds: span.upperBound), name, true)) }
            }
        }
        return found.enumerated().sorted { ($0.element.time, $0.offset) < ($1.element.time, $1.offset) }
            .map(\.element)
    }

    /// Spans joined where they touch or overlap.
    private static func joined(_ spans: [Range<Double>]) -> [Range<Double>] {
        var result: [Range<Double>] = []
        for span in spans.sorted(by: { $0.lowerBound < $1.lowerBound }) {
            if let last = result.last, span.lowerBound <= last.upperBound {
                result[result.count - 1] = last.lowerBound..<max(last.upperBound, span.upperBound)
            } else {
                result.append(span)
            }
        }
        return result
    }
}

extension Renderer {
    /// Refills a frame with what a timeline says, and stamps it.
    mutating func render(_ shot: CameraTimeline.Shot, arrival: Instant, into frame: inout DepthFrame) {
        if shot.isBlank {
            blank(&frame)
        } else {
            render(at: shot.scene, index: shot.index, into: &frame)
        }
        frame.sequence = shot.sequence
        frame.cameraTime = shot.cameraTime
        frame.arrival = arrival
    }

    private func blank(_ frame: inout DepthFrame) {
        shape(&frame)
        frame.samples.withUnsafeMutableBufferPointer { $0.update(repeating: 0) }
        frame.confidence?.withUnsafeMutableBufferPointer { $0.update(repeating: 0) }
    }
}
