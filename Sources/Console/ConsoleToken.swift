/// What the address of the page must hold: whoever knows it may use the page, and it is made anew at every start.
package struct ConsoleToken: Equatable, Sendable {
    /// How many bytes of chance are in it.
    static let bytes = 32

    /// The token as it stands in the address: 64 lower-case hexadecimal digits.
    package let text: String

    /// A new one, from the system's source of chance.
    package init() {
        var chance = SystemRandomNumberGenerator()
        let digits = (0..<Self.bytes).flatMap { _ in
            let byte = UInt8.random(in: 0...255, using: &chance)
            return [byte >> 4, byte & 15].map { String($0, radix: 16) }
        }
        text = digits.joined()
    }

    /// Whether another text is the same, in a time that depends on neither where nor whether they differ.
    package func matches(_ other: some StringProtocol) -> Bool {
        let (own, given) = (Array(text.utf8), Array(other.utf8))
        var difference = UInt8(truncatingIfNeeded: own.count ^ given.count) | (own.count == given.count ? 0 : 1)
        for index in own.indices {
            difference |= own[index] ^ (given.isEmpty ? 0xFF : given[index % given.count])
        }
        return difference == 0
    }

    /// The tokens are compared in constant time.
    package static func == (left: ConsoleToken, right: ConsoleToken) -> Bool { left.matches(right.text) }
}
