import Evidence
import Foundation
import Storage
import Testing

struct SeenStoreTests {
    /// Bytes that stand nowhere by chance.
    private static let secret = "Zwetschgenknödel-Ω-"

    private func open<Result>(_ world: StateWorld, _ body: (SeenStore) throws -> Result) throws -> Result {
        let writer = try world.directory.writer()
        return try body(try writer.openSeen(now: StateWorld.now).store)
    }

    /// How often the bytes of a text stand in any file of the directory.
    private func count(_ text: String, in world: StateWorld) throws -> Int {
        let needle = Data(text.utf8)
        return try world.names().reduce(0) { total, name in
            let data = Data(world.bytes(name) ?? [])
            var count = 0
            var start = data.startIndex
            while let found = data.range(of: needle, in: start..<data.endIndex) {
                count += 1
                start = found.upperBound
            }
            return total + count
        }
    }

    @Test func `what is added is read back, newest first, by whoever reads`() throws {
        try StateWorld.run { world throws in
            #expect(try SeenStore.read(world.directory.seenPath).isEmpty)
            #expect(!FileManager.default.fileExists(atPath: world.path))
            try open(world) { store throws in
                #expect(try store.append(at: 20, place: "hall", kind: "arrival", text: "Arrived, \"Ω\".") == 1)
                #expect(try store.append(at: 30, place: nil, kind: "hazard", text: "") == 2)
                #expect(try store.append(at: 20, place: "hall", kind: "floor", text: "Floor 2.") == 3)
                #expect(try store.all().map(\.id) == [2, 3, 1])
            }
            let seen = try SeenStore.read(world.directory.seenPath)
            #expect(seen.map(\.id) == [2, 3, 1])
            #expect(
                seen[2] == Observation(id: 1, at: 20, place: "hall", kind: "arrival", text: "Arrived, \"Ω\"."))
            #expect(seen[0].place == nil && seen[0].text.isEmpty)
            #expect(try world.mode("seen.sqlite") == 0o600)
            #expect(try world.names() == ["seen.sqlite"])
        }
    }

    @Test func `an observation that is erased is gone from the bytes, and the others are there`() throws {
        try StateWorld.run { world throws in
            let ids = try open(world) { store throws in
                try (0..<200).map { number in
                    let long = String(repeating: "-", count: number * 40)
                    return try store.append(
                        at: Int64(number), place: "p", kind: "k", text: Self.secret + "\(number);" + long)
                }
            }
            #expect(try count(Self.secret, in: world) == 200)
            try open(world) { store throws in
                for id in ids where id % 2 == 0 { #expect(try store.remove(id)) }
                #expect(try !store.remove(ids[1]))
            }
            #expect(try count(Self.secret, in: world) == 100)
            #expect(try count(Self.secret + "1;", in: world) == 0 && count(Self.secret + "0;", in: world) == 1)
            #expect(try SeenStore.read(world.directory.seenPath).count == 100)
        }
    }

    @Test func `clearing erases every byte of it, in damaged files that were kept as well, and numbers go on`() throws {
        try StateWorld.run { world throws in
            try world.put("seen.damaged-2020-01-01T000000Z.sqlite", Self.secret)
            try world.put("seen.damaged-2020-01-01T000000Z.sqlite-journal", Self.secret)
            try open(world) { store throws in
                for number in 0..<50 {
                    try store.append(at: Int64(number), place: Self.secret, kind: Self.secret, text: Self.secret)
                }
                let erased = try store.clear()
                #expect(erased.observations == 50 && erased.damagedFiles == 2)
                #expect(try store.append(at: 1, place: nil, kind: "k", text: "new") == 51)
            }
            #expect(try count(Self.secret, in: world) == 0)
            #expect(try world.names() == ["seen.sqlite"])
        }
    }

    @Test(arguments: ["noughts", "cut", "overwritten", "text"])
    func `a file that fails its check is kept under a dated name, and begun anew`(damage: String) throws {
        try StateWorld.run { world throws in
            try open(world) { store throws in
                for number in 0..<300 {
                    try store.append(
                        at: Int64(number), place: "p", kind: "k", text: String(repeating: "x", count: 200))
                }
            }
            var bytes = try #require(world.bytes("seen.sqlite"))
            switch damage {
            case "noughts": bytes = [UInt8](repeating: 0, count: bytes.count)
            case "cut": bytes = Array(bytes.prefix(bytes.count / 2))
            case "overwritten": for index in 4096..<12_288 { bytes[index] = UInt8(index % 251) }
            default: bytes = Array("this is no database".utf8)
            }
            try world.put("seen.sqlite", bytes)
            let writer = try world.directory.writer()
            let (store, aside) = try writer.openSeen(now: StateWorld.now)
            #expect(aside == world.path + "/seen.damaged-2026-11-30T101112Z.sqlite")
            #expect(world.bytes("seen.damaged-2026-11-30T101112Z.sqlite") == bytes)
            #expect(try world.mode("seen.damaged-2026-11-30T101112Z.sqlite") == 0o640)
            try store.append(at: 1, place: nil, kind: "k", text: "t")
            #expect(try store.all().count == 1)
            #expect(try writer.openSeen(now: StateWorld.now).setAside == nil)
        }
    }

    @Test func `reading a damaged file is refused with its name, and leaves it as it is`() throws {
        try StateWorld.run { world throws in
            try world.put("seen.sqlite", "this is no database, and long enough to be looked at as one, or so it seems")
            let before = world.bytes("seen.sqlite")
            #expect(throws: StorageError.self) { try SeenStore.read(world.directory.seenPath) }
            #expect(world.bytes("seen.sqlite") == before)
            #expect(try world.names() == ["seen.sqlite"])
        }
    }

    @Test func `observations stand under the day on which they were made, the newest first`() {
        let observations = [(1, 100), (2, 86_300), (3, 86_500), (4, 200_000)].map { id, at in
            Observation(id: Int64(id), at: Int64(at), place: nil, kind: "k", text: "t")
        }
        let utc = Observation.days(observations) { _ in 0 }
        #expect(utc.map(\.day) == ["1970-01-03", "1970-01-02", "1970-01-01"])
        #expect(utc.map { $0.observations.map(\.id) } == [[4], [3], [2, 1]])
        let east = Observation.days(observations) { _ in 3600 }
        #expect(east.map { $0.observations.map(\.id) } == [[4], [3, 2], [1]])
    }
}
