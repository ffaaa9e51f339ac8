import ChipModels
import Foundation
import Testing

extension BusTests {
    /// The whole driver, with the shim, on an emulated i2c-dev.
    @Suite(.enabled(if: EmulatedBusWorld.isBuilt, EmulatedBusWorld.absence)) struct DriverTests {
        @Test(arguments: [
            ("bmp390", "0x77", 0.02), ("bmp280", "0x76", 0.02), ("bmp581", "0x46", 0.02), ("lps22hh", "0x5d", 0.02),
            ("ms5611", "0x77", 0.04), ("ms5607", "0x76", 0.04), ("dps310", "0x77", 0.02),
        ])
        func `each chip rides an elevator, through the kernel's interface`(
            row: (chip: String, address: String, tolerance: Double)
        ) throws {
            let world = try EmulatedBusWorld(
                "bus 1 bcm2835 (i2c@7e804000)", "chip 1 \(row.address) \(row.chip)", "pressure 1000")
            let trial = try world.start("read", "bus=/dev/i2c-1", "rate=25", "settled")
            #expect(trial.waitForSamples(10))
            #expect(trial.samples.allSatisfy { ($0.hectopascals - 1000).magnitude < row.tolerance })
            world.order("ramp 12 24")
            Thread.sleep(forTimeInterval: 0.7)
            #expect(trial.waitForSamples(10))
            let top = Air.pascals(metres: 12, above: 100_000) / 100
            #expect(trial.samples.suffix(8).allSatisfy { ($0.hectopascals - top).magnitude < row.tolerance })
            #expect(zip(trial.samples, trial.samples.dropFirst()).allSatisfy { $0.time < $1.time })
            #expect(trial.states.last == "reading" && Set(trial.states).isSubset(of: ["starting", "reading"]))
            let last = trial.end()
            #expect(last["description"] == "\(row.chip.uppercased()) at /dev/i2c-1, address \(row.address)")
            #expect(last["counts"]?.hasSuffix(" 0 0 0") == true)
            #expect(world.count("timeout") == 50)
        }

        @Test func `a chip that does not answer is reset, disconnected, and taken back by itself`() throws {
            let world = try EmulatedBusWorld("bus 1 bus", "chip 1 0x77 bmp390")
            let trial = try world.start("read", "settled")
            #expect(trial.waitForSamples(10))
            world.order("nak 1 on")
            #expect(trial.waitForState("disconnected"))
            #expect(trial.log.contains("does not answer"))
            world.order("nak 1 off")
            #expect(trial.waitForSamples(20))
            let last = trial.end()
            #expect(last["counts"]?.hasSuffix(" 6 1 1") == true)
            #expect(world.count("resets") == 2)
        }

        @Test func `m-labs/artiq#2710: a bus that hangs is told from a silent chip, and no call takes long`() throws {
            let world = try EmulatedBusWorld("bus 1 bus", "chip 1 0x77 bmp390")
            let trial = try world.start("read", "settled")
            #expect(trial.waitForSamples(10))
            world.order("timeout 1 on")
            #expect(trial.waitForState("disconnected"))
            #expect(trial.waitForLog("hangs"))
            #expect(!trial.log.contains("does not answer"))
            world.order("timeout 1 off")
            #expect(trial.waitForSamples(20))
            // Asked for at most 0.2 s; one transfer of 50 ms may be under way then, and the machine is busy.
            let longest = trial.end()["longest"].flatMap { Double($0) } ?? 99
            #expect(longest < Patience.most(0.4))
        }

        @Test func `an adapter that is pulled out and plugged in again is let go of and taken back`() throws {
            let world = try EmulatedBusWorld("bus 1 bus", "chip 1 0x76 bmp280")
            let trial = try world.start("read", "settled")
            #expect(trial.waitForSamples(10))
            world.order("vanish 1")
            #expect(trial.waitForState("disconnected"))
            #expect(trial.log.contains("has been removed"))
            world.order("return 1")
            #expect(trial.waitForSamples(20))
            #expect(trial.end()["counts"]?.hasSuffix(" 1") == true)
        }

        @Test func `broken transfers, zeros and a frozen chip each end, and the chip is read again`() throws {
            let world = try EmulatedBusWorld("bus 1 bus", "chip 1 0x77 bmp390", "pressure 1010")
            let trial = try world.start("read", "settled")
            #expect(trial.waitForSamples(10))
            for (trouble, words) in [("broken", "broken transfers"), ("zeros", nil), ("freeze", "same value again")] {
                world.order("\(trouble) 1 on")
                if let words { #expect(trial.waitForLog(words)) } else { Thread.sleep(forTimeInterval: 0.5) }
                world.order("\(trouble) 1 off")
                #expect(trial.waitForSamples(30), "after \(trouble)")
            }
            #expect(trial.samples.allSatisfy { ($0.hectopascals - 1010).magnitude < 0.03 })
        }

        @Test func `raspberrypi/linux#4884: one wrong bit in 50 measurements is in no value`() throws {
            // The first byte of a burst is the status, then come three of pressure: bit 28 is the pressure's bit 20.
            let world = try EmulatedBusWorld("bus 1 bus", "chip 1 0x77 bmp390", "pressure 1000", "flip 1 50 28")
            let trial = try world.start("read", "rate=50", "settled")
            #expect(trial.waitForSamples(150))
            #expect(trial.samples.allSatisfy { ($0.hectopascals - 1000).magnitude < 0.03 })
            let counts = trial.end()["counts"]?.split(separator: " ").compactMap { Int($0) } ?? []
            #expect(counts.count == 5 && counts[1] + counts[3] > 0)
        }

        @Test func `a held address, another chip and a bus without combined transfers are findings`() throws {
            let world = try EmulatedBusWorld("bus 1 bus", "chip 1 0x77 other")
            #expect(try world.scan("probe").contains("finding barometerUnknownChip"))
            world.order("busy 1 0x77")
            #expect(try world.scan("probe").contains("finding barometerAddressBusy"))
            world.order("plain 1")
            #expect(try world.scan("probe").contains("finding barometerBusUnsuited"))
            #expect(try world.scan("probe", "bus=/dev/i2c-9").contains("finding barometerBusMissing"))
        }

        @Test func `a list sends nothing, a probe asks the buses that may be asked`() throws {
            let world = try EmulatedBusWorld(
                "bus 0 SMBus I801 adapter at efa0", "bus 1 bcm2835", "bus 2 i915 gmbus dpb", "bus 3 i2c-tiny-usb",
                "chip 0 0x76 bmp280", "chip 1 0x77 dps310", "chip 2 0x76 bmp280", "chip 3 0x47 bmp581",
                "chip 3 0x76 bmp390")
            let list = try world.scan("list")
            #expect(list.filter { $0.hasPrefix("bus ") }.count == 4 && !list.contains { $0.hasPrefix("place") })
            for bus in 0...3 { #expect(world.count("transfers", bus: bus) == 0) }
            let probe = try world.scan("probe")
            #expect(
                probe.filter { $0.hasPrefix("place") } == [
                    "place DPS310 /dev/i2c-1 0x77 -", "place BMP581 /dev/i2c-3 0x47 -",
                    "place BMP390 /dev/i2c-3 0x76 -",
                ])
            #expect(world.count("transfers", bus: 0) == 0 && world.count("transfers", bus: 2) == 0)
            #expect(try world.scan("probe", "bus=/dev/i2c-0").contains("place BMP280 /dev/i2c-0 0x76 -"))
        }

        @Test func `a machine without a bus says so, and one that is plugged in later is used`() throws {
            let world = try EmulatedBusWorld()
            let trial = try world.start("read", "settled")
            #expect(trial.waitForState("disconnected"))
            #expect(trial.log.contains("no I2C bus"))
            world.order("bus 4 i2c-tiny-usb at bus 001 device 004")
            world.order("chip 4 0x76 bmp390")
            #expect(trial.waitForSamples(10))
        }
    }
}
