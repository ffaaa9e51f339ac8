/// Finds what somebody probably meant.
public enum NearestName {
    /// The candidates most like `name`, best first, at most `count`; those that share too little are left out.
    public static func among(_ candidates: [String], to name: String, count: Int = 1) -> [String] {
        let wanted = Array(name.lowercased().prefix(64))
        let limit = max(2, wanted.count / 2)
        let scored = candidates.enumerated().compactMap { index, candidate -> (Int, Int, String)? in
            let distance = distance(wanted, Array(candidate.lowercased().prefix(64)))
            return distance <= limit ? (distance, index, candidate) : nil
        }
        return scored.sorted { ($0.0, $0.1) < ($1.0, $1.1) }.prefix(count).map(\.2)
    }

    /// How many characters must be added, removed, replaced or swapped with their neighbour (optimal string alignment).
    private static func distance(_ left: [Character], _ right: [Character]) -> Int {
        var before: [Int] = []
        var above = Array(0...right.count)
        for row in 0..<left.count {
            var current = [row + 1]
            for column in 0..<right.count {
                var best = min(above[column + 1], current[column]) + 1
                best = min(best, above[column] + (left[row] == right[column] ? 0 : 1))
                if row > 0, column > 0, left[row] == right[column - 1], left[row - 1] == right[column] {
                    best = min(best, before[column - 1] + 1)
                }
                current.append(best)
            }
            (before, above) = (above, current)
        }
        return above[right.count]
    }
}
