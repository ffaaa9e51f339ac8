import Deciding

/// What pairing has to say to the person, in one place.
enum PairingWords {
    /// How a phone finds a robot that is not announced: by one of its addresses, or by its address where they are not
    /// known.
    static func notAnnounced(_ addresses: [String], port: Int) -> String {
        guard !addresses.isEmpty else {
            return " It is not announced: give its address and port \(port) on the phone."
        }
        return " It is not announced: give \(addresses.map { "\($0):\(port)" }.joined(separator: " or ")) on the phone."
    }

    static func paired(_ name: String) -> Notice {
        Notice(key: "pairing", text: "\(name) is paired.", priority: .reply)
    }

    /// What is said after a phone was asked: it has allowed itself, so that its owner's look is all there is.
    static func removeUnlessShown(_ name: String, _ shown: String) -> Notice {
        Notice(
            key: "pairing unless", text: "If \(name) did not show \(digits(shown)), remove it again.", priority: .reply)
    }

    static func compare(_ name: String, _ shown: String) -> Notice {
        Notice(key: "pairing", text: "\(name) should show \(digits(shown)). Allow it there.", priority: .reply)
    }

    static func notPaired(_ name: String) -> Notice {
        Notice(key: "pairing", text: "Pairing with \(name) did not work. Ask it to try again.", priority: .reply)
    }

    static func notKept(_ name: String) -> Notice {
        Notice(key: "pairing", text: "Pairing with \(name) could not be kept.", priority: .reply)
    }

    static func someoneInTheMiddle(_ name: String) -> Notice {
        Notice(
            key: "pairing", text: "Pairing with \(name) was stopped: someone may be in between. Do not pair here.",
            priority: .reply)
    }

    static let closedAfterRefusals = Notice(
        key: "pairing", text: "Pairing is closed for 5 minutes.", priority: .reply)

    static func refusedOften(_ name: String, device: String) -> Notice {
        Notice(
            key: "link " + device,
            text: "Something that claims to be \(name) was refused five times. If it is your phone, pair it again.")
    }

    static func renamed(_ name: String) -> Notice {
        Notice(key: "robot name", text: "That name is taken on this network. Phones see me as \(name).")
    }

    static func digits(_ digits: String) -> String { digits.map(String.init).joined(separator: " ") }
}
