import Wayfinding

/// The phrases of routes in one language: one template a key, with named arguments in braces.
///
/// Another language is one more value like `english`.
public struct RoutePhrases: Equatable, Sendable {
    /// The templates.
    public var templates: [Key: String]

    /// What can be said; the arguments that each may use are in `arguments`.
    public enum Key: String, CaseIterable, Sendable {
        /// Names of what has none.
        case path, door, ramp, stairs, elevator, escalator, between
        /// No route, and what stands in the way.
        case noWay, noWayWithoutSteps, isUnavailable, areUnavailable, hasSteps, haveSteps, isNotStepFree
        /// More of what stands in the way.
        case isUnknownStepFree, andMore, andOneMore, onlyOneWay, onlyOutwards, noConnection
        /// What could be done.
        case tryLater, goWithoutStepFree, chooseAnother
        /// The other failures.
        case unknownDestination, unknownStart, similarName, similarNames, alreadyAt, alreadyThere, noNearbyStart,
            noNearbyGoal, notHere
        /// A destination without a name.
        case thatDestination
        /// Before you go.
        case beforeYouGo, beforeYouGoSource, chosen
        /// Steps.
        case toPlace, toPlaceAlone, goAlong, length, lengthAlone, metre, metres, foot, feet
        /// Lists.
        case and, or, listComma
    }

    /// Makes a table.
    public init(templates: [Key: String]) { self.templates = templates }

    /// The phrase of a key, its arguments put in; a missing template gives nothing.
    public func callAsFunction(_ key: Key, _ arguments: [String: String] = [:]) -> String {
        TextTemplate.filled(templates[key] ?? "") { arguments[$0] }
    }

    /// A list as it is spoken: "A", "A and B", "A, B and C".
    func list(_ items: [String], joinedBy last: Key = .and) -> String {
        guard let final = items.last, items.count > 1 else { return items.first ?? "" }
        return items.dropLast().joined(separator: self(.listComma)) + self(last) + final
    }

    /// The names of the arguments that a key may use.
    public static func arguments(_ key: Key) -> [String] {
        switch key {
        case .between: ["kind", "from", "to"]
        case .noWay, .noWayWithoutSteps: ["to", "why", "remedy"]
        case .isUnavailable, .areUnavailable, .hasSteps, .haveSteps, .isNotStepFree, .isUnknownStepFree,
            .onlyOutwards, .goAlong:
            ["name"]
        case .onlyOneWay: ["name", "from", "to"]
        case .andMore: ["count"]
        case .unknownDestination, .unknownStart: ["words"]
        case .similarName: ["name"]
        case .similarNames: ["names"]
        case .alreadyAt, .notHere, .toPlace, .toPlaceAlone: ["name"]
        case .beforeYouGo: ["names"]
        case .beforeYouGoSource: ["name", "source"]
        case .chosen: ["count", "words", "name", "place"]
        case .length, .lengthAlone: ["length"]
        case .metre, .metres, .foot, .feet: ["number"]
        default: []
        }
    }

    /// English.
    public static let english = RoutePhrases(templates: [
        .path: "path", .door: "door", .ramp: "ramp", .stairs: "stairs", .elevator: "elevator", .escalator: "escalator",
        .between: "the {kind} between {from} and {to}",
        .noWay: "No way to {to}: {why}. {remedy}",
        .noWayWithoutSteps: "No way to {to} without steps: {why}. {remedy}",
        .isUnavailable: "{name} cannot be used right now", .areUnavailable: "{name} cannot be used right now",
        .hasSteps: "{name} has steps", .haveSteps: "{name} have steps",
        .isNotStepFree: "{name} is not step-free", .isUnknownStepFree: "{name} may have steps",
        .andMore: "{count} more stand in the way", .andOneMore: "1 more stands in the way",
        .onlyOneWay: "{name} can only be passed in one direction, from {from} to {to}",
        .onlyOutwards: "{name} can only be passed outwards",
        .noConnection: "nothing on the map leads there",
        .tryLater: "Ask for help, or try again later.",
        .goWithoutStepFree: "Ask for help or go without step-free.",
        .chooseAnother: "Ask for help, or choose another place.",
        .unknownDestination: "I know no place called {words}.",
        .unknownStart: "I cannot start at {words}: it is not on the map.",
        .similarName: "A similar name is {name}.", .similarNames: "Similar names are {names}.",
        .alreadyAt: "You are at {name}.", .alreadyThere: "You are already there.",
        .noNearbyStart: "No mapped way is within 5 metres. Say where to start, or ask for help.",
        .noNearbyGoal: "No mapped way is within 5 metres of where you want to go. Choose another place.",
        .notHere: "{name} is not here.", .thatDestination: "that place",
        .beforeYouGo: "Before you go: I do not know whether you can use {names} now.",
        .beforeYouGoSource: "What I know of {name} is from {source}.",
        .chosen: "{count} places are called {words}. Going to {name} in {place}, the easiest to reach.",
        .toPlace: " to {name}", .toPlaceAlone: " To {name}",
        .goAlong: "Take {name}.", .length: ", {length}", .lengthAlone: " {length}",
        .metre: "{number} metre", .metres: "{number} metres", .foot: "{number} foot", .feet: "{number} feet",
        .and: " and ", .or: " or ", .listComma: ", ",
    ])
}
