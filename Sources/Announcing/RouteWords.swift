import Wayfinding

/// Says why there is no route and what to know before going, and what could be done.
public struct RouteWords: Sendable {
    /// The map that is spoken of.
    public let graph: RoutingGraph
    /// The language.
    public let phrases: RoutePhrases

    /// How many blocked connections are named before the rest are counted.
    private static let mostNamed = 3
    /// How much of words that name nothing is said again, in characters.
    private static let longestEcho = 60

    /// Makes words about a map.
    public init(graph: RoutingGraph, phrases: RoutePhrases = .english) {
        self.graph = graph
        self.phrases = phrases
    }

    /// What a connection is called: its name, else its kind and ends ("the elevator between Great hall and Desk").
    ///
    /// A portal between landmarks of one name is between their places.
    public func name(of reference: ConnectionReference) -> String {
        guard let connection = graph.connection(reference), let ends = graph.ends(of: reference) else {
            return reference.id
        }
        if let name = connection.name, !name.isEmpty { return name }
        var names = (name(of: ends.from), name(of: ends.to))
        if names.0 == names.1, ends.from.place != ends.to.place {
            names = (placeName(ends.from.place), placeName(ends.to.place))
        }
        return phrases(.between, ["kind": kind(connection.kind), "from": names.0, "to": names.1])
    }

    /// What a landmark is called.
    public func name(of reference: LandmarkReference) -> String { graph.landmark(reference)?.name ?? reference.id }

    func placeName(_ id: String) -> String { graph.place(id)?.name ?? id }

    private func kind(_ kind: Connection.Kind) -> String {
        let key: RoutePhrases.Key =
            switch kind {
            case .path: .path
            case .door: .door
            case .ramp: .ramp
            case .stairs: .stairs
            case .elevator: .elevator
            case .escalator: .escalator
            }
        return phrases(key)
    }

    /// Why there is no route to `destination` (a name; nil where there is none to say), and what could be done.
    public func text(
        of failure: RouteFailure, to destination: String?, preferences: RoutePreferences = RoutePreferences()
    ) -> String {
        let goal = destination ?? phrases(.thatDestination)
        switch failure {
        case .blocked(let blocked): return text(blocked, goal, preferences)
        case .notConnected(let against):
            let reasons = against.prefix(Self.mostNamed).map(oneWay)
            let why = reasons.isEmpty ? phrases(.noConnection) : phrases.list(reasons)
            return phrases(.noWay, ["to": goal, "why": why, "remedy": phrases(.chooseAnother)])
        case .unknownLandmark(let end, let words, let nearest):
            let said = words.cut(to: Self.longestEcho)
            let text = phrases(end == .from ? .unknownStart : .unknownDestination, ["words": said])
            if nearest.isEmpty { return text }
            if nearest.count == 1 { return text + " " + phrases(.similarName, ["name": nearest[0]]) }
            return text + " " + phrases(.similarNames, ["names": phrases.list(nearest, joinedBy: .or)])
        case .alreadyThere(let landmark):
            return landmark.map { phrases(.alreadyAt, ["name": name(of: $0)]) } ?? phrases(.alreadyThere)
        case .noNearbyStart: return phrases(.noNearbyStart)
        case .noNearbyGoal: return phrases(.noNearbyGoal)
        case .notHere: return phrases(.notHere, ["name": goal])
        }
    }

    /// Everything that stands in the way, each as a sentence part: none is left out, however many there are.
    public func reasons(of failure: RouteFailure) -> [String] {
        switch failure {
        case .blocked(let blocked): blocked.map(reason)
        case .notConnected(let against): against.map(oneWay)
        default: []
        }
    }

