import Evidence
import Perception
import Readings
import Recordings
import Testing

/// Real walks, against the floors that the people who made them wrote down.
@Suite("Floor recordings", .enabled(if: SharedData.isPresent, Comment(rawValue: SharedData.absence)))
struct FloorRecordingTests {
    private func log(_ name: String) throws -> PressureLog {
        try PressureLog(csv: try #require(Files.read(SharedData.path("data/barometer/\(name).csv"))))
    }

    private func facts(_ name: String) throws -> [FloorFact] {
        let log = try log(name)
        return FloorReplay.facts(
            of: log.samples, from: try #require(log.beginning), to: try #require(log.end))
    }

    private func changes(_ facts: [FloorFact]) -> [(time: Double, direction: FloorDirection)] {
        facts.compactMap {
            if case .changed(let direction, _) = $0.kind { ($0.time.seconds, direction) } else { nil }
        }
    }

    /// The labelled table: times and floors, in order; empty where between floors.
    private func labels(_ name: String, floorColumn: Int) throws -> [(time: Double, floor: String)] {
        let text = try #require(Files.text(SharedData.path("data/barometer/\(name).csv")))
        return text.split(whereSeparator: \.isNewline).dropFirst().compactMap { row in
            let fields = row.split(separator: ",", omittingEmptySubsequences: false)
            return Double(fields[0]).map { ($0, String(fields[floorColumn])) }
        }
    }

    @Test
    func `six floors of stairs are five changes, each before its floor is left`() throws {
        let labels = try labels("stairs-six-floors", floorColumn: 2)
        let found = changes(try facts("stairs-six-floors"))
        try #require(found.count == 5)
        for (index, change) in found.enumerated() {
            let left = try #require(labels.last { $0.floor == "\(index + 1)" }?.time)
            let before = try #require(labels.last { $0.floor == (index == 0 ? "G" : "\(index)") }?.time)
            #expect(change.direction == .up)
            #expect(before < change.time && change.time <= left, "floor \(index + 1) at \(change.time)")
        }
    }

    @Test
    func `every floor of the stairs settles, and the changes add up to the height climbed`() throws {
        let settled = floorChanges(try facts("stairs-six-floors"))
        #expect(settled.count == 5)
        #expect(settled.allSatisfy { (2.0...4.8).contains($0) }, "\(settled)")
        #expect(abs(settled.reduce(0, +) - 15.3) < 0.6)
    }

    @Test
    func `a walk over two levels is four changes, each within 20 s of the walk that made it`() throws {
        let truth = try labels("walk-two-levels.floors", floorColumn: 1)
        let walks = zip(truth, truth.dropFirst()).filter { $0.floor != $1.floor }
        let found = changes(try facts("walk-two-levels"))
        try #require(found.count == walks.count && found.count == 4)
        for (change, walk) in zip(found, walks) {
            #expect(change.time >= walk.0.time && change.time <= walk.1.time + 20, "\(change.time)")
            #expect(change.direction == (walk.1.floor == "0" ? .up : .down))
        }
    }

    @Test(arguments: ["walk-one-level-a", "walk-one-level-b"])
    func `a walk on one level is no change`(name: String) throws {
        #expect(floorStory(try facts(name)) == [])
    }

    @Test(arguments: 0..<7)
    func `a recording thinned to 1 Hz tells the same`(offset: Int) throws {
        let log = try log("walk-two-levels")
        var kept: [PressureSample] = []
        for sample in log.samples.dropFirst(offset)
        where kept.last.map({ sample.time - $0.time >= .milliseconds(950) }) ?? true { kept.append(sample) }
        let facts = FloorReplay.facts(
            of: kept, from: try #require(kept.first?.time), to: try #require(kept.last?.time))
        #expect(changes(facts).map(\.direction) == [.down, .up, .down, .up])
    }
}
