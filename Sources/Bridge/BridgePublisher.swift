import Platform
import Readings

/// What the writing thread does with what is new: makes messages of it and writes them.
package struct BridgePublisher {
    private let settings: BridgeSettings
    private let keeper: StatusKeeper
    private var teller: ReadingTeller

    /// Has told nothing yet.
    package init(_ settings: BridgeSettings, keeper: StatusKeeper) {
        self.settings = settings
        self.keeper = keeper
        teller = ReadingTeller(settings)
    }

    /// Writes what is new, what is asked in the words of `question`.
    package mutating func publish(
        _ news: BridgeBoard.News, _ readings: BridgeReadings, question: String?, at now: Instant, wall: Int64,
        write: (BridgeTopic, [UInt8]) -> BridgeWriting
    ) {
        func tell(_ topic: BridgeTopic, _ bytes: [UInt8]) { keeper.note(write(topic, bytes)) }
        if let range = teller.range(readings.depth, at: now, wall: wall) {
            tell(.nearestSurface, range.bytes(withVariance: settings.hasVariance))
        }
        if let pressure = teller.pressure(readings.pressure, at: now, wall: wall) { tell(.pressure, pressure.bytes) }
        for text in news.sayings { tell(.said, RosText(text).bytes) }
        if let way = news.way {
            let header = RosHeader(wallNanoseconds: wall, frame: settings.rules.mapFrame)
            tell(.path, RosPath(header: header, poses: way).bytes)
        }
        if let question { tell(.probe, RosText(question).bytes) }
        if let statuses = news.statuses {
            let named = statuses.map { status in
                var named = status
                named.name = "\(settings.names.node): \(status.name)"
                return named
            }
            let header = RosHeader(wallNanoseconds: wall, frame: "")
            tell(.diagnostics, RosDiagnostics(header: header, statuses: named).bytes)
        }
    }
}
