import Documents

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
    /// What it is, a few words.
    package var title: String
    /// Whom or what it is for, one sentence.
    package var detail: String
    /// What choosing it does, one sentence.
    package var willDo: String

    /// The number by which it is chosen, from 1.
    package var number: Int { (Name.allCases.firstIndex(of: name) ?? 0) + 1 }

    /// The door as one text: title, detail, and what it will do.
    package var text: String { "\(title). \(detail) \(willDo)" }
}

/// The three doors of a first run, for the terminal and the page alike: title and detail are the same on both, and what
/// a door does is what that surface can do.
package enum FirstDoors {
    /// Where the doors are shown.
    package enum Surface: CaseIterable, Sendable {
        /// `companion setup`.
        case terminal
        /// The page.
        case page
    }

    /// The question above them.
    package static let question = "What would you like to do?"

    /// Whether there is a depth camera that can be used.
    package enum Camera: Equatable, Sendable {
        /// There is; the camera in words, empty where nobody knows its name.
        case found(String)
        /// None is plugged in.
        case missing
        /// There is one that cannot be used; why, a sentence part.
        case unusable(String)
        /// The service's sensors are simulated or recorded.
        case standsIn

        /// Whether a robot can be set up with it.
        package var isThere: Bool { if case .found = self { true } else { false } }
    }

    /// The doors, in their order.
    package static func list(_ camera: Camera, on surface: Surface = .terminal) -> [FirstDoor] {
        [robot(camera, surface), place(surface), look(surface)]
    }

    /// The door that a number or a name opens, such as "2" or "place"; nil where it opens none.
    package static func door(_ word: String, among doors: [FirstDoor]) -> FirstDoor? {
        doors.first { String($0.number) == word || $0.name.rawValue == word.lowercased() }
    }

    private static func robot(_ camera: Camera, _ surface: Surface) -> FirstDoor {
        switch camera {
        case .found(let title):
            let detail = title.isEmpty ? "The depth camera is there." : "The depth camera is there: \(title)."
            let willDo =
                surface == .page
                ? "Shows how every part is and what mends it, and then the settings; nothing is changed until you "
                    + "change it."
                : "I go through camera, barometer, voice and the rest one by one, say what to mend, and ask before I "
                    + "write anything."
            return FirstDoor(name: .robot, title: "Set up this robot", detail: detail, willDo: willDo)
        case .missing: return howItWorks("No depth camera is plugged in, so the robot cannot be set up whole.", surface)
        case .unusable(let reason):
            return howItWorks(
                "The depth camera cannot be used (\(reason)), so the robot cannot be set up whole.", surface)
        case .standsIn:
            let detail = "The sensors of this service are stand-ins, so there is no robot here to set up."
            guard surface == .page else { return howItWorks(detail, surface) }
            return FirstDoor(
                name: .robot, title: Self.howTitle, detail: detail,
                willDo: "Shows what the robot sees and decides, and what would be said; nothing is changed.")
        }
    }

    private static let howTitle = "See how it works"

    /// The first door where there is no camera: what is there, what is missing and how to mend it, and then the demo.
    private static func howItWorks(_ why: String, _ surface: Surface) -> FirstDoor {
        let willDo =
            surface == .page
            ? "Shows how every part is, what is missing, and what to plug in or install; nothing is changed."
            : "I say what to plug in or install, set up whatever else is there, and then offer a walk through a "
                + "simulated building; nothing is written without a yes."
        return FirstDoor(name: .robot, title: howTitle, detail: why, willDo: willDo)
    }

    private static func place(_ surface: Surface) -> FirstDoor {
        let willDo =
            surface == .page
            ? "Checks the file, draws it and lets you try routes in it; it is only kept if you say so afterwards."
            : "I check a map, or each of a folder, say what is wrong with it, and ask before I take it in."
        return FirstDoor(
            name: .place, title: "Open a place someone sent", detail: "For a map that you were given.", willDo: willDo)
    }

    private static func look(_ surface: Surface) -> FirstDoor {
        let willDo =
            surface == .page
            ? "Shows the map of the first place, with its routes; nothing is changed."
            : "I play the demo walk, draw a map, or run a walk of your own, whichever you choose; no setting is changed."
        return FirstDoor(
            name: .look, title: "Look around", detail: "For trying it out; no robot is needed.", willDo: willDo)
    }

    /// The doors for the page; `leads` is the section that each opens.
    static func json(_ camera: Camera) -> JSONValue {
        .array(
            list(camera, on: .page).map { door in
                .object([
                    .init("id", .string(door.name.rawValue)), .init("title", .string(door.title)),
                    .init("detail", .string(door.detail)), .init("effect", .string(door.willDo)),
                    .init("leads", .string(section(door.name, camera))),
                ])
            })
    }

    /// Only stand-ins have something to show live; a robot without a camera has a state to look at.
    private static func section(_ name: FirstDoor.Name, _ camera: Camera) -> String {
        switch name {
        case .robot: camera == .standsIn ? "nearby" : "state"
        case .place: "open"
        case .look: "routes"
        }
    }
}
