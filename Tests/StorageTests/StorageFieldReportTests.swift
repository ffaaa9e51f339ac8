import Documents
import Evidence
import Foundation
import Storage
import Testing
import Wayfinding

struct StorageFieldReportTests {
    @Test
    func `Latand/live-log-viewer-next#1873: state full of noughts does not stand in the way of the next good one`()
        throws
    {
        try StateWorld.run { world throws in
            let noughts = [UInt8](repeating: 0, count: 4096)
            for name in ["buildings.json", "devices.json", "places/index.json", "places/a/map.json", "seen.sqlite"] {
                try world.put(name, noughts)
            }
            try world.addGroup("Home")
            try world.take(StateWorld.map("a"), replacing: true)
            let writer = try world.directory.writer()
            try writer.save([], over: try writer.load(world.directory.devices), now: StateWorld.now)
            let seen = try writer.openSeen(now: StateWorld.now)
            try seen.store.append(at: 1, place: nil, kind: "hazard", text: "A step.")
            #expect(try world.directory.buildings.read().records.map(\.key) == ["home"])
            #expect(try world.places().map(\.word) == ["ok"])
            #expect(try SeenStore.read(world.directory.seenPath).count == 1)
            let dated = "damaged-2026-11-30T101112Z"
            for name in [
                "buildings.\(dated).json", "devices.\(dated).json", "places/index.\(dated).json",
                "places/a/map.\(dated).json", "seen.\(dated).sqlite",
            ] { #expect(world.bytes(name) == noughts, "\(name)") }
        }
    }

    @Test func `home-assistant/core#33140: reading and letting go of a list of pairings never writes it`() throws {
        try StateWorld.run { world throws in
            let text = #"[{"fingerprint":"00","id":"d","kind":"phone","name":"Sam","pairedAt":"x","secret":"11"}]"#
            try world.put("devices.json", text)
            do {
                let writer = try world.directory.writer()
                #expect(try writer.load(world.directory.devices).records.count == 1)
            }
            #expect(world.text("devices.json") == text)
            #expect(try world.mode("devices.json") == 0o640)
        }
    }

    @Test(arguments: [0, 2_147_483_648, 4_102_444_800])
    func `systemd/systemd#16428: a state that is dated far off is taken as it is`(seconds: Int) throws {
        try StateWorld.run { world throws in
            try world.take(StateWorld.map("a"), now: Int64(seconds))
            for name in ["places/index.json", "places/a/map.json"] {
                let date = Date(timeIntervalSince1970: Double(seconds))
                try FileManager.default.setAttributes([.modificationDate: date], ofItemAtPath: world.path + "/" + name)
            }
            #expect(try world.places().map(\.word) == ["ok"])
            try world.take(StateWorld.map("b"))
            #expect(try world.places().map(\.id) == ["a", "b"])
            let dates = [0: "1970-01-01", 2_147_483_648: "2038-01-19", 4_102_444_800: "2100-01-01"]
            #expect(try world.places()[0].record.importedAt?.prefix(10) == dates[seconds]?.prefix(10))
        }
    }
}
