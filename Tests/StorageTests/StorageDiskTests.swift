import Documents
import Evidence
import Foundation
import Storage
import Testing
import Wayfinding

/// A small disk of its own, where this machine lets the tests have one.
enum SmallDisk {
    /// What a skipped test prints.
    static let absence = "no tmpfs can be mounted here, so no disk was filled"

    private static func run(_ words: [String]) -> Bool {
        let rest = Array(words.dropFirst())
        let run = try? Companion.run(program: words[0], rest, input: nil, in: nil, environment: [:], limit: 60)
        return run?.status == 0
    }

    /// Whether it can be had.
    static let isPossible: Bool = (try? use { _ in true }) ?? false

    /// Mounts a fresh disk of 512 KiB for `body`.
    static func use<Result>(_ body: (String) throws -> Result) throws -> Result {
        try Files.withTemporaryFolder { folder throws in
            let options = "size=512k,mode=700"
            try #require(run(["/usr/bin/mount", "-t", "tmpfs", "-o", options, "companion-test", folder]))
            defer { _ = run(["/usr/bin/umount", "-l", folder]) }
            return try body(folder)
        }
    }

    /// Makes the disk read-only, or writable again.
    static func remount(_ folder: String, _ option: String) throws {
        try #require(run(["/usr/bin/mount", "-o", "remount,\(option)", folder]))
    }

    /// Takes all the room that is left.
    static func fill(_ folder: String) throws {
        let file = try #require(
            FileHandle(
                forWritingAtPath: {
                    Files.write("", to: folder + "/ballast"); return $0
                }(folder + "/ballast")))
        var size = 65_536
        while size > 0 {
            do { try file.write(contentsOf: Data(count: size)) } catch { size /= 2 }
        }
        try? file.close()
    }

    /// Gives back the room that `fill` took. The file is cut short, not only removed: a program that another test is
    /// starting at this moment may hold it open, and a removed file keeps its room until nobody does.
    static func clear(_ folder: String) throws {
        let path = folder + "/ballast"
        try #require(truncate(path, 0) == 0)
        try FileManager.default.removeItem(atPath: path)
    }
}

@Suite(.serialized, .ownThreads, .enabled(if: SmallDisk.isPossible, "\(SmallDisk.absence)")) struct StorageDiskTests {
    private static let device = DeviceRecord(
        id: "d", name: "Sam", kind: .phone, fingerprint: "00ff", secret: "ab", pairedAt: "2026-11-30T10:11:12Z")

    /// Records that need more room than one block.
    private static let many = (0..<400).map { number in
        DeviceRecord(
            id: "d\(number)", name: String(repeating: "x", count: 100), kind: .phone, fingerprint: "00", secret: "11",
            pairedAt: "x")
    }

    private func code(_ body: () throws -> Void) -> String? {
        do {
            try body()
            return nil
        } catch let error as StorageError {
            guard case .cannotWrite(let path, let system) = error else { return error.code }
            #expect(!path.isEmpty)
            return "\(system.number)"
        } catch {
            return "\(error)"
        }
    }

    @Test func `nextcloud/server#25175: on a full disk no list becomes empty, and nothing looks like a new start`()
        throws
    {
        try SmallDisk.use { folder throws in
            let world = StateWorld(path: folder + "/state")
            try world.take(StateWorld.map("a"))
            try world.addGroup("Home")
            let writer = try world.directory.writer()
            var loaded = try writer.load(world.directory.devices)
            loaded = try writer.save([Self.device], over: loaded, now: 0).loaded
            let names = ["devices.json", "buildings.json", "places/index.json", "places/a/map.json"]
            let before = names.map { world.bytes($0) }
            try SmallDisk.fill(folder)
            #expect(code { try writer.save(Self.many, over: loaded, now: 0) } == "\(ENOSPC)")
            #expect(
                code { _ = try writer.rename(place: "a", to: String(repeating: "n", count: 4000), now: 0) }
                    == "\(ENOSPC)")
            let map = StateWorld.map("a", landmark: String(repeating: "l", count: 4000))
            #expect(code { _ = try writer.take(StateWorld.candidate(map), replacing: true, now: 0) } == "\(ENOSPC)")
            #expect(names.map { world.bytes($0) } == before)
            #expect(try world.directory.devices.read().records.map(\.id) == [Self.device.id])
            #expect(try world.names().allSatisfy { !$0.contains(".new-") })
            try SmallDisk.clear(folder)
            try writer.save(Self.many, over: loaded, now: 0)
            #expect(try world.directory.devices.read().records.count == 400)
        }
    }

    @Test func `on a full disk a damaged file stays, and is kept once there is room again`() throws {
        try SmallDisk.use { folder throws in
            let world = StateWorld(path: folder + "/state")
            try world.put("devices.json", "[{\"id\":")
            let writer = try world.directory.writer()
            try SmallDisk.fill(folder)
            for _ in 0..<3 {
                let loaded = try writer.load(world.directory.devices)
                #expect(code { try writer.save(Self.many, over: loaded, now: StateWorld.now) } == "\(ENOSPC)")
                #expect(world.text("devices.json") == "[{\"id\":")
            }
            try SmallDisk.clear(folder)
            try writer.save(Self.many, over: try writer.load(world.directory.devices), now: StateWorld.now)
            #expect(try world.names() == ["devices.damaged-2026-11-30T101112Z.json", "devices.json"])
            #expect(world.text("devices.damaged-2026-11-30T101112Z.json") == "[{\"id\":")
        }
    }

    @Test func `on a full disk what was seen stays whole, and the refusal names the file`() throws {
        try SmallDisk.use { folder throws in
            let world = StateWorld(path: folder + "/state")
            let writer = try world.directory.writer()
            let store = try writer.openSeen(now: 0).store
            try store.append(at: 1, place: nil, kind: "k", text: "kept")
            try SmallDisk.fill(folder)
            let long = String(repeating: "x", count: 100_000)
            #expect(code { try store.append(at: 2, place: nil, kind: "k", text: long) } == "\(ENOSPC)")
            #expect(try store.all().map(\.text) == ["kept"])
            try SmallDisk.clear(folder)
            try store.append(at: 2, place: nil, kind: "k", text: long)
            #expect(try store.all().count == 2)
        }
    }

    @Test func `a read-only disk is read as ever, and every writer is refused by name`() throws {
        try SmallDisk.use { folder throws in
            let world = StateWorld(path: folder + "/state")
            try world.take(StateWorld.map("a"))
            try world.put("buildings.json", "[{\"id\":")
            do {
                let writer = try world.directory.writer()
                try writer.openSeen(now: 0).store.append(at: 1, place: nil, kind: "k", text: "t")
            }
            try SmallDisk.remount(folder, "ro")
            #expect(try world.places().map(\.word) == ["ok"])
            #expect(try !world.directory.buildings.read().damage.isEmpty)
            #expect(try SeenStore.read(world.directory.seenPath).count == 1)
            #expect(code { _ = try world.directory.writer() } == "\(EROFS)")
            #expect(code { try world.addGroup("G") } == "\(EROFS)")
            try SmallDisk.remount(folder, "rw")
            try world.addGroup("G")
        }
    }
}
