import Readings

/// What one connection may use, so that it can harm none but itself.
package enum ControlLimits {
    /// The most bytes of a line, its newline not counted, in both directions.
    package static let line = 65_536
    /// The most connections at once.
    package static let clients = 16
    /// The most requests of one connection that wait for their answers; the next is read when one was answered.
    package static let waiting = 8
    /// How many requests a connection may make a second, over a longer time; faster ones wait.
    package static let callsASecond = 250
    /// The most bytes that wait to be taken by a client before nothing more is read from it.
    package static let output = 262_144
    /// The most effects that wait for a subscriber; what comes beyond is lost to it, and counted.
    package static let effects = 256
    /// How long a line may take from its first byte to its newline.
    package static let lineTime = Duration.seconds(10)
    /// How long the decision thread may take for an answer.
    package static let answerTime = Duration.seconds(5)
    /// How long the stores may take for an answer.
    package static let storeTime = Duration.seconds(60)
    /// How long a client may leave its answers unread.
    package static let stallTime = Duration.seconds(30)
    /// How long a connection must have rested before it makes room for another, where there is none left.
    package static let restTime = Duration.seconds(5)
    /// How long the last answers may take at the end.
    package static let endTime = Duration.milliseconds(100)
    /// The most bytes that all connections together may have uploaded and not used.
    package static let uploads = 64 << 20
}
