import Readings

/// What a barometer does while it lies still: how it scatters, how it drifts, and whether that is good enough.
///
/// Samples are averaged in tenths of a second, a straight line is taken off as drift, and the rest is the noise: the
/// target is 0.6 Pa RMS at 10 Hz, which is 5 cm of height near sea level.
public struct PressureRest: Equatable, Sendable {
    /// The noise that a sensor may have at 10 Hz, pascals RMS.
    public static let mostNoisePascals = 0.6
    /// The drift that a minute at rest may show, pascals an hour: weather at its wildest is a tenth of it.
    public static let mostDriftPascalsAnHour = 1_000.0
    /// How much more than its profile says a sensor may scatter.
    public static let profileMargin = 1.5
    /// The shortest rest that gives an answer.
    public static let shortest = Duration.seconds(20)

    /// What is said of the sensor.
    public enum Verdict: String, Sendable {
        /// As good as it should be.
        case good
        /// It scatters more than the target.
        case noisy
        /// It drifts, or was moved up or down, or the air did.
        case drifting
        /// It gives the same value all the time, as a sensor that hangs does.
        case frozen
    }

    /// Samples that were used.
    public var samples: Int
    /// How long the rest was, seconds.
    public var seconds: Double
    /// Samples a second.
    public var rate: Double
    /// The mean pressure, hectopascals.
    public var meanHectopascals: Double
    /// The noise at 10 Hz, or at the sensor's own rate where that is lower, pascals RMS.
    public var noisePascals: Double
    /// The noise that it may have, pascals RMS: the target, or half more than its profile expects where that is more.
    public var allowedPascals: Double
    /// The drift, pascals an hour.
    public var driftPascalsAnHour: Double
    /// The verdict.
    public var verdict: Verdict

    /// Why there is no answer.
    public enum Refusal: Error, Equatable, Sendable, CustomStringConvertible {
        /// Too few samples, or over too short a time.
        case tooShort(samples: Int, seconds: Double)

        /// What is wrong, for a person.
        public var description: String {
            switch self {
            case .tooShort(let samples, let seconds):
                "\(samples) samples over \(Int(seconds.rounded())) s are too few; a minute at rest is needed"
            }
        }
    }

    /// Judges samples in the order of time; those that are no number are left out.
    ///
    /// `expectedPascals` is the deviation of one value at rest that the chip's profile gives: a chip that scatters by
    /// 1.2 Pa by its nature may have 1.8 Pa, one of 0.2 Pa still the target of 0.6 Pa.
    public init(_ all: [PressureSample], expectedPascals: Double? = nil) throws(Refusal) {
        let used = all.filter { $0.hectopascals.isFinite }
        let span = used.last.map { $0.time - (used.first?.time ?? $0.time) } ?? .zero
        guard used.count >= 20, span >= Self.shortest else {
            throw .tooShort(samples: used.count, seconds: span.inSeconds)
        }
        let tenths = Self.tenths(used)
        let line = Self.line(tenths)
        let squares = tenths.reduce(0.0) { sum, point in
            let rest = point.pascals - line.mean - line.slope * (point.seconds - line.middle)
            return sum + rest * rest
        }
        samples = used.count
        seconds = span.inSeconds
        rate = Double(used.count - 1) / span.inSeconds
        meanHectopascals = line.mean / 100
        noisePascals = (squares / Double(max(tenths.count - 2, 1))).squareRoot()
        allowedPascals = max(Self.mostNoisePascals, Self.profileMargin * (expectedPascals ?? 0))
        driftPascalsAnHour = line.slope * 3600
        let isFrozen = used.allSatisfy { $0.hectopascals == used[0].hectopascals }
        verdict =
            isFrozen
            ? .frozen
            : abs(driftPascalsAnHour) > Self.mostDriftPascalsAnHour
                ? .drifting : noisePascals > allowedPascals ? .noisy : .good
    }

    /// The means of the tenths of a second that hold samples.
    private static func tenths(_ samples: [PressureSample]) -> [(seconds: Double, pascals: Double)] {
        var means: [(seconds: Double, pascals: Double)] = []
        var (slot, count, sum, time) = (Int64.min, 0.0, 0.0, 0.0)
        for sample in samples {
            let own = sample.time.nanoseconds / 100_000_000
            if own != slot, count > 0 {
                means.append((time / count, sum / count))
                (count, sum, time) = (0, 0, 0)
            }
            slot = own
            count += 1
            sum += sample.hectopascals * 100
            time += sample.time.seconds
        }
        if count > 0 { means.append((time / count, sum / count)) }
        return means
    }

    /// The straight line with the least squares.
    private static func line(
        _ points: [(seconds: Double, pascals: Double)]
    ) -> (mean: Double, middle: Double, slope: Double) {
        let count = Double(points.count)
        let middle = points.reduce(0) { $0 + $1.seconds } / count
        let mean = points.reduce(0) { $0 + $1.pascals } / count
        var (across, along) = (0.0, 0.0)
        for point in points {
            across += (point.seconds - middle) * (point.pascals - mean)
            along += (point.seconds - middle) * (point.seconds - middle)
        }
        return (mean, middle, along > 0 ? across / along : 0)
    }
}
