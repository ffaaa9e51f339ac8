import Deciding
import Documents
import Platform
import Readings
import Recordings
import Wayfinding

/// What the core stood with when a recording began, so that a replay can begin with the same.
package struct RecordingBeginning: Sendable {
    /// The program's version.
    package var version: String
    /// The places and groups.
    package var world: World
    /// The settings in force.
    package var settings: Settings
    /// Whether the voice reports the end of what it says.
    package var isSpeechReported: Bool
    /// Whether there was a barometer to expect.
    package var isBarometerConfigured: Bool
    /// The place that the robot was in; nil at the beginning of a run, which tells it by its events.
    package var place: String?

    /// Gathers it.
    package init(
        version: String, world: World, settings: Settings, isSpeechReported: Bool, isBarometerConfigured: Bool
    ) {
        self.version = version
        self.world = world
        self.settings = settings
        self.isSpeechReported = isSpeechReported
        self.isBarometerConfigured = isBarometerConfigured
    }

    /// The head of a recording that begins now.
    package func head(run: String, startedAt: UInt64, began: Instant, isWhole: Bool) -> RecordingHead {
        var facts = [
            "version": version, "ending": isSpeechReported ? "reported" : "estimated",
            "barometer": isBarometerConfigured ? "yes" : "no",
        ]
        if let place { facts["place"] = place }
        var files = [
            RecordingHead.settingsName: DocumentWriter.compact(Self.json(settings)),
            RecordingHead.groupsName: MapWriter.groups(world.groups.map { MapWriter.value(of: $0) }),
        ]
        for (index, map) in world.places.enumerated() {
            files[RecordingHead.placeName(index, map.id)] = MapWriter.canonical(map)
        }
        return RecordingHead(
            run: run, startedAt: startedAt, began: began, isWhole: isWhole, facts: facts, files: files)
    }

    /// A name for a run, unlike any other's.
    package static func freshRun() -> String {
        String(UInt64.random(in: 0 ... .max), radix: 16) + String(UInt64.random(in: 0 ... .max), radix: 16)
    }

    private static func json(_ settings: Settings) -> JSONValue {
        .object(SettingsTable.rows.map { .init($0.key, settings[$0.key].json(as: $0.kind)) })
    }

    /// Places and groups as one object, for a change while the service runs.
    static func json(_ world: World, at time: Instant) -> [UInt8] {
        DocumentWriter.compact(
            .object([
                .init("t", EffectWriter.time(time)),
                .init("places", .array(world.places.map { MapWriter.value(of: $0) })),
                .init("groups", .array(world.groups.map { MapWriter.value(of: $0) })),
            ]))
    }
}
