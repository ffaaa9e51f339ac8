import Wayfinding

/// What an importer has understood of a file, before landmarks and connections are made of it.
///
/// Every format becomes this first, so that lengths, doors and words are found in one way for all.
struct Plan {
    /// What the facts come from, such as `IMDF 1.0.0`.
    var source: String
    /// The name of the whole.
    var name: String
    /// When the facts were written down (RFC 3339).
    var date: String
    /// Where the metres are.
    var frame: GeodeticFrame
    var buildings: [PlanBuilding] = []
    var places: [PlanPlace] = []
    var doors: [PlanDoor] = []
    var ways: [PlanWay] = []
    var links: [PlanLink] = []
}

/// A building of a plan.
struct PlanBuilding {
    var source: String
    var name: String
}

/// One level of one building, which becomes a place.
struct PlanPlace {
    var building: Int
    /// The level's number: 0 at the ground, halves for levels between.
    var ordinal: Double
    var source: String
    var name: String
    var elevationMetres: Double?
    var outline: PlanPolygon?
    var areas: [PlanArea] = []
    var spots: [PlanSpot] = []
}

/// A piece of floor.
struct PlanArea {
    /// What one does there.
    enum Use: Equatable {
        /// A room to go to.
        case room
        case restroom
        /// What leads from room to room.
        case walkway
        case stairs
        case elevator
        case escalator
        case ramp
        /// A ride in which one stands, such as a moving walkway.
        case other
    }

    var source: String
    var name: PlanName
    var use: Use
    var polygon: PlanPolygon
    var facts: PlanFacts
    /// Where the name is shown, if the file says.
    var showsAt: PlanPoint?
    var note: String?
    /// Lines on the floor that nobody gets through.
    var walls: [[PlanPoint]] = []
    /// Those of them that are drawn as walls of this floor, in which doors may be.
    var innerWalls: [[PlanPoint]] = []
}

/// What may differ from one piece of a way to the next.
struct PlanFacts: Equatable {
    var stepFree = Connection.StepFree.unknown
    var availability = Connection.Availability.available
}

/// What something is called.
struct PlanName: Equatable {
    /// Nil where it has none.
    var text: String?
    var aliases: [String] = []
}

/// A point one can walk to: an elevator's door, a kiosk, a counter.
struct PlanSpot {
    var source: String
    var name: PlanName
    var kind: Landmark.Kind
    var point: PlanPoint
    var note: String?
}

/// Where one gets from one area to another, or outside.
struct PlanDoor {
    /// What it means for the building's edge.
    enum Entry { case none, entrance, mainEntrance, exit }

    /// Who may pass in which direction.
    enum Passage: Equatable {
        case both
        /// Only from outside to inside.
        case inward
        /// Only from inside to outside.
        case outward
        /// Only from one area to another.
        case from(String, to: String)
        /// Only along the ways that pass it.
        case alongWays
        /// Only against the ways that pass it.
        case againstWays
    }

    var source: String
    /// What ways call this point, where a way can pass it.
    var key: String?
    var name: PlanName
    var ordinal: Double
    /// The place that it is written down in.
    var place: Int
    var point: PlanPoint
    /// The direction of the wall that it stands in, where the file draws it as a line.
    var wall: PlanPoint?
    /// Whether there is something to open; else it is a gap.
    var isDoor = true
    var entry = Entry.none
    var passage = Passage.both
    var facts: PlanFacts
}

/// A line that people walk along.
struct PlanWay {
    struct Node {
        var key: String
        var point: PlanPoint
        var place: Int
    }

    var source: String
    var name: PlanName
    var kind: Connection.Kind
    var direction: Connection.Direction
    var ordinal: Double
    var nodes: [Node]
    var facts: PlanFacts
}

/// A way that needs no floor between its ends: stairs, an elevator, a ride.
struct PlanLink {
    enum End {
        case area(place: Int, source: String)
        case door(String)
        case spot(place: Int, source: String)
        case node(place: Int, key: String, point: PlanPoint)
    }

    var source: String
    var name: PlanName
    var kind: Connection.Kind
    var direction: Connection.Direction
    var from: End
    var to: End
    var facts: PlanFacts
    /// The length of the way in metres, where the file draws it.
    var metres: Double?
}