    private func text(_ blocked: [BlockedConnection], _ goal: String, _ preferences: RoutePreferences) -> String {
        // One elevator may stand in the way on every floor: the same words are said once.
        var all: [String] = []
        for reason in blocked.map(reason) where !all.contains(reason) { all.append(reason) }
        var reasons = Array(all.prefix(Self.mostNamed))
        let more = all.count - reasons.count
        if more == 1 { reasons.append(phrases(.andOneMore)) }
        if more > 1 { reasons.append(phrases(.andMore, ["count": "\(more)"])) }
        let isClosed = blocked.contains { $0.reasons.contains(.unavailable) }
        let isAboutSteps = preferences.stepFree && blocked.contains { $0.reasons != [.unavailable] }
        return phrases(
            isAboutSteps ? .noWayWithoutSteps : .noWay,
            [
                "to": goal, "why": phrases.list(reasons),
                "remedy": phrases(isClosed ? .tryLater : .goWithoutStepFree),
            ])
    }

    /// What is wrong with one connection: that it is closed, and the plainest word about its steps.
    private func reason(_ blocked: BlockedConnection) -> String {
        let connection = graph.connection(blocked.connection)
        let isPlural = connection?.kind == .stairs && connection?.name?.isEmpty != false
        let name = name(of: blocked.connection)
        var keys: [RoutePhrases.Key] = []
        if blocked.reasons.contains(.unavailable) { keys.append(isPlural ? .areUnavailable : .isUnavailable) }
        if blocked.reasons.contains(.stairs) {
            keys.append(isPlural ? .haveSteps : .hasSteps)
        } else if blocked.reasons.contains(.notStepFree) {
            keys.append(.isNotStepFree)
        } else if blocked.reasons.contains(.stepFreeUnknown) {
            keys.append(.isUnknownStepFree)
        }
        return phrases.list(keys.enumerated().map { phrases($1, ["name": $0 == 0 ? name : ""]).trimmedStart })
    }

    private func oneWay(_ reference: ConnectionReference) -> String {
        let name = name(of: reference)
        guard let ends = graph.ends(of: reference), let connection = graph.connection(reference) else { return name }
        let leadsOut = graph.landmark(ends.to).map { $0.kind == .exit || $0.kind == .entrance } ?? false
        if connection.kind == .door, leadsOut { return phrases(.onlyOutwards, ["name": name]) }
        let names = ["name": name, "from": self.name(of: ends.from), "to": self.name(of: ends.to)]
        return phrases(.onlyOneWay, names)
    }

    /// What to know before going, in one utterance: which connections may not be open, and where that is from; nil
    /// where there is nothing.
    public func beforeYouGo(_ connections: [ConnectionReference]) -> String? {
        if connections.isEmpty { return nil }
        let names = connections.map { name(of: $0) }
        var sentences = [phrases(.beforeYouGo, ["names": phrases.list(names)])]
        for (name, reference) in zip(names, connections) {
            guard let source = graph.connection(reference)?.verification.source, !source.isEmpty else { continue }
            sentences.append(
                phrases(.beforeYouGoSource, ["name": name, "source": source.withoutFullStop]))
        }
        return sentences.joined(separator: " ")
    }

    /// That the destination's words fitted several landmarks, and which of them was taken.
    public func text(of choice: DestinationChoice) -> String {
        phrases(
            .chosen,
            [
                "count": "\(choice.candidates.count)", "words": choice.words, "name": name(of: choice.chosen),
                "place": placeName(choice.chosen.place),
            ])
    }
}

extension String {
    /// The text, or its beginning where it is longer than `count` characters.
    fileprivate func cut(to count: Int) -> String { self.count > count ? prefix(count) + "…" : self }

    /// The text without leading spaces.
    fileprivate var trimmedStart: String { String(drop { $0 == " " }) }
}

extension String {
    /// The text as a sentence: with a full stop, unless it ends one already.
    public var asSentence: String {
        var text = Substring(self)
        while text.last?.isWhitespace == true { text.removeLast() }
        return text.last.map { ".!?…".contains($0) } ?? true ? String(text) : text + "."
    }

    /// The text with its first letter in lower case.
    public var uncapitalisedFirst: String { prefix(1).lowercased() + dropFirst() }

    /// The text with its first letter in upper case.
    public var capitalisedFirst: String { prefix(1).uppercased() + dropFirst() }

    /// The text without full stops and spaces at its end.
    var withoutFullStop: String {
        var text = self
        while text.last == "." || text.last == " " { text.removeLast() }
        return text
    }
}
