/// What is changed of the state directory: the service is its one writer, and whoever wants a change asks it.
extension ControlMethods {
    private static let state = ControlParameter(
        "state", .text(1...4096), "the state directory that is meant; refused where the service has another")
    /// Checked by the stores themselves, which say more about what is wrong.
    private static let anyText = ControlParameter.Kind.text(0...4096)
    private static let group = ControlParameter("group", anyText, required: true, "a group, by id or name")
    private static let floor = ControlParameter("floor", anyText, "a floor, by id or name")

    static let stores: [ControlMethod] = [
        row(
            "places.import", "Takes in the place map that was uploaded before.",
            [
                ControlParameter("as", id, "take it in under this id"),
                ControlParameter("replace", .truth, "put it in the place of another map of its id, which is kept"),
            ], "id, name, outcome (added, alreadyHere, replaced), setAside",
            ("{}", #"{"id":"home","name":"Home","outcome":"added","setAside":null}"#)),
        row(
            "places.rename", "Lists a place under another name.",
            [
                ControlParameter("place", anyText, required: true, "a place, by id or name"),
                ControlParameter("name", anyText, required: true, "the name"),
            ], "id, name", (#"{"place":"home","name":"Sam's home"}"#, #"{"id":"home","name":"Sam's home"}"#)),
        row(
            "places.remove", "Removes a place with its map, unless the robot is there or on its way through it.",
            [ControlParameter("place", anyText, required: true, "a place, by id or name")], "removed, name",
            (#"{"place":"office"}"#, #"{"removed":"office","name":"Office"}"#)),
        row(
            "groups.create", "Makes a building, or a site of places side by side.",
            [
                ControlParameter("name", anyText, required: true, "the name"),
                ControlParameter(
                    "kind", .word(["building", "site"]), "not written, and so a building, where it is left out"),
                ControlParameter("floors", .texts(among: [], most: 256), "the names of floors, the lowest first"),
            ], "group", (#"{"name":"Harbour House","floors":["Ground","Floor 1"]}"#, #"{"group":{}}"#)),
        row(
            "groups.addFloor", "Adds a floor to a building, on top or beside another floor.",
            [
                group, ControlParameter("name", anyText, required: true, "the name"),
                ControlParameter("above", anyText, "just above this floor"),
                ControlParameter("below", anyText, "just below this floor"),
            ], "group", (#"{"group":"harbour-house","name":"Floor 2"}"#, #"{"group":{}}"#)),
        row(
            "groups.move", "Makes a place a member of a group, and of no other.",
            [ControlParameter("place", anyText, required: true, "a place, by id or name"), group, floor], "group",
            (#"{"place":"lobby","group":"harbour-house","floor":"Ground"}"#, #"{"group":{}}"#)),
        row(
            "groups.rename", "Gives a group, or one of its floors, another name.",
            [group, ControlParameter("name", anyText, required: true, "the name"), floor], "group",
            (#"{"group":"harbour-house","name":"Home"}"#, #"{"group":{}}"#)),
        row(
            "groups.remove", "Removes a group; its places stay.", [group], "removed, freed",
            (#"{"group":"harbour-house"}"#, #"{"removed":"harbour-house","freed":["lobby"]}"#)),
        row(
            "groups.addPortal", "Adds a way between two places of a group.",
            [group, ControlParameter("portal", .object, required: true, "the portal, as in buildings.json")],
            "group, findings", (#"{"group":"harbour-house","portal":{"id":"stairs"}}"#, #"{"group":{},"findings":[]}"#)),
        row(
            "seen.remove", "Erases one observation; it is gone from the file.",
            [ControlParameter("id", .whole(1...Int(Int32.max)), required: true, "its number")], "removed",
            (#"{"id":12}"#, #"{"removed":12}"#)),
        row(
            "seen.clear", "Erases all observations; they are gone from the file.", [], "removed, damagedFiles",
            ("{}", #"{"removed":7,"damagedFiles":0}"#)),
    ]

    private static func row(
        _ name: String, _ sentence: String, _ parameters: [ControlParameter], _ result: String,
        _ example: (parameters: String, result: String)
    ) -> ControlMethod {
        ControlMethod(
            name, by: .stores, sentence, parameters + [state],
            result: result + ", text (what happened, for a person), kept (damaged files kept under a dated name)",
            errors: [.refused, .noState, .otherState], example: example)
    }
}
