/// Reads the members of objects that have the same few keys over and over, without a look-up for each.
///
/// It expects the keys in the order of the object before, which makes most of them right at the first look.
public struct MemberReader {
    private let keys: WordList
    /// By place in the object before, which key stood there.
    private var order: [Int] = []
    /// By key, the number of its value in the table; −1 where it is absent or null.
    private var values: [Int]

    /// Makes a reader of members with these keys.
    public init(_ keys: [String]) {
        self.keys = WordList(keys)
        values = Array(repeating: -1, count: keys.count)
    }

    /// Looks at an object; false where the value is none, or has a key with an escape, so that it needs a closer look.
    public mutating func read(_ object: Int, in table: DocumentTable) -> Bool {
        guard table.isObject(object) else { return false }
        for key in values.indices { values[key] = -1 }
        let end = table.next(after: object)
        var (position, member) = (object + 1, 0)
        while position < end {
            let node = table.nodes[position]
            if node.escaped { return false }
            let text = UnsafeBufferPointer(rebasing: table.bytes[Int(node.start)..<Int(node.end)])
            let value = table.nodes[position + 1]
            if let key = key(text, member), value.kind != .null { values[key] = position + 1 }
            position = Int(value.next)
            member += 1
        }
        return true
    }

    /// The number of a member's value in the table; nil where it is absent or null.
    public subscript(key: Int) -> Int? { values[key] < 0 ? nil : values[key] }

    private mutating func key(_ text: UnsafeBufferPointer<UInt8>, _ member: Int) -> Int? {
        if member < order.count, keys.matches(order[member], text) { return order[member] }
        guard let key = keys.index(of: text) else { return nil }
        while order.count <= member { order.append(key) }
        order[member] = key
        return key
    }
}
