import Devices
import Documents
import Readings

extension LiveSensors {
    /// The sensors as parts of the status; a barometer that no place needs is not one.
    func statusParts(hasBarometer: Bool) -> [StatusPart] {
        let (camera, barometer) = (camera, barometer)
        let parts = [StatusPart("camera") { Self.condition(camera.status, at: $0) }]
        return hasBarometer ? parts + [StatusPart("barometerDevice") { _ in Self.condition(barometer.status) }] : parts
    }

    // MARK: - The camera

    private static let silence = Duration.seconds(1)

    private static func condition(_ status: CameraStatus, at now: Instant) -> StatusPart.Condition {
        let counters = status.counters
        let details: [JSONValue.Member] = [
            .init("name", status.description.map { .string($0.title) } ?? .null),
            .init("mode", status.mode.map { .string($0.description) } ?? .null),
            .init("firmware", status.facts?.firmware.map { .string($0) } ?? .null),
            .init("confidence", status.confidence.map { .string($0.rawValue) } ?? .null),
            .init("confidenceFault", status.confidenceFault.map { .string($0) } ?? .null),
            .init("delivered", .integer(Int(clamping: counters.delivered))),
            .init("dropped", .integer(Int(clamping: counters.dropped))),
            .init("malformed", .integer(Int(clamping: counters.malformed))),
            .init("restarts", .integer(Int(clamping: counters.restarts))),
            .init("resets", .integer(Int(clamping: counters.resets))),
            .init("reconnects", .integer(Int(clamping: counters.reconnects))),
            .init("abandoned", .integer(Int(clamping: counters.abandoned))),
            .init("withoutConfidence", .integer(Int(clamping: counters.withoutConfidence))),
            .init("confidenceRestarts", .integer(Int(clamping: counters.confidenceRestarts))),
            .init("notes", .array(status.notes.map { .string($0) })),
        ]
        return .init(
            state: status.state.name, words: words(status), details: details, problem: problem(status, at: now))
    }

    private static func words(_ status: CameraStatus) -> String {
        guard let description = status.description else { return status.state.description }
        let mode = status.mode.map { ", " + $0.description } ?? ""
        return "\(description.title)\(mode): \(status.state.description)"
    }

    private static func problem(_ status: CameraStatus, at now: Instant) -> StatusProblem? {
        switch status.state {
        case .searching:
            return .init(
                code: "noCamera", message: "no depth camera is plugged in",
                remedy: "plug one in; companion devices lists what is there")
        case .unplugged:
            return .init(code: "cameraUnplugged", message: "the depth camera was unplugged", remedy: "plug it in again")
        case .refused(let refusal):
            let (reason, remedy) = refusal.description.parted(at: "; ")
            return .init(
                code: "cameraRefused", message: "the depth camera cannot be used: \(reason)",
                remedy: remedy ?? "companion doctor tells more")
        case .opening, .streaming, .clearing, .restarting, .resetting:
            guard let last = status.lastFrame, now - last > silence else { return confidenceProblem(status) }
            return .init(
                code: "cameraSilent",
                message: "the depth camera gives no frames: \(status.lastFault ?? "no reason is known")",
                remedy: "look at its cable and port; it is started again by itself")
        }
    }

    /// Frames come, and the confidence that the camera sends beside them does not.
    private static func confidenceProblem(_ status: CameraStatus) -> StatusProblem? {
        status.confidenceFault.map { fault in
            .init(
                code: "confidenceSilent",
                message:
                    "the depth camera sends no confidence, so every sample that is there counts as medium: \(fault)",
                remedy: "look at its cable and port; it is started again by itself, and readings go on meanwhile")
        }
    }

    // MARK: - The barometer

    private static func condition(_ status: BarometerStatus) -> StatusPart.Condition {
        let details: [JSONValue.Member] = [
            .init("name", status.description.map { .string($0) } ?? .null),
            .init("hPa", status.hectopascals.map { .number(DecimalText.fixed($0, digits: 3)) } ?? .null),
            .init("delivered", .integer(status.delivered)), .init("dropped", .integer(status.dropped)),
            .init("restarts", .integer(status.restarts)), .init("reconnects", .integer(status.reconnects)),
        ]
        let finding = status.findings.first
        return .init(
            state: "\(status.state)",
            words: status.description ?? finding.map { part($0.message) } ?? "looking for one",
            details: details, problem: problem(status))
    }

    private static func problem(_ status: BarometerStatus) -> StatusProblem? {
        guard status.state == .disconnected else { return nil }
        guard let finding = status.findings.first else {
            return .init(
                code: "barometerLost", message: status.lastFault.map(part) ?? "the barometer does not answer",
                remedy: "look at its wires; it is looked for by itself")
        }
        return .init(code: finding.code, message: part(finding.message), remedy: part(finding.remedy))
    }

    private static func part(_ sentence: String) -> String {
        sentence.hasSuffix(".") ? String(sentence.dropLast()) : sentence
    }
}
