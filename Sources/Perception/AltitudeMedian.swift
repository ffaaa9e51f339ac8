/// Medians by selection in place.
enum AltitudeMedian {
    /// The median of the first `count` values, at least one, which are reordered.
    ///
    /// Of an even number, it is the mean of the middle two.
    static func of(_ values: inout [Double], count: Int) -> Double {
        let middle = count / 2
        select(&values, count: count, rank: middle)
        guard count.isMultiple(of: 2) else { return values[middle] }
        var below = values[0]
        for index in 1..<max(middle, 1) { below = max(below, values[index]) }
        return (below + values[middle]) / 2
    }

    /// Brings the value of `rank` to its place, nothing greater before it.
    private static func select(_ values: inout [Double], count: Int, rank: Int) {
        var low = 0
        var high = count - 1
        while low < high {
            let pivot = values[(low + high) / 2]
            var left = low
            var right = high
            while left <= right {
                while values[left] < pivot { left += 1 }
                while values[right] > pivot { right -= 1 }
                guard left <= right else { break }
                values.swapAt(left, right)
                left += 1
                right -= 1
            }
            if rank <= right { high = right } else if rank >= left { low = left } else { return }
        }
    }
}
