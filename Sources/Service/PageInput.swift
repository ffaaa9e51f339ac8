import Console
import Control
import Documents
import Platform
import Readings
import Storage

/// What the page's server is given of a service's input and memory.
package enum PageInput {
    /// Gathers the parts; `standsIn` tells whether the sensors are simulated, recorded, or not there.
    package static func parts(
        view: SensorView, memory: Memory?, standsIn: Bool, clock: MonotonicClock, log: ServiceLog
    ) -> ConsoleParts {
        let path = memory?.directory.seenPath
        let directory = memory?.directory
        return ConsoleParts(
            clock: clock, log: log, tap: view.tap, standsIn: standsIn,
            nearest: {
                view.depth.map {
                    .init(reading: $0.reading, usableShare: $0.usableShare, arrival: $0.arrival, frames: $0.frames)
                }
            },
            pressure: { view.pressure.map { .init(hectopascals: $0.hectopascals, time: $0.time) } },
            seen: { seen(path, directory) })
    }

    /// What was seen, by day, the newest first; read without a lock, as `seen list` does.
    private static func seen(_ path: String?, _ directory: StateDirectory?) -> Result<JSONValue, ControlError> {
        guard let path, let directory else {
            return .success(.object([.init("kept", .boolean(false)), .init("days", .array([]))]))
        }
        do throws(ControlError) {
            let seen = try StoreRefusal.checked { () throws(StorageError) in try SeenStore.read(path) }
            let records = try StoreRefusal.checked { () throws(StorageError) in try directory.index.read().records }
            let names = Dictionary(records.map { ($0.id, $0.name) }, uniquingKeysWith: { first, _ in first })
            let days = Observation.days(seen, offset: CalendarTime.localOffset)
            return .success(
                .object([
                    .init("kept", .boolean(true)),
                    .init("days", .array(days.map { day($0.day, $0.observations, names) })),
                ]))
        } catch { return .failure(error) }
    }

    private static func day(_ day: String, _ observations: [Observation], _ names: [String: String]) -> JSONValue {
        .object([
            .init("day", .string(day)),
            .init(
                "rows",
                .array(
                    observations.map { observation in
                        let offset = CalendarTime.localOffset(at: observation.at)
                        let place = observation.place.map { names[$0] ?? $0 }
                        return .object([
                            .init("id", .number(String(observation.id))),
                            .init("time", .string(CalendarTime.timeOfDay(observation.at, offset: offset))),
                            .init("text", .string(observation.text)),
                            .init("place", place.map { .string($0) } ?? .null),
                        ])
                    })),
        ])
    }
}
