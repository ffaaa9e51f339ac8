import Readings

/// What the sensors showed last, as the bridge tells it.
package struct BridgeReadings: Equatable, Sendable {
    /// The last depth frame.
    package struct Depth: Equatable, Sendable {
        /// What was read in it.
        package var reading: DepthReading
        /// When it arrived.
        package var time: Instant
        /// How many came so far.
        package var count: UInt64

        /// Makes it.
        package init(reading: DepthReading, time: Instant, count: UInt64) {
            (self.reading, self.time, self.count) = (reading, time, count)
        }
    }

    /// The last pressure sample.
    package struct Pressure: Equatable, Sendable {
        /// In hectopascals.
        package var hectopascals: Double
        /// When it was taken.
        package var time: Instant
        /// How many came so far.
        package var count: UInt64

        /// Makes it.
        package init(hectopascals: Double, time: Instant, count: UInt64) {
            (self.hectopascals, self.time, self.count) = (hectopascals, time, count)
        }
    }

    /// The last depth frame; nil before the first.
    package var depth: Depth?
    /// The last pressure sample; nil before the first.
    package var pressure: Pressure?

    /// Nothing was seen yet.
    package init() {}
}

/// Says readings on, each once; while no frame comes, twice a second that there is no reading: who listens must not take a
/// distance of long ago, or silence, for open space.
package struct ReadingTeller: Sendable {
    /// After so long without a frame it is told that there is no reading.
    static let silence = Duration.milliseconds(600)
    /// How often that is repeated.
    static let repetition = Duration.milliseconds(500)

    private let settings: BridgeSettings
    private var depthCount: UInt64 = 0
    private var pressureCount: UInt64 = 0
    private var toldAt = Instant.start

    /// Nothing was told yet.
    package init(_ settings: BridgeSettings) { self.settings = settings }

    /// The distance to tell now, if any; `wall` is the wall clock's time of `now`, in nanoseconds since 1970.
    package mutating func range(_ depth: BridgeReadings.Depth?, at now: Instant, wall: Int64) -> RosRange? {
        if let depth, depth.count != depthCount, now - depth.time < Self.silence {
            depthCount = depth.count
            toldAt = now
            return range(Self.metres(depth.reading), at: wall - (now - depth.time).wholeNanoseconds)
        }
        guard now - (depth?.time ?? .start) >= Self.silence, now - toldAt >= Self.repetition else { return nil }
        toldAt = now
        return range(.nan, at: wall)
    }

    /// The pressure to tell now, if any.
    package mutating func pressure(_ last: BridgeReadings.Pressure?, at now: Instant, wall: Int64) -> RosPressure? {
        guard let last, last.count != pressureCount else { return nil }
        pressureCount = last.count
        let taken = wall - (now - last.time).wholeNanoseconds
        return RosPressure(
            header: RosHeader(wallNanoseconds: taken, frame: settings.pressureFrame), pascals: last.hectopascals * 100)
    }

    /// A reading as the message has it: infinite where nothing is ahead, NaN where nothing is known.
    static func metres(_ reading: DepthReading) -> Float {
        switch reading {
        case .surface(let metres): Float(metres)
        case .clear: .infinity
        case .none: .nan
        }
    }

    private func range(_ metres: Float, at wall: Int64) -> RosRange {
        RosRange(
            header: RosHeader(wallNanoseconds: wall, frame: settings.depthFrame), radiation: settings.radiation,
            fieldOfViewRadians: Float(settings.fieldOfViewRadians),
            minimumMetres: Float(settings.rangeMetres.lowerBound),
            maximumMetres: Float(settings.rangeMetres.upperBound), metres: metres)
    }
}
