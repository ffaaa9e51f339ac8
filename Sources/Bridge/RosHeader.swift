/// `std_msgs/Header`: when, and in which frame.
package struct RosHeader: Equatable, Sendable {
    /// The longest name of a frame that is read, in bytes.
    static let longestFrame = 256

    /// When, by the wall clock, in nanoseconds since 1970.
    package var wallNanoseconds: Int64
    /// The frame.
    package var frame: String

    /// Makes a header.
    package init(wallNanoseconds: Int64, frame: String) {
        self.wallNanoseconds = wallNanoseconds
        self.frame = frame
    }

    /// Writes `sec`, `nanosec` and `frame_id`; seconds are held to what fits, which is until 2038.
    func write(_ out: inout CDRWriter) {
        let time = max(0, wallNanoseconds).quotientAndRemainder(dividingBy: 1_000_000_000)
        out.int32(Int32(clamping: time.quotient))
        out.uint32(UInt32(time.remainder))
        out.string(frame)
    }

    init(_ reader: inout CDRReader) throws(CDRFault) {
        let seconds = Int64(try reader.int32())
        wallNanoseconds = seconds * 1_000_000_000 + Int64(try reader.uint32())
        frame = try reader.string(limit: Self.longestFrame)
    }
}
