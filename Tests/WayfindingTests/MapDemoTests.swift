import Documents
import Evidence
import Testing
import Wayfinding

/// The bundled demo building, read as it lies in the sources.
enum MapDemo {
    static let folder: String = {
        let parts = #filePath.split(separator: "/", omittingEmptySubsequences: false)
        return parts.dropLast(3).joined(separator: "/") + "/Sources/Simulation/Demo"
    }()

    static let floors = ["ground", "first", "second"]

    static func bytes(_ name: String) throws -> [UInt8] { try #require(Files.read("\(folder)/\(name).json")) }

    static func read(_ name: String) throws -> (map: PlaceMap?, findings: [MapFinding]) {
        PlaceMapReader.read(try Document(try bytes(name)), now: nowInTests)
    }

    static func maps() throws -> [PlaceMap] { try floors.map { try #require(try read($0).map) } }

    static func groups() throws -> (buildings: [Building], findings: [MapFinding]) {
        let maps = try maps()
        return GroupsReader.read(
            try Document(try bytes("buildings")), now: nowInTests,
            surroundings: .init(known: Set(maps.map(\.id)), maps: maps))
    }
}

struct MapDemoTests {
    @Test(arguments: [
        ("ground", ["cloakroom", "stage"]), ("first", ["balcony"]), ("second", ["archive"]),
    ])
    func `A demo floor is valid, with nothing but the rooms that steps lead to`(name: String, behindSteps: [String])
        throws
    {
        let (map, findings) = try MapDemo.read(name)
        #expect(map?.kind == .demo)
        #expect(findings.map(\.code) == [.notStepFreeReachable], "\(findings)")
        #expect(findings.first?.landmarks == behindSteps)
    }

    @Test(arguments: MapDemo.floors) func `A demo floor is in canonical form`(name: String) throws {
        let bytes = try MapDemo.bytes(name)
        #expect(MapWriter.canonical(try Document(bytes)) == bytes)
    }

    @Test func `The demo group holds the three floors from the lowest up, without a finding`() throws {
        let (buildings, findings) = try MapDemo.groups()
        #expect(findings.isEmpty, "\(findings)")
        let building = try #require(buildings.first)
        #expect(building.isVerticallyOrdered)
        #expect(building.floors.flatMap(\.places) == ["ternwick-ground", "ternwick-first", "ternwick-second"])
        let elevators = building.portals.filter { $0.connection.kind == .elevator }
        #expect(elevators.count == 3)
        #expect(
            elevators.allSatisfy {
                ($0.connection.cost ?? 0) >= 30 && $0.connection.displayLengthMetres == nil
                    && $0.connection.stepFree == .confirmed
            })
        #expect(building.portals.count { $0.connection.kind == .stairs } == 2)
        let bytes = try MapDemo.bytes("buildings")
        #expect(DocumentWriter.compact(JSONValue(try Document(bytes).root), sorted: true) == bytes)
    }

    @Test func `The ground floor has what the demo needs`() throws {
        let ground = try MapDemo.maps()[0]
        let corridor = ground.connections.filter { $0.id.hasPrefix("corridor") }
        #expect(corridor.compactMap(\.displayLengthMetres).reduce(0, +) == 20)
        #expect(Set(corridor.map(\.instruction)).count == 1)
        #expect(ground.connections.contains { $0.direction == .oneWay && $0.kind == .door })
        #expect(
            ground.connections.contains { $0.availability == .unknown && $0.verification.source != nil })
        #expect(ground.connections.contains { $0.stepFree == .unsuitable && !$0.kind.hasSteps })
        #expect(ground.landmarks.contains { !$0.aliases.isEmpty } && ground.landmarks.contains { $0.note != nil })
    }
}
