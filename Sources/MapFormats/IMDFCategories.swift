import Wayfinding

/// What the categories of IMDF 1.0.0 mean for walking.
enum IMDFCategories {
    /// What a unit is for whoever walks.
    enum Unit: Equatable {
        case area(PlanArea.Use)
        /// Something in the way.
        case obstacle
        /// Nothing to walk on; why.
        case none(String)
    }

    /// What a unit's category means; unknown ones are rooms.
    static func unit(_ category: String) -> Unit {
        if category.hasPrefix("restroom") { return .area(.restroom) }
        switch category {
        case "walkway", "walkway.island", "footbridge", "lobby", "platform", "terrace", "unenclosedarea",
            "movingwalkway":
            return .area(.walkway)
        case "stairs", "steps": return .area(.stairs)
        case "elevator": return .area(.elevator)
        case "escalator": return .area(.escalator)
        case "ramp": return .area(.ramp)
        case "brick", "column", "concrete", "drywall", "glass", "structure", "wood", "vegetation": return .obstacle
        case "opentobelow": return .none("it is open to the level below")
        case "nonpublic": return .none("it is not public, and what is in it is not said")
        case "road": return .none("it is for vehicles")
        case "shower", "storage", "serverroom", "parking": return .area(.room)
        default: return .area(.room)
        }
    }

    /// The words for a category where a feature has no name: `drinkingfountain` is "Drinking fountain".
    static func words(_ category: String) -> String {
        if let known = spelled[category] { return known }
        let first = category.split(separator: ".").first.map(String.init) ?? category
        if let known = spelled[first] { return known }
        return first.prefix(1).uppercased() + first.dropFirst()
    }

    private static let spelled = [
        "babychanging": "Baby changing", "baggagecarousel": "Baggage carousel", "baggageclaim": "Baggage claim",
        "baggagestorage": "Baggage storage", "boardinggate.bus": "Bus gate", "boardinggate": "Boarding gate",
        "checkin": "Check-in", "checkin.desk": "Check-in desk", "checkin.selfservice": "Self-service check-in",
        "conferenceroom": "Conference room", "drinkingfountain": "Drinking fountain",
        "eatingdrinking": "Food and drink",
        "emergencyshelter": "Emergency shelter", "faregate": "Fare gate", "firstaid": "First aid",
        "fitnessroom": "Fitness room", "foodservice": "Food service", "huddleroom": "Huddle room",
        "landmark": "Landmark", "lostandfound": "Lost and found", "mothersroom": "Mothers' room",
        "mobilityrescue": "Mobility rescue", "movietheater": "Movie theater", "payphone": "Pay phone",
        "phoneroom": "Phone room", "prayerroom": "Prayer room", "privatelounge": "Private lounge",
        "servicedesk": "Service desk", "smokingarea": "Smoking area", "waitingroom": "Waiting room",
        "serverroom": "Server room", "unspecified": "Room", "seating": "Seating", "atm": "ATM", "aed": "Defibrillator",
        "strollerrental": "Stroller rental", "wheelchairrental": "Wheelchair rental", "trainticketing": "Train tickets",
        "ticketing": "Tickets", "information": "Information",
    ]

    /// What an amenity is as a landmark.
    static func amenity(_ category: String) -> Landmark.Kind {
        let first = category.split(separator: ".").first.map(String.init) ?? category
        switch first {
        case "restroom": return .restroom
        case "elevator": return .elevator
        case "stairs", "escalator": return .stairs
        case "ramp": return .ramp
        case "information", "checkin", "ticketing", "servicedesk", "lostandfound", "security", "reception": return .desk
        default: return .spot
        }
    }

    /// What one takes to get along a relationship; nil for a category that is no way.
    static func relationship(_ category: String) -> Connection.Kind? {
        switch category {
        case "elevator": .elevator
        case "escalator": .escalator
        case "stairs", "steps": .stairs
        case "ramp": .ramp
        case "traversal", "traversal.path", "movingwalkway": .path
        default: nil
        }
    }
}
