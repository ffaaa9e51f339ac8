/// The signs of landmarks, 24 pixels wide around their point.
enum DrawingMarks {
    /// How far a sign reaches from its point, in pixels.
    static func radius(_ kind: Landmark.Kind) -> Double { kind == .junction ? 6 : 12 }

    /// The words of the legend.
    static func word(_ kind: Landmark.Kind) -> String {
        switch kind {
        case .entrance: "Entrance"
        case .exit: "Exit"
        case .room: "Room"
        case .desk: "Desk"
        case .restroom: "Restroom"
        case .elevator: "Elevator"
        case .stairs: "Stairs"
        case .ramp: "Ramp"
        case .junction: "Junction"
        case .spot: "Spot"
        }
    }

    /// The sign around the origin.
    static func svg(_ kind: Landmark.Kind) -> String {
        switch kind {
        case .entrance: gate + glyph("M-7 0H2M-1 -4L3 0L-1 4M2 -7H6V7H2")
        case .exit: gate + glyph("M-2 0H7M3.5 -4L7.5 0L3.5 4M-2 -7H-6V7H-2")
        case .room: disc("") + glyph("M-5 5V-5H5V5ZM0.5 5V1")
        case .desk: disc("") + glyph("M-6 -2H6M-4.5 -2V5M4.5 -2V5M-1 -2V-5H2")
        case .restroom: disc("") + "<text class=\"letters\" y=\"3.3\">WC</text>"
        case .elevator:
            square(" lift") + "<path class=\"solid\" d=\"M-5 -1.5L0 -7.5L5 -1.5ZM-5 1.5L0 7.5L5 1.5Z\"/>"
        case .stairs: square(" stair") + glyph("M-7 6H-3.5V2H0V-2H3.5V-6H7")
        case .ramp: square(" slope") + "<path class=\"solid\" d=\"M-7 5H7V-4Z\"/>"
        case .junction: "<circle class=\"mark joint\" r=\"5.5\"/>"
        case .spot: disc("") + "<path class=\"solid\" d=\"M0 -6.5L5 0L0 6.5L-5 0Z\"/>"
        }
    }

    private static let gate = "<rect class=\"mark gate\" x=\"-11\" y=\"-11\" width=\"22\" height=\"22\" rx=\"5\"/>"

    private static func square(_ kind: String) -> String {
        "<rect class=\"mark\(kind)\" x=\"-11\" y=\"-11\" width=\"22\" height=\"22\" rx=\"3\"/>"
    }

    private static func disc(_ kind: String) -> String { "<circle class=\"mark\(kind)\" r=\"11\"/>" }

    private static func glyph(_ path: String) -> String { "<path class=\"glyph\" d=\"\(path)\"/>" }
}
