import Bridge
import Readings
import Testing

struct ReadingTellerTests {
    private static let wall: Int64 = 1_800_000_000_000_000_000

    private static func at(_ milliseconds: Int64) -> Instant { Instant(nanoseconds: milliseconds * 1_000_000) }

    private static func depth(_ reading: DepthReading, at milliseconds: Int64, count: UInt64) -> BridgeReadings.Depth {
        .init(reading: reading, time: at(milliseconds), count: count)
    }

    @Test(
        arguments: [
            (.surface(metres: 1.25), 1.25), (.clear, .infinity), (.none(.tooFewUsable), .nan), (.none(.stuck), .nan),
        ] as [(DepthReading, Float)])
    func `A surface is its distance, open space is infinite, no reading is not a number`(
        reading: DepthReading, metres: Float
    ) {
        var teller = ReadingTeller(BridgeSettings())
        let told = teller.range(Self.depth(reading, at: 100, count: 1), at: Self.at(100), wall: Self.wall)
        #expect(told?.metres.bitPattern == metres.bitPattern)
    }

    @Test func `What is told has the frame, the range and the angle of the settings, and the time of the frame`() throws
    {
        var settings = BridgeSettings()
        (settings.depthFrame, settings.radiation) = ("eyes", .ultrasound)
        (settings.fieldOfViewRadians, settings.rangeMetres) = (0.5, 0.25...4)
        var teller = ReadingTeller(settings)
        let told = teller.range(Self.depth(.clear, at: 80, count: 1), at: Self.at(100), wall: Self.wall)
        #expect(
            told
                == RosRange(
                    header: RosHeader(wallNanoseconds: Self.wall - 20_000_000, frame: "eyes"), radiation: .ultrasound,
                    fieldOfViewRadians: 0.5, minimumMetres: 0.25, maximumMetres: 4, metres: .infinity))
    }

    @Test func `A frame is told once`() {
        var teller = ReadingTeller(BridgeSettings())
        let depth = Self.depth(.clear, at: 100, count: 1)
        #expect(teller.range(depth, at: Self.at(100), wall: Self.wall) != nil)
        #expect(teller.range(depth, at: Self.at(120), wall: Self.wall) == nil)
        #expect(teller.range(Self.depth(.clear, at: 133, count: 2), at: Self.at(140), wall: Self.wall) != nil)
    }

    @Test func `Without frames it is told twice a second that there is no reading`() {
        var teller = ReadingTeller(BridgeSettings())
        let depth = Self.depth(.surface(metres: 2), at: 100, count: 1)
        var told: [Int64] = []
        for moment in stride(from: Int64(100), through: 2000, by: 20) {
            let range = teller.range(depth, at: Self.at(moment), wall: Self.wall)
            if let range, range.metres.isNaN { told.append(moment) }
        }
        #expect(told == [700, 1200, 1700])
    }

    @Test func `A camera that never showed anything is told as no reading, too`() {
        var teller = ReadingTeller(BridgeSettings())
        #expect(teller.range(nil, at: Self.at(580), wall: Self.wall) == nil)
        let told = teller.range(nil, at: Self.at(600), wall: Self.wall)
        #expect(told?.metres.isNaN == true)
    }

    @Test func `A frame that is found only when it is old is no reading of now`() {
        var teller = ReadingTeller(BridgeSettings())
        let told = teller.range(Self.depth(.clear, at: 100, count: 1), at: Self.at(700), wall: Self.wall)
        #expect(told?.metres.isNaN == true)
    }

    @Test func `A pressure is told once, in pascals, with its own time`() {
        var teller = ReadingTeller(BridgeSettings())
        let sample = BridgeReadings.Pressure(hectopascals: 1013.25, time: Self.at(90), count: 1)
        let header = RosHeader(wallNanoseconds: Self.wall - 10_000_000, frame: "base_link")
        #expect(
            teller.pressure(sample, at: Self.at(100), wall: Self.wall) == RosPressure(header: header, pascals: 101_325))
        #expect(teller.pressure(sample, at: Self.at(120), wall: Self.wall) == nil)
        #expect(teller.pressure(nil, at: Self.at(120), wall: Self.wall) == nil)
    }
}
