/// What is left to pay from a node to the goal: first what is counted, then the cost, then the steps.
struct RouteLabel: Comparable {
    var costMillionths: Int64
    var counted: Int32
    var steps: Int32

    static let zero = RouteLabel(costMillionths: 0, counted: 0, steps: 0)

    @inline(__always)
    static func < (left: RouteLabel, right: RouteLabel) -> Bool {
        if left.counted != right.counted { return left.counted < right.counted }
        if left.costMillionths != right.costMillionths { return left.costMillionths < right.costMillionths }
        return left.steps < right.steps
    }

    @inline(__always)
    static func + (left: RouteLabel, right: RouteLabel) -> RouteLabel {
        RouteLabel(
            costMillionths: left.costMillionths + right.costMillionths, counted: left.counted + right.counted,
            steps: left.steps + right.steps)
    }
}

/// Nodes waiting to be settled, the least label first: a heap in which each entry has four below it.
struct RouteHeap {
    struct Entry {
        var label: RouteLabel
        var node: Int32
    }

    private var entries: [Entry] = []

    mutating func removeAll() { entries.removeAll(keepingCapacity: true) }

    mutating func push(_ entry: Entry) {
        entries.append(entry)
        var place = entries.count - 1
        while place > 0 {
            let above = (place - 1) >> 2
            guard entry.label < entries[above].label else { break }
            entries[place] = entries[above]
            place = above
        }
        entries[place] = entry
    }

    mutating func pop() -> Entry? {
        guard let top = entries.first, let last = entries.popLast() else { return nil }
        if entries.isEmpty { return top }
        var place = 0
        while true {
            let first = place << 2 + 1
            if first >= entries.count { break }
            var least = first
            for child in first..<min(first + 4, entries.count) where entries[child].label < entries[least].label {
                least = child
            }
            guard entries[least].label < last.label else { break }
            entries[place] = entries[least]
            place = least
        }
        entries[place] = last
        return top
    }
}
