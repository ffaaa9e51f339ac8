/// Times work in microseconds; what is reported is the median of many repetitions.
enum Stopwatch {
    /// How often everything is measured at least.
    static let repetitions = 31

    /// The time of one run.
    static func once(_ work: () throws -> Void) rethrows -> Double {
        let clock = ContinuousClock()
        let spent = try clock.measure(work)
        return Double(spent.components.seconds) * 1e6 + Double(spent.components.attoseconds) / 1e12
    }

    /// The medians of several kinds of work, one after the other in every round, so that all see the same machine.
    static func medians(rounds: Int = repetitions, _ works: [(Int) throws -> Void]) throws -> [Double] {
        var times = works.map { _ in [Double]() }
        for round in 0..<rounds {
            for (index, work) in works.enumerated() { times[index].append(try once { try work(round) }) }
        }
        return times.map(median)
    }

    static func median(_ times: [Double]) -> Double {
        let sorted = times.sorted()
        return sorted.isEmpty ? .nan : sorted[sorted.count / 2]
    }
}
