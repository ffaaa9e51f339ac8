import Documents
import Evidence
import Foundation
import Platform
import Storage
import Testing
import Wayfinding

struct RecordFileTests {
    private static let groups = #"[{"floors":[],"id":"a","name":"A"},{"floors":[],"id":"b","name":"B"}]"#

    @Test(.enabled(if: SharedData.isPresent, "\(SharedData.absence)"))
    func `the record from before kinds is loaded and saved without a byte changed`() throws {
        let golden = try #require(Files.read(SharedData.path("data/groups/buildings-before-kind.json")))
        try StateWorld.run { world throws in
            try world.put("buildings.json", golden)
            let writer = try world.directory.writer()
            let (groups, loaded) = try writer.loadGroups(now: StateWorld.now)
            #expect(groups.groups.map(\.kind) == [nil, nil] && groups.findings.isEmpty)
            #expect(MapWriter.groups(groups.records) == golden)
            try writer.save(groups, over: loaded, now: StateWorld.now)
            #expect(world.bytes("buildings.json") == golden)
            var (changed, again) = try writer.loadGroups(now: StateWorld.now)
            try changed.rename(group: "b-2", to: "Shed")
            again = try writer.save(changed, over: again, now: StateWorld.now).loaded
            try changed.rename(group: "b-2", to: "Annex")
            try writer.save(changed, over: again, now: StateWorld.now)
            #expect(world.bytes("buildings.json") == golden)
            #expect(try world.names() == ["buildings.json"])
        }
    }

    @Test func `a file that is not there has no records, and reading makes nothing`() throws {
        try StateWorld.run { world throws in
            #expect(try world.directory.index.read().records.isEmpty)
            #expect(try world.places().isEmpty)
            #expect(!FileManager.default.fileExists(atPath: world.path))
        }
    }

