/// What is left to pay from a node to the goal: first what is counted, then the cost, then the steps.
///
/// The three stand in one whole number, the weightiest first, so that comparing and adding labels is one operation.
/// None of them ever overflows into the next: costs are held below 2⁶², and a path has fewer than 2³¹ steps.
struct RouteLabel: Comparable {
    private var bits: UInt128

    static let zero = RouteLabel(bits: 0)

    private init(bits: UInt128) { self.bits = bits }

    init(costMillionths: Int64, counted: Int32, steps: Int32) {
        let cost = UInt128(UInt64(bitPattern: costMillionths))
        bits = UInt128(UInt32(bitPattern: counted)) << 96 | cost << 32 | UInt128(UInt32(bitPattern: steps))
    }

    /// What walking an edge adds under some rules.
    @inline(__always)
    init(_ edge: RoutingGraph.Edge, _ flags: RouteFlags, _ rules: RouteRules) {
        self.init(
            costMillionths: edge.costMillionths, counted: flags.isDisjoint(with: rules.counted) ? 0 : 1, steps: 1)
    }

    var costMillionths: Int64 { Int64(bitPattern: UInt64(truncatingIfNeeded: bits >> 32)) }
    var steps: Int32 { Int32(bitPattern: UInt32(truncatingIfNeeded: bits)) }

    @inline(__always)
    static func < (left: RouteLabel, right: RouteLabel) -> Bool { left.bits < right.bits }

    @inline(__always)
    static func + (left: RouteLabel, right: RouteLabel) -> RouteLabel { RouteLabel(bits: left.bits &+ right.bits) }

    /// What is left of a label after a part of the same way.
    @inline(__always)
    static func - (left: RouteLabel, right: RouteLabel) -> RouteLabel { RouteLabel(bits: left.bits &- right.bits) }

    /// The label with more cost.
    @inline(__always)
    func adding(costMillionths cost: Int64) -> RouteLabel {
        RouteLabel(bits: bits &+ UInt128(UInt64(bitPattern: cost)) << 32)
    }
}

/// Nodes waiting to be settled, the least key first: a heap in which each entry has four below it.
struct RouteHeap {
    struct Entry {
        /// The node's label with what is at least left to the start.
        var key: RouteLabel
        var node: Int32
    }

    private var entries: [Entry] = []

    mutating func removeAll() { entries.removeAll(keepingCapacity: true) }

    mutating func push(_ entry: Entry) {
        entries.append(entry)
        var place = entries.count - 1
        while place > 0 {
            let above = (place - 1) >> 2
            guard entry.key < entries[above].key else { break }
            entries[place] = entries[above]
            place = above
        }
        entries[place] = entry
    }

    /// The entry with the least key.
    var least: Entry? { entries.first }

    /// Takes the entry with the least key away.
    mutating func removeLeast() {
        guard let last = entries.popLast(), !entries.isEmpty else { return }
        sink(last, to: 0)
    }

    /// Gives every entry another key; those that get none are taken away.
    mutating func rearrange(_ renewed: (Entry) -> Entry?) {
        var kept = 0
        for entry in entries {
            guard let renewed = renewed(entry) else { continue }
            entries[kept] = renewed
            kept += 1
        }
        entries.removeLast(entries.count - kept)
        for place in stride(from: (kept - 2) >> 2, through: 0, by: -1) { sink(entries[place], to: place) }
    }

    /// Puts an entry at a place that is free, or below it where lesser keys are.
    private mutating func sink(_ entry: Entry, to start: Int) {
        var place = start
        while true {
            let first = place << 2 + 1
            if first >= entries.count { break }
            var least = first
            for child in first..<min(first + 4, entries.count) where entries[child].key < entries[least].key {
                least = child
            }
            guard entries[least].key < entry.key else { break }
            entries[place] = entries[least]
            place = least
        }
        entries[place] = entry
    }
}
