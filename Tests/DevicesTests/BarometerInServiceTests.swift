import Evidence
import Foundation
import Testing

extension ProgramOnDevicesTests {
    /// The whole service with its real I2C, on a barometer that is emulated.
    @Suite(.serialized, .enabled(if: Companion.isPresent, "\(Companion.absence)")) struct BarometerInServiceTests {
        /// A slow machine is given this much more time than a person would be.
        private static let grace = Patience.most(1.5)

        @Test func `the barometer rides an elevator, and the floor is asked for`() throws {
            try Files.withTemporaryFolder { folder in
                Files.write(Self.building, to: folder + "/groups.json")
                let bench = try EmulatedBench("bus 1", "chip 1 0x77 bmp390", "pressure 1013.25")
                let service = try ServiceOnDevices(on: bench, in: folder, place: "hall-low")
                let reads = service.program.wait(limit: Patience.wait) { _ in
                    service.effects.contains { $0.barometer == "ok" }
                }
                #expect(reads, "\(service.program.errors)")
                service.program.rest(seconds: 8)
                #expect(!service.effects.contains { $0.type == "floor" }, "nothing moved yet")
                try bench.tell("ramp 9 1.5")
                let changed = service.program.wait(limit: Patience.wait) { _ in
                    service.effects.contains { $0.event == "settled" }
                }
                #expect(changed, "\(service.effects.map(\.type)); \(service.program.errors)")
                #expect(service.effects.compactMap(\.event) == ["changed", "settled"])
                #expect(service.effects.contains { $0.type == "probe" })
            }
        }

        @Test func `a bus whose barometer no longer answers is said once, and its return as well`() throws {
            try Files.withTemporaryFolder { folder in
                Files.write(Self.building, to: folder + "/groups.json")
                let bench = try EmulatedBench("bus 1", "chip 1 0x76 bmp280", "pressure 1000")
                let service = try ServiceOnDevices(on: bench, in: folder, place: "hall-low")
                #expect(
                    service.program.wait(limit: Patience.wait) { _ in service.effects.contains { $0.barometer == "ok" }
                    })
                let lost = try service.delay(until: "The barometer has stopped.", limit: Patience.wait) {
                    try bench.tell("nak 1 on")
                }
                #expect(lost > 4 && lost < 6 + Self.grace, "the loss was said after \(lost) s")
                let back = try service.delay(until: "The barometer is back.", limit: Patience.wait) {
                    try bench.tell("nak 1 off")
                }
                #expect(back < 12 + Self.grace, "the return was said after \(back) s")
                #expect(service.said.filter { $0.hasPrefix("The barometer") }.count == 2, "\(service.said)")
            }
        }

        /// Two floors, one above the other.
        private static let building = """
            [{"id":"hall","name":"Hall","kind":"building","floors":[
                {"id":"low","name":"Ground floor","places":["hall-low"]},
                {"id":"high","name":"Floor 1","places":["hall-high"]}],"portals":[]}]
            """
    }
}
