/// Costs of routing in whole millionths of a unit, so that sums are exact and a tie is a tie on every machine.
public enum RouteCost {
    /// One unit of cost, which is about a metre.
    public static let unit: Int64 = 1_000_000

    /// The largest cost of one connection, in units; what goes beyond is held to it.
    static let largestUnits = 10_000_000.0

    /// `floor(value × 10⁶ + ½)`, or nil where that is no finite number from 0 up; 0.0000005 gives 1.
    public static func millionths(_ value: Double) -> Int64? {
        guard value.isFinite, value >= 0 else { return nil }
        return Int64((min(value, largestUnits) * 1_000_000 + 0.5).rounded(.down))
    }

    /// The cost of a connection in millionths: what is written, else its length, else its display length, else 1 unit.
    ///
    /// A number that is not finite or below 0 counts as absent, so that no cost can be anything but a finite number.
    public static func millionths(_ connection: Connection, line: WayLine?) -> Int64 {
        let candidates = [connection.cost, line?.lengthMetres, connection.displayLengthMetres]
        return candidates.lazy.compactMap { $0 }.compactMap { millionths($0) }.first ?? unit
    }

    /// The part of a cost at a share of its way, in millionths, from 0 to the cost.
    static func part(_ cost: Int64, share: Double) -> Int64 {
        min(max(Int64((Double(cost) * share + 0.5).rounded(.down)), 0), cost)
    }
}