    @Test func `what cannot be read at all leaves nothing to save over`() throws {
        try StateWorld.run { world throws in
            try FileManager.default.createDirectory(
                atPath: world.path + "/buildings.json", withIntermediateDirectories: true)
            let writer = try world.directory.writer()
            #expect(
                throws: StorageError.cannotRead(
                    path: world.path + "/buildings.json", SystemError(EISDIR, "read \(world.path)/buildings.json"))
            ) { _ = try writer.load(world.directory.buildings) }
            #expect(throws: StorageError.self) { _ = try writer.loadGroups(now: 0) }
            #expect(throws: StorageError.self) { _ = try world.directory.buildings.read() }
        }
    }

    @Test(arguments: [
        ("cut short", #"[{"floors":[],"id":"a","name":"A"},{"floors":[],"id":"b","na"#, ["a"]),
        ("something after it", groups + "xx", ["a", "b"]),
        ("a record without a name", #"[{"floors":[],"id":"a"},{"floors":[],"id":"b","name":"B"}]"#, ["b"]),
        ("noughts", "\0\0\0\0\0\0", []), ("nothing in it", "", []), ("no list", #"{"a":1}"#, []),
    ])
    func `a damaged file is kept under a dated name before anything is written, and what is whole of it is saved`(
        what: String, text: String, kept: [String]
    ) throws {
        try StateWorld.run { world throws in
            try world.put("buildings.json", text, mode: 0o604)
            let reading = try world.directory.buildings.read()
            #expect(reading.records.map(\.key) == kept && !reading.damage.isEmpty)
            #expect(try world.names() == ["buildings.json"], "reading writes nothing")
            try world.addGroup("New")
            let aside = "buildings.damaged-2026-11-30T101112Z.json"
            #expect(try world.names() == [aside, "buildings.json"])
            #expect(world.text(aside) == text)
            #expect(try world.mode(aside) == 0o604 && world.mode("buildings.json") == 0o604)
            let now = try world.directory.buildings.read()
            #expect(now.damage.isEmpty && now.records.map(\.key) == kept + ["new"])
            try world.addGroup("Newer")
            #expect(try world.names() == [aside, "buildings.json"], "a file that is whole is not set aside")
        }
    }

    @Test func `a dated name that is taken is never replaced`() throws {
        try StateWorld.run { world throws in
            for (number, ending) in ["", "-2", "-3"].enumerated() {
                try world.put("buildings.json", "damage \(number)")
                try world.addGroup("G")
                let aside = "buildings.damaged-2026-11-30T101112Z\(ending).json"
                #expect(world.text(aside) == "damage \(number)")
            }
            #expect(try world.names().count == 4)
            #expect(world.text("buildings.damaged-2026-11-30T101112Z.json") == "damage 0")
        }
    }

    @Test func `a damaged file that a killed writer had set aside already is not set aside twice`() throws {
        try StateWorld.run { world throws in
            try world.put("buildings.json", "damage")
            try #require(
                link(world.path + "/buildings.json", world.path + "/buildings.damaged-2020-01-01T000000Z.json") == 0)
            try world.addGroup("G")
            #expect(try world.names() == ["buildings.damaged-2020-01-01T000000Z.json", "buildings.json"])
        }
    }

    @Test func `a file that changed since it was loaded is not written over`() throws {
        try StateWorld.run { world throws in
            let writer = try world.directory.writer()
            var (groups, loaded) = try writer.loadGroups(now: 0)
            try groups.create(name: "Mine")
            try world.put("buildings.json", Self.groups)
            #expect(throws: StorageError.changedMeanwhile(path: world.path + "/buildings.json")) {
                try writer.save(groups, over: loaded, now: 0)
            }
            #expect(world.text("buildings.json") == Self.groups)
            (groups, loaded) = try writer.loadGroups(now: 0)
            try writer.save(groups, over: loaded, now: 0)
        }
    }

    @Test func `unknown members are kept, and bytes that would be the same are not written again`() throws {
        try StateWorld.run { world throws in
            let text =
                #"[{"id":"hall","importedAt":"2020-01-01T00:00:00Z","name":"Hall","scannedAt":"x","tint":"red","z":1e2}]"#
            try world.put("places/index.json", text)
            try world.take(StateWorld.map("hall"))
            #expect(world.text("places/index.json")?.contains(#""name":"Hall""#) == true)
            let writer = try world.directory.writer()
            let inode = try #require(
                try FileManager.default.attributesOfItem(
                    atPath: world.path + "/places/index.json")[.systemFileNumber] as? Int)
            _ = try writer.rename(place: "hall", to: "Hall", now: 0)
            let again =
                try FileManager.default.attributesOfItem(
                    atPath: world.path + "/places/index.json")[.systemFileNumber] as? Int
            #expect(inode == again)
            _ = try writer.rename(place: "hall", to: "Great hall", now: 0)
            #expect(world.text("places/index.json")?.contains(#""tint":"red","z":1e2"#) == true)
        }
    }

    @Test func `devices are readable by their owner only, whatever the file was before`() throws {
        try StateWorld.run { world throws in
            try world.put("devices.json", "[]", mode: 0o666)
            let writer = try world.directory.writer()
            let loaded = try writer.load(world.directory.devices)
            let device = DeviceRecord(
                id: "d", name: "Sam", kind: .phone, fingerprint: "00ff", secret: "ab", pairedAt: "2026-11-30T10:11:12Z")
            try writer.save([device], over: loaded, now: 0)
            #expect(try world.mode("devices.json") == 0o600)
            #expect(
                world.text("devices.json")
                    == #"[{"fingerprint":"00ff","id":"d","kind":"phone","name":"Sam","#
                    + #""pairedAt":"2026-11-30T10:11:12Z","secret":"ab"}]"#)
            try #require(chmod(world.path + "/devices.json", 0o644) == 0)
            try writer.save([device], over: try writer.load(world.directory.devices), now: 0)
            #expect(try world.mode("devices.json") == 0o600)
        }
    }

    @Test func `what dead writers left is removed by the next, and nothing else is`() throws {
        try StateWorld.run { world throws in
            try world.put("buildings.json.new-1-2", "half")
            try world.put("buildings.json.new-99-77", "")
            try world.put("buildings.json.newer", "somebody's")
            try world.put("other.json.new-1-2", "somebody's")
            try world.addGroup("G")
            #expect(try world.names() == ["buildings.json", "buildings.json.newer", "other.json.new-1-2"])
        }
    }

    @Test func `a group with a bad portal is kept without it, and the file that had it is set aside`() throws {
        try StateWorld.run { world throws in
            let text = #"[{"floors":[],"id":"a","name":"A","portals":[{"id":7}],"x":1}]"#
            try world.put("buildings.json", text)
            try world.addGroup("B")
            #expect(world.text("buildings.damaged-2026-11-30T101112Z.json") == text)
            #expect(world.text("buildings.json")?.hasPrefix(#"[{"floors":[],"id":"a","name":"A","x":1},"#) == true)
            #expect(try world.directory.buildings.read().damage.isEmpty)
        }
    }
}
