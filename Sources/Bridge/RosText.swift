/// `std_msgs/String`.
package struct RosText: Equatable, Sendable {
    /// The longest text that is read, in bytes.
    static let longest = 4096

    /// The text.
    package var text: String

    /// Makes a message.
    package init(_ text: String) { self.text = text }

    /// Reads a message; throws what is wrong with it.
    package init(bytes: [UInt8]) throws(CDRFault) {
        var reader = try CDRReader(bytes)
        text = try reader.string(limit: Self.longest)
    }

    /// The bytes.
    package var bytes: [UInt8] {
        var out = CDRWriter()
        out.string(text)
        return out.bytes
    }
}
