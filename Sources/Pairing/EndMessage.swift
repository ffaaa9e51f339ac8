/// Why a connection ends, in the one word that the other end is told.
package enum EndWord: String, CaseIterable, Sendable {
    /// Pairing is not open.
    case closed
    /// Another request waits for the owner.
    case busy
    /// The owner said no, the proof is wrong, or the id is not paired.
    case refused
    /// Nobody answered in time.
    case lapsed
    /// A commitment or a proof of pairing is not what it should be.
    case mismatch
    /// No nonce, no proof, or an older version.
    case downgrade
    /// A nonce seen before, or a proof reflected.
    case replay
    /// Too many refusals; `seconds` tells how long to stay away.
    case paused
    /// A newer version than is spoken here; `version` tells which is.
    case version
    /// Not understood.
    case malformed
    /// A message beyond the limit.
    case tooLong
    /// More messages than may be sent.
    case tooFast
    /// The handshake was not done in time.
    case slow
    /// All connections are taken.
    case full
    /// A newer connection of the same device took over.
    case replaced
    /// The pairing was removed.
    case removed
    /// Nothing was heard for too long.
    case silent
    /// The service stops.
    case stopping
}

/// The message that ends a connection.
package struct EndMessage: Error, Equatable, Sendable {
    /// Why.
    package var word: EndWord
    /// With `paused`: how long to stay away.
    package var seconds: Int?
    /// With `version`: the newest that is spoken.
    package var version: Int?

    /// Makes a message.
    package init(_ word: EndWord, seconds: Int? = nil, version: Int? = nil) {
        self.word = word
        self.seconds = seconds
        self.version = version
    }
}
