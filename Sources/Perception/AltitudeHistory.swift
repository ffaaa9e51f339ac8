/// The latest altitude samples, in a ring of fixed size: eight seconds at up to 128 Hz.
///
/// Windows are spans of time, never numbers of samples, so that 1 Hz and 50 Hz mean the same.
struct AltitudeHistory {
    private static let capacity = 1024

    private var times = [Int64](repeating: 0, count: capacity)
    private var metres = [Double](repeating: 0, count: capacity)
    private var scratch = [Double](repeating: 0, count: capacity)
    private var first = 0
    private(set) var count = 0

    /// When the oldest sample was taken, in nanoseconds.
    var oldest: Int64? { count == 0 ? nil : times[first] }

    /// Forgets everything.
    mutating func clear() {
        first = 0
        count = 0
    }

    /// Adds the newest sample, in the internal frame.
    mutating func append(_ altitude: Double, at time: Int64) {
        let slot = (first + count) & (Self.capacity - 1)
        times[slot] = time
        metres[slot] = altitude
        if count < Self.capacity { count += 1 } else { first = (first + 1) & (Self.capacity - 1) }
    }

    /// The position, from the oldest, of the first sample later than `time`.
    private func firstIndex(after time: Int64) -> Int {
        var low = 0
        var high = count
        while low < high {
            let middle = (low + high) / 2
            if times[(first + middle) & (Self.capacity - 1)] > time { high = middle } else { low = middle + 1 }
        }
        return low
    }

    /// The number of samples later than `start` and not later than `end`.
    func count(after start: Int64, through end: Int64) -> Int {
        max(firstIndex(after: end) - firstIndex(after: start), 0)
    }

    /// The mean of the samples later than `start` and not later than `end`; nil with fewer than two.
    func mean(after start: Int64, through end: Int64) -> Double? {
        let from = firstIndex(after: start)
        let to = firstIndex(after: end)
        guard to - from >= 2 else { return nil }
        var sum = 0.0
        for index in from..<to { sum += metres[(first + index) & (Self.capacity - 1)] }
        return sum / Double(to - from)
    }

    /// The median of the samples later than `start` and not later than `end`; nil where there is none.
    mutating func median(after start: Int64, through end: Int64) -> Double? {
        let from = firstIndex(after: start)
        let to = firstIndex(after: end)
        guard to > from else { return nil }
        for index in from..<to { scratch[index - from] = metres[(first + index) & (Self.capacity - 1)] }
        return AltitudeMedian.of(&scratch, count: to - from)
    }

    /// The share of the samples later than `start` and not later than `end` that lie within `band` of `level`.
    func share(near level: Double, band: Double, after start: Int64, through end: Int64) -> Double {
        let from = firstIndex(after: start)
        let to = firstIndex(after: end)
        guard to > from else { return 0 }
        var near = 0
        for index in from..<to where abs(metres[(first + index) & (Self.capacity - 1)] - level) <= band { near += 1 }
        return Double(near) / Double(to - from)
    }
}
