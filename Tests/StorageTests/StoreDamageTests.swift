import Evidence
import Foundation
import Storage
import Testing

struct StoreDamageTests {
    private static let noise: [UInt8] = [0x5B, 0xFF, 0xFE, 0x00]

    private static func damage(_ world: StateWorld) -> [StoreDamage] { world.directory.damage(now: StateWorld.now) }

    @Test func `whole stores, and stores that are not there, have no damage`() throws {
        try StateWorld.run { world throws in
            #expect(Self.damage(world).isEmpty)
            try world.take(StateWorld.map("hall"))
            _ = try world.directory.writer().openSeen(now: StateWorld.now).store.append(
                at: 1, place: nil, kind: "proximity", text: "Near.")
            #expect(Self.damage(world).isEmpty)
        }
    }

    @Test(arguments: [
        ("places/index.json", StoreDamage.Store.index, "names of places", "companion places rename"),
        ("places/hall/map.json", .map(place: "Hall"), "\"Hall\" has no map", "companion places import FILE --replace"),
        ("buildings.json", .groups, "floors and ways", "companion groups create"),
        ("devices.json", .devices, "must pair again", "companion pair open"),
        ("seen.sqlite", .seen, "what was seen before", "kept in a new file"),
    ])
    func `a damaged file is told once, with its path, what is lost and what to do, and left as it is`(
        name: String, store: StoreDamage.Store, loss: String, remedy: String
    ) throws {
        try StateWorld.run { world throws in
            try world.take(StateWorld.map("hall"))
            try world.put(name, Self.noise)
            let names = try world.names()
            let found = Self.damage(world)
            #expect(found.map(\.store) == [store] && found.map(\.path) == [world.path + "/" + name])
            let first = try #require(found.first)
            #expect(first.problem.hasPrefix("\(world.path)/\(name) is damaged (") && first.problem.contains(loss))
            #expect(first.remedy.hasPrefix("the damaged file is kept; ") && first.remedy.contains(remedy))
            #expect(!first.problem.contains("save the file"))
            #expect(world.bytes(name) == Self.noise)
            #expect(try world.names() == names)
        }
    }

    @Test func `a map that the list names and that is gone is damage too`() throws {
        try StateWorld.run { world throws in
            try world.take(StateWorld.map("hall"))
            try FileManager.default.removeItem(atPath: world.path + "/places/hall/map.json")
            #expect(Self.damage(world).map(\.why) == ["there is no such file"])
        }
    }

    @Test func `a folder in the place of a file cannot be read, which is no damage of what was in it`() throws {
        try StateWorld.run { world throws in
            try FileManager.default.createDirectory(
                atPath: world.path + "/devices.json", withIntermediateDirectories: true)
            let found = Self.damage(world)
            #expect(found.map(\.store) == [.devices])
            #expect(found.first?.problem.contains("cannot be read (") == true, "\(found)")
            #expect(found.first?.remedy.contains("kept") == false)
        }
    }

    @Test func `what was kept under a dated name is told with that name`() {
        let damage = StoreDamage(
            path: "/s/seen.sqlite", store: .seen, why: "no database", kept: "/s/seen.damaged-1.sqlite")
        #expect(damage.problem.hasPrefix("/s/seen.sqlite was damaged (no database): "))
        #expect(damage.remedy.hasPrefix("the damaged file is kept as /s/seen.damaged-1.sqlite; "))
    }
}
