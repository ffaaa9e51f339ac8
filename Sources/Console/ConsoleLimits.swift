import Readings

/// What the page's server may use, so that whoever connects harms only themselves.
package enum ConsoleLimits {
    /// Connections at once; a browser opens six.
    package static let connections: UInt32 = 64
    /// From so many on, the one that has shown nothing for longest makes room for the next.
    package static let crowded: UInt32 = 48
    /// Bytes of a request's head.
    package static let head = 16_384
    /// Bytes of a request to a method; a line of the control socket has as many.
    package static let call: Int64 = 65_536
    /// Bytes of a place map that is opened.
    package static let map: Int64 = 16 << 20
    /// Place maps that may be on their way at once.
    package static let maps = 2
    /// How long a connection may take to show a whole request.
    package static let requestTime = Duration.seconds(10)
    /// How long a connection may rest, or its reader take nothing, in seconds.
    package static let idleSeconds: UInt32 = 20
    /// Bytes that the kernel holds for a connection whose other end does not read.
    package static let sendBytes: UInt32 = 131_072
    /// Readers of events at once.
    package static let readers = 8
    /// Events that wait for one reader; one that lags further behind is dropped and may come again.
    package static let events = 256
    /// Bytes of events that wait for one reader.
    package static let eventBytes = 262_144
    /// How often a reader hears something, so that it knows that the service is there.
    package static let heartbeat = Duration.seconds(5)
    /// Requests that wait for the decision thread.
    package static let waiting = 64
    /// How long the decision thread may take for an answer.
    package static let answerTime = Duration.seconds(5)
    /// How long the stores may take for an answer.
    package static let storeTime = Duration.seconds(60)
    /// Sentences of the log that are kept.
    package static let log = 200
    /// The shortest time between two depth pictures.
    package static let pictureTime = Duration.milliseconds(180)
    /// A frame older than this is none.
    package static let freshFor = Duration.seconds(1)
    /// How long after the last request a depth picture is still made.
    package static let watchTime = Duration.seconds(2)
}
