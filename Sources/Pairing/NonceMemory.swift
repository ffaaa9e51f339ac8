/// The nonces of the last connections, of both ends, so that one that comes again is noticed.
///
/// A proof is bound to a fresh nonce of this end anyway: the memory only tells a replay from an ordinary mistake.
struct NonceMemory {
    /// How many are remembered.
    static let capacity = 4096

    private var known: Set<[UInt8]> = []
    private var order: [[UInt8]] = []
    private var next = 0

    /// Remembers a nonce; false where it is known already.
    mutating func take(_ nonce: [UInt8]) -> Bool {
        guard known.insert(nonce).inserted else { return false }
        if order.count < Self.capacity {
            order.append(nonce)
        } else {
            known.remove(order[next])
            order[next] = nonce
            next = (next + 1) % Self.capacity
        }
        return true
    }
}
