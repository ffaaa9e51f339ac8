import Wayfinding

/// The authored words of connections that were made from a plan.
enum PlanWords {
    /// What an area is called when it has no name.
    static func name(_ area: PlanArea) -> String { area.name.text ?? kindName(area.use) }

    private static func kindName(_ use: PlanArea.Use) -> String {
        switch use {
        case .room: "Room"
        case .restroom: "Restroom"
        case .walkway: "Corridor"
        case .stairs: "Stairs"
        case .elevator: "Elevator"
        case .escalator: "Escalator"
        case .ramp: "Ramp"
        case .other: "Area"
        }
    }

    /// The name inside a sentence: "the corridor" where there is none.
    static func inSentence(_ area: PlanArea) -> String {
        area.name.text ?? "the " + kindName(area.use).lowercased()
    }

    /// Walking over an area.
    ///
    /// The words are the same for every piece of it, so that pieces in a row are one step.
    static func across(_ area: PlanArea) -> String {
        switch area.use {
        case .walkway, .ramp: "Go along \(inSentence(area))."
        default: "Go through \(inSentence(area))."
        }
    }

    /// Passing a door into an area, or outside.
    static func into(_ area: PlanArea?, isDoor: Bool, leaving: PlanArea?) -> String {
        let what = isDoor ? "the door" : "the opening"
        guard let area else { return "Go out through \(what)." }
        if area.use == .walkway, let leaving, leaving.use != .walkway {
            return "Leave \(inSentence(leaving)) through \(what) into \(inSentence(area))."
        }
        return "Go through \(what) into \(inSentence(area))."
    }

    /// Going along a line.
    static func along(_ way: PlanWay) -> String {
        switch way.kind {
        case .stairs: way.name.text.map { "Take \($0)." } ?? "Take the stairs."
        case .escalator: way.name.text.map { "Take \($0)." } ?? "Take the escalator."
        case .elevator: way.name.text.map { "Take \($0)." } ?? "Take the elevator."
        case .ramp: way.name.text.map { "Go along \($0)." } ?? "Go along the ramp."
        case .path, .door: way.name.text.map { "Go along \($0)." } ?? "Go straight on along the way."
        }
    }

    /// Taking a link; `rise` is positive where it leads up, and 0 on one level.
    static func taking(_ link: PlanLink, rise: Double) -> String {
        let way = rise > 0 ? " up" : rise < 0 ? " down" : ""
        let name = link.name.text
        switch link.kind {
        case .stairs: return "Take \(name ?? "the stairs")\(way)."
        case .escalator: return "Take \(name ?? "the escalator")\(way)."
        case .elevator: return "Take \(name ?? "the elevator")\(way)."
        case .ramp: return "Go\(way.isEmpty ? " along" : way) \(name ?? "the ramp")."
        case .door: return "Go through \(name ?? "the door")."
        case .path: return "Go along \(name ?? "the way")\(way)."
        }
    }
}
