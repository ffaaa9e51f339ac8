/// The local network's directory of services, as the door needs it.
package protocol Discovering: AnyObject, Sendable {
    /// Announces exactly these, on this port; nothing waits.
    func announce(_ announcements: [Announcement], port: UInt16)
    /// Looks for phones, or stops looking; nothing waits.
    func look(_ isWanted: Bool)
    /// How it stands.
    var view: DiscoveryView { get }
    /// Withdraws everything; false where that took longer than `limit`.
    func end(limit: Duration) -> Bool
}

/// What the local network's directory says.
package struct DiscoveryView: Equatable, Sendable {
    /// Whether it can be used.
    package var isThere = false
    /// Phones that may be asked.
    package var phones: [NearPhone] = []
    /// The name under which the robot is announced, which is another where its own is taken.
    package var announcedName: String?

    /// Nothing is known.
    package init() {}
}

/// A phone that announces itself.
package struct NearPhone: Equatable, Sendable {
    /// What it calls itself, cleaned.
    package var name: String
    /// Its address, in numbers.
    package var address: String
    /// Its port.
    package var port: UInt16

    /// Makes a phone.
    package init(name: String, address: String, port: UInt16) {
        self.name = name
        self.address = address
        self.port = port
    }
}
