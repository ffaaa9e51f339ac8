/// What is asked of a camera: which stream, in which format, size and rate.
package struct DepthMode: Equatable, Sendable, CustomStringConvertible {
    /// The control interface of the video function.
    package var controlInterface: UInt8
    /// The version of the standard that the function follows; it decides the length of the probe.
    package var version: UInt16
    /// Ticks a second of the stamps in payload headers, as declared.
    package var clockHertz: UInt32
    /// The stream with its endpoint and alternate settings.
    package var stream: UVCStream
    /// The number of the format.
    package var formatIndex: UInt8
    /// What the pixels are.
    package var pixelFormat: PixelFormat
    /// The number of the frame size.
    package var frameIndex: UInt8
    /// Columns, as the camera sends them.
    package var width: Int
    /// Rows, as the camera sends them.
    package var height: Int
    /// The time between two frames in units of 100 ns.
    package var interval: UInt32

    /// The bytes of a whole frame: 848 × 480 of Z16 are 814 080.
    ///
    /// Any other number is a broken frame.
    package var frameBytes: Int { pixelFormat.frameBytes(width: width, height: height) }

    /// Frames a second: an interval of 333 333 is 30.00003.
    package var rate: Double { 10_000_000 / Double(max(interval, 1)) }

    /// The time between two frames: an interval of 333 333 is 33.3333 ms.
    package var frameTime: Duration { .nanoseconds(Int64(interval) * 100) }

    /// How long the stream may be silent before it is started again: ten frame times, at least 500 ms.
    package var silenceLimit: Duration { max(frameTime * 10, .milliseconds(500)) }

    /// Size, rate and format: `848×480 at 30 Hz, z16`.
    package var description: String { "\(width)×\(height) at \(Int(rate.rounded())) Hz, \(pixelFormat.rawValue)" }
}
