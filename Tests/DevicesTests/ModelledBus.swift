import ChipModels
import Devices
import Readings
import Testing

/// A modelled bus behind the seam of the barometer's room.
final class ModelledBus: RegisterBus {
    let model: ModelBus

    init(_ model: ModelBus) { self.model = model }

    convenience init(_ chips: [UInt8: ModelChip]) { self.init(ModelBus(chips)) }

    func claim(_ address: UInt8) throws(BusError) {
        do throws(ModelBusFault) { try model.claim(address) } catch { throw BusError(error.number) }
    }

    func read(_ address: UInt8, _ first: UInt8, count: Int) throws(BusError) -> [UInt8] {
        do throws(ModelBusFault) {
            return try model.read(address, first, count: count)
        } catch { throw BusError(transfer: error.number) }
    }

    func write(_ address: UInt8, _ bytes: [UInt8]) throws(BusError) {
        do throws(ModelBusFault) { try model.write(address, bytes) } catch { throw BusError(transfer: error.number) }
    }

    func pause(_ span: Duration) { model.pause(nanoseconds: span.wholeNanoseconds) }
}

/// A kind of chip that the tests put on a bus.
struct TestedChip: Sendable, CustomTestStringConvertible {
    let name: String
    let address: UInt8
    let table: ChipTable
    let make: @Sendable (Air) -> ModelChip

    var testDescription: String { name }

    /// It as a search finds it on a bus of its own.
    func found() throws -> FoundChip {
        try #require(ChipDetection(on: ModelledBus([address: make(Air())])).found.first)
    }

    static let all: [TestedChip] = [
        .init(name: "BMP280", address: 0x76, table: .bmp280) { BMP280Model($0) },
        .init(name: "BME280", address: 0x77, table: .bmp280) { BMP280Model($0, identity: 0x60) },
        .init(name: "BMP388", address: 0x76, table: .bmp388) { BMP388Model($0, identity: 0x50) },
        .init(name: "BMP390", address: 0x77, table: .bmp388) { BMP388Model($0) },
        .init(name: "BMP581", address: 0x46, table: .bmp580) { BMP580Model($0) },
        .init(name: "BMP580", address: 0x47, table: .bmp580) { BMP580Model($0, identity: 0x51) },
        .init(name: "LPS22HB", address: 0x5C, table: .lps22) { LPS22Model($0, identity: 0xB1) },
        .init(name: "LPS22HH", address: 0x5D, table: .lps22) { LPS22Model($0) },
        .init(name: "MS5611", address: 0x77, table: .ms5611) { MS5611Model($0) },
        .init(name: "MS5607", address: 0x76, table: .ms5611) { MS5611Model($0, isSmall: true) },
        .init(name: "DPS310", address: 0x77, table: .dps310) { DPS310Model($0) },
    ]
}
