import Deciding
import Documents
import Platform
import Readings
import Simulation
import Wayfinding

/// A scenario with the world that it plays in.
package struct ScenarioFile: Sendable {
    /// The scenario.
    package var scenario: Scenario
    /// Its places and groups.
    package var world: World
    /// The files that its log needs beside it.
    package var files: [WorldReader.Source]

    /// Why a scenario cannot be used.
    package enum Failure: Error, Sendable {
        /// It cannot be read.
        case cannotRead(path: String, SystemError)
        /// It has mistakes.
        case findings(path: String, [ScenarioFinding])
        /// One of its places or groups is wrong.
        case world(WorldReader.Failure)
        /// One of its scripted events is wrong.
        case event(path: String, EventLineError)
    }

    /// Reads a scenario file, or the one that is shipped with the project where no path is given.
    package init(path: String?, seed: UInt64?, now: Int64) throws(Failure) {
        let name = path ?? "the bundled scenario"
        var bytes = Scenario.bundled
        if let path {
            do throws(SystemError) {
                bytes = try ReadFile.whole(path, limit: 4 << 20)
            } catch { throw .cannotRead(path: path, error) }
        }
        let (scenario, findings) = Scenario.read(bytes)
        guard var scenario, findings.isEmpty else { throw .findings(path: name, findings) }
        if let seed { scenario.seed = seed }
        self.scenario = scenario
        do throws(WorldReader.Failure) {
            (world, files) = try Self.world(of: scenario, beside: path, now: now)
        } catch { throw .world(error) }
        try checkScript(name)
    }

    private static func world(
        of scenario: Scenario, beside path: String?, now: Int64
    ) throws(WorldReader.Failure) -> (World, [WorldReader.Source]) {
        if scenario.building == DemoBuilding.word {
            let files = ([DemoBuilding.groups] + DemoBuilding.places).map {
                WorldReader.Source(path: $0.name, bytes: $0.bytes)
            }
            return (try WorldReader.demo(), files)
        }
        let folder = path.flatMap { $0.lastIndex(of: "/").map { String(path?[...$0] ?? "") } ?? "" } ?? ""
        var places: [WorldReader.Source] = []
        for place in scenario.places { places.append(try WorldReader.Source(file: folder + place)) }
        var groups: WorldReader.Source?
        if let name = scenario.groups { groups = try WorldReader.Source(file: folder + name) }
        let world = try WorldReader.world(places: places, groups: groups, now: now)
        return (world, (groups.map { [$0] } ?? []) + places)
    }

    /// Reads every scripted event once, so that a mistake is told before anything runs.
    private func checkScript(_ name: String) throws(Failure) {
        var reader = EventReader(world: world, settings: Settings())
        do throws(EventLineError) {
            for scripted in scenario.events { _ = try reader.read(DocumentWriter.compact(scripted.event)) }
        } catch {
            throw .event(path: name, error)
        }
    }
}
