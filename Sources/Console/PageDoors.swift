import Documents

/// The three doors of the first page, in the words that they are read out in.
package enum PageDoors {
    /// One door.
    package struct Door: Equatable, Sendable {
        /// The name by which the page knows it.
        package var id: String
        /// The title.
        package var title: String
        /// One sentence about it.
        package var detail: String
        /// What it will do.
        package var effect: String
    }

    /// The doors; where there is no camera, the first one shows how it works, and says why.
    package static func doors(hasCamera: Bool, standsIn: Bool) -> [Door] {
        [first(hasCamera: hasCamera, standsIn: standsIn), open, look]
    }

    private static func first(hasCamera: Bool, standsIn: Bool) -> Door {
        if hasCamera, !standsIn {
            return Door(
                id: "setup", title: "Set up this robot",
                detail: "See what works, what does not, and how to mend it.",
                effect: "Shows the state of every part, and then the settings. Nothing is changed until you change it.")
        }
        let why =
            standsIn
            ? "The sensors of this service are stand-ins, so there is no robot here to set up."
            : "No depth camera was found on this machine, so there is no robot here to set up."
        return Door(
            id: "setup", title: "See how it works", detail: why,
            effect: "Shows what the robot sees and decides, and what would be said. Nothing is changed.")
    }

    private static let open = Door(
        id: "open", title: "Open a place someone sent",
        detail: "A map file that a colleague or another robot gave you.",
        effect: "Checks the file, draws it and lets you try routes in it. It is only kept if you say so afterwards.")

    private static let look = Door(
        id: "look", title: "Look around", detail: "The places this robot knows, with their routes.",
        effect: "Shows the map of the first place. Nothing is changed.")

    /// The doors for the page.
    static func json(hasCamera: Bool, standsIn: Bool) -> JSONValue {
        .array(
            doors(hasCamera: hasCamera, standsIn: standsIn).map { door in
                .object([
                    .init("id", .string(door.id)), .init("title", .string(door.title)),
                    .init("detail", .string(door.detail)), .init("effect", .string(door.effect)),
                ])
            })
    }
}
