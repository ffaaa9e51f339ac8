/// What the owner asks of pairing.
package enum PairingCommand: Equatable, Sendable {
    /// Opens pairing for two minutes.
    case open
    /// Closes it.
    case close
    /// Allows the request that waits; where digits are given, only the one that shows them. Without, it is refused with
    /// `needsDigits` where another request was withdrawn within the last minute, for that one may be meant.
    case allow(digits: String?)
    /// Refuses the request that waits; likewise.
    case refuse(digits: String?)
    /// Removes a device, by its id or name: ends its connection, erases its secret and its sighting.
    case remove(device: String)
    /// Gives a device, by its id or name, another name.
    case rename(device: String, name: String)
    /// Asks a phone that is listed as near, by its name, or any on the local network, by `ADDRESS:PORT`.
    case ask(phone: String)
    /// Changes nothing.
    case status
}

/// What became of a command: how everything stands then, and a sentence for the owner.
package struct PairingAnswer: Equatable, Sendable {
    /// What was done.
    package var text: String
    /// How everything stands.
    package var status: PairingStatus
}

/// Why a command was not done.
package struct PairingRefusal: Error, Equatable, Sendable {
    /// A stable code: `noRequest`, `otherDigits`, `needsDigits`, `unknownDevice`, `ambiguousName`, `closedAfterRefusals`, `notKept`,
    /// `unknownPhone`, `busy`, `off`.
    package var code: String
    /// What is wrong, and what to do.
    package var message: String

    /// Makes a refusal.
    package init(_ code: String, _ message: String) {
        self.code = code
        self.message = message
    }
}

/// How pairing and the link stand.
package struct PairingStatus: Equatable, Sendable {
    /// A request that waits for the owner.
    package struct Request: Equatable, Sendable {
        /// The device's id.
        package var device: String
        /// What it calls itself.
        package var name: String
        /// The three digits that it shows.
        package var digits: String
        /// Whole seconds until it lapses, rounded up.
        package var secondsLeft: Int
    }

    /// A paired device.
    package struct Device: Equatable, Sendable {
        /// Its id.
        package var id: String
        /// Its name.
        package var name: String
        /// What it is: `phone` or `robot`.
        package var kind: String
        /// When it was paired, RFC 3339.
        package var pairedAt: String
        /// The fingerprint of its certificate, 64 hexadecimal digits; no secret.
        package var fingerprint: String
        /// Whether its connection is up.
        package var isConnected: Bool
        /// Whether it is in the place where the robot is.
        package var isHere: Bool
    }

    /// Whole seconds for which pairing is still open, rounded up; nil where it is closed.
    package var openSeconds: Int?
    /// Whole seconds for which it cannot be opened after three refusals; nil where it can.
    package var closedSeconds: Int?
    /// The request that waits.
    package var request: Request?
    /// A phone that this robot has asked: its name, and the digits to be compared once they are known.
    package var asked: Asked?
    /// The paired devices, in the order in which they were paired.
    package var devices: [Device]
    /// Phones that can be asked, by name.
    package var near: [String] = []
    /// The port that is listened on; nil where nothing is.
    package var port: Int?
    /// What the robot is called on the network; nil where it is not announced.
    package var announcedName: String?
    /// Whether it can be announced; without, phones need its address.
    package var hasDiscovery = false
    /// Refusals of connections since the start.
    package var refusals: Int

    /// A phone that was asked.
    package struct Asked: Equatable, Sendable {
        /// Its name.
        package var name: String
        /// The digits to compare.
        package var digits: String?
    }
}
