/// One of the ways into Companion that are offered to whoever meets it first.
package struct FirstDoor: Equatable, Sendable {
    /// Which of the three it is; the same on every machine.
    package enum Name: String, CaseIterable, Sendable {
        /// Set up this robot; where there is no depth camera, see how it works.
        case robot
        /// Open a place that someone sent.
        case place
        /// Look around.
        case look
    }

    /// Which of the three it is.
    package var name: Name
    /// The number by which it is chosen, from 1.
    package var number: Int
    /// What it is, a few words.
    package var title: String
    /// Whom or what it is for, one sentence.
    package var detail: String
    /// What choosing it does, one sentence.
    package var willDo: String

    /// The door as one text: title, detail, and what it will do.
    package var text: String { "\(title). \(detail) \(willDo)" }
}

/// The three doors of a first run, for the terminal and the console page alike.
package enum FirstDoors {
    /// The question above them.
    package static let question = "What would you like to do?"

    /// Whether this machine has a depth camera that can be used.
    package enum Camera: Equatable, Sendable {
        /// It has; the camera in words.
        case found(String)
        /// None is plugged in.
        case missing
        /// There is one that cannot be used; why, a sentence part.
        case unusable(String)
    }

    /// The doors of a machine, in their order.
    package static func list(_ camera: Camera) -> [FirstDoor] {
        [robot(camera), place, look]
    }

    /// The door that a number or a name opens, such as "2" or "place"; nil where it opens none.
    package static func door(_ word: String, among doors: [FirstDoor]) -> FirstDoor? {
        doors.first { String($0.number) == word || $0.name.rawValue == word.lowercased() }
    }

    private static func robot(_ camera: Camera) -> FirstDoor {
        let why: String
        switch camera {
        case .found(let title):
            return FirstDoor(
                name: .robot, number: 1, title: "Set up this robot",
                detail: "The depth camera is there: \(title).",
                willDo: "I look at camera, barometer and voice one by one, say what to mend, and ask before I write "
                    + "anything.")
        case .missing: why = "No depth camera is plugged in, so there is no robot to set up yet."
        case .unusable(let reason): why = "The depth camera cannot be used (\(reason)), so it is not set up yet."
        }
        return FirstDoor(
            name: .robot, number: 1, title: "See how it works", detail: why,
            willDo: "I play a walk through a simulated building and show what is spoken; nothing is written.")
    }

    private static let place = FirstDoor(
        name: .place, number: 2, title: "Open a place someone sent",
        detail: "For a map, or a folder of maps, that you were given.",
        willDo: "I check the maps, say what is wrong with them, and ask before I take one in.")

    private static let look = FirstDoor(
        name: .look, number: 3, title: "Look around",
        detail: "For trying it out without a robot.",
        willDo: "I play the demo walk, draw a map, or run a walk of your own; no setting is changed.")
}
