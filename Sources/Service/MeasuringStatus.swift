import Documents
import Readings

extension SensorView {
    /// What is kept of the camera's samples, and by which confidence: a part of the status called `measuring`.
    ///
    /// `settings` are those that the camera's thread was started with. Confidence that is asked too much of makes a
    /// robot blind without a fault anywhere; here it can be seen, with the setting that does it.
    package func statusPart(_ settings: Settings) -> StatusPart {
        let level = settings.text("depth.minimumConfidence") ?? "medium"
        return StatusPart("measuring") { [self] now in Self.condition(depth, level: level, at: now) }
    }

    /// A frame older than this tells nothing of now.
    private static let freshness = Duration.seconds(1)

    /// Whether there is a frame that tells of now.
    func hasFrame(at now: Instant) -> Bool { depth.map { now - $0.arrival <= Self.freshness } ?? false }

    private static func condition(_ depth: Depth?, level: String, at now: Instant) -> StatusPart.Condition {
        let setting = JSONValue.Member("minimumConfidence", .string(level))
        let demand = "with \(level) confidence or better (depth.minimumConfidence)"
        guard let depth, now - depth.arrival <= freshness else {
            return .init(
                state: "waiting", words: "no frame; samples count \(demand)",
                details: [setting, .init("usableShare", .null)])
        }
        let percent = Int((depth.usableShare * 100).rounded(.down))
        return .init(
            state: "ok", words: "\(percent) % of the samples ahead are usable, \(demand)",
            details: [setting, .init("usableShare", .thousandths(depth.usableShare))])
    }
}
