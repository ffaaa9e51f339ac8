import Control
import Deciding
import Documents
import Perception
import Readings
import Wayfinding

/// What is answered to each row of the table; nil where the answer comes later.
extension ConsoleLoop {
    /// How long a hazard that was said counts as the present alert.
    private static let alertTime = Duration.seconds(4)

    func answer(_ exchange: ConsoleExchange, _ path: ConsolePath) -> ConsoleAnswer? {
        if let resource = path.resource { return ConsoleAnswer(type: resource.type, bytes: resource.bytes) }
        switch path {
        case .mapStyle:
            return ConsoleAnswer(type: "text/css; charset=utf-8", bytes: Array(MapDrawing.styleSheet.utf8))
        case .doorTexts:
            return .json(FirstDoors.json(parts.standsIn ? .standsIn : parts.nearest() == nil ? .missing : .found("")))
        case .logSoFar:
            return .json(
                .object([
                    .init("now", .thousandths((parts.clock.now() - .start).inSeconds)), .init("rows", saidLog.json),
                ]))
        case .seenList: return seen()
        case .depth: return picture()
        case .events: return begin(reader: exchange)
        case .call: return call(exchange)
        case .checkMap: return .json(MapOpening.check(exchange.body, maker))
        case .takeMap: return takeMap(exchange)
        case .settingsTable:
            return glance(exchange) { _, glance in SettingsPage.json(glance.settings) }
        case .nearbyNow: return glance(exchange) { loop, glance in loop.nearby(glance) }
        case .routeAnswer:
            let query = RouteMaker.Query(
                place: exchange.value("place"), from: exchange.value("from"), to: exchange.value("to"),
                stepFree: exchange.value("stepFree") == "1")
            return glance(exchange) { loop, glance in loop.maker.answer(query, glance, route: loop.route) }
        default: return .refusal(404, "There is nothing here.")
        }
    }

    /// Asks the decision thread for a glance, and makes an answer of it.
    private func glance(
        _ exchange: ConsoleExchange, _ then: @escaping (ConsoleLoop, ConsoleGlance) -> JSONValue
    ) -> ConsoleAnswer? {
        ask(ConsoleGlance.method, for: exchange) { loop, outcome in
            if case .error(let error) = outcome { return Self.answer(error) }
            guard let glance = loop.board.last else { return .refusal(503, "The service shows nothing yet.") }
            return .json(then(loop, glance))
        }
    }

    private static func answer(_ error: ControlError) -> ConsoleAnswer {
        .json(.object([.init("error", error.json)]), status: error.kind == .noAnswer ? 504 : 409)
    }

    private func seen() -> ConsoleAnswer {
        switch parts.seen() {
        case .success(let value): .json(value)
        case .failure(let error): Self.answer(error)
        }
    }

    // MARK: methods of the control socket

    /// A request as on the control socket, and its answer likewise.
    private func call(_ exchange: ConsoleExchange) -> ConsoleAnswer? {
        let call: ControlCall
        do throws(ControlCall.Refusal) {
            call = try ControlCall(exchange.body)
        } catch { return Self.line(.error(error.error), id: error.id ?? .null) }
        guard let id = call.id else { return .refusal(400, "A request needs an id.") }
        guard call.method.doer != .door else {
            let error = ControlError(
                .refused, "\(call.method.name) is for the control socket", remedy: "the page has paths of its own")
            return Self.line(.error(error), id: id)
        }
        let limit = call.method.doer == .stores ? ConsoleLimits.storeTime : ConsoleLimits.answerTime
        return ask(call.method.name, call.parameters, for: exchange, limit: limit) { _, outcome in
            Self.line(outcome, id: id)
        }
    }

    private static func line(_ outcome: ControlOutcome, id: JSONValue) -> ConsoleAnswer {
        ConsoleAnswer(type: "application/json; charset=utf-8", bytes: outcome.line(id: id))
    }

    private func takeMap(_ exchange: ConsoleExchange) -> ConsoleAnswer? {
        var members: [JSONValue.Member] = []
        if let id = exchange.value("as") { members.append(.init("as", .string(id))) }
        if exchange.value("replace") == "1" { members.append(.init("replace", .boolean(true))) }
        guard let method = ControlMethods.method("places.import") else {
            return .refusal(404, "There is nothing here.")
        }
        do throws(ControlError) {
            let parameters = try ControlParameters(members, of: method)
            return ask(
                method.name, parameters, upload: exchange.body, for: exchange, limit: ConsoleLimits.storeTime
            ) { _, outcome in Self.line(outcome, id: .integer(1)) }
        } catch { return Self.line(.error(error), id: .integer(1)) }
    }

    // MARK: nearby

    private func picture() -> ConsoleAnswer {
        let now = parts.clock.now()
        parts.tap.watch(at: now)
        // a copy that nobody took may be hours old: it is no picture of now
        guard parts.tap.take(into: &frame), now - frame.frame.arrival <= ConsoleLimits.freshFor else {
            return ConsoleAnswer(status: 204, type: "text/plain", bytes: [])
        }
        let whole = frame.whole
        guard let picture = DepthPicture(whole, rules: frame.rules, reading: frame.reading) else {
            return ConsoleAnswer(status: 204, type: "text/plain", bytes: [])
        }
        let cells = DecidingCells.cells(of: picture, in: whole, rules: frame.rules)
        return ConsoleAnswer(type: "application/octet-stream", bytes: PictureBytes.bytes(picture, isDeciding: cells))
    }

    private func nearby(_ glance: ConsoleGlance) -> JSONValue {
        let now = parts.clock.now()
        let nearest = parts.nearest().flatMap { now - $0.arrival <= ConsoleLimits.freshFor ? $0 : nil }
        let group = glance.status.place.flatMap { glance.world.group(ofPlace: $0) }
        return .object([
            .init("nearest", NearbyWords.nearest(nearest)), .init("depth", .string(glance.status.depth)),
            .init("ahead", glance.status.depthWords.map { .string($0) } ?? .null),
            .init("alert", .string(alert(glance, at: now))), .init("alertLevel", .string(alertLevel(glance, at: now))),
            .init("threshold", .decimal(glance.settings.depthThresholdMetres)),
            .init("percentile", .decimal(glance.settings.number("depth.percentile"))),
            .init("rate", rate.perSecond(nearest, at: now).map { .number(DecimalText.fixed($0, digits: 1)) } ?? .null),
            .init("usable", nearest.map { .thousandths($0.usableShare) } ?? .null),
            .init("barometer", .string(glance.status.barometer)),
            .init("place", glance.status.placeName.map { .string($0) } ?? .null),
            .init("altitude", curve.json(group)),
        ])
    }

    private func hazard(at now: Instant) -> ConsoleLog.Entry? {
        saidLog.lastHazard.flatMap { now - $0.time <= Self.alertTime ? $0 : nil }
    }

    /// `alarmed`, `unknown` where none could be given, or `calm`.
    private func alertLevel(_ glance: ConsoleGlance, at now: Instant) -> String {
        if hazard(at: now) != nil { return "alarmed" }
        return glance.status.depth == "ok" ? "calm" : "unknown"
    }

    private func alert(_ glance: ConsoleGlance, at now: Instant) -> String {
        if let hazard = hazard(at: now) { return "Alert: " + hazard.text }
        switch glance.status.depth {
        case "blocked": return "Something covers the camera."
        case "unavailable": return "No alert can be given: there are no depth readings."
        case "starting": return "No alert can be given yet: the camera has not begun."
        default:
            let metres = DecimalText.shortest(glance.settings.depthThresholdMetres)
            return "No alert. A surface within \(metres) m is announced."
        }
    }
}

/// The nearest surface in words and as a number.
enum NearbyWords {
    static func nearest(_ nearest: ConsoleParts.Nearest?) -> JSONValue {
        var metres: JSONValue = .null
        let words: String
        switch nearest?.reading {
        case .surface(let distance)?:
            metres = .thousandths(distance)
            words = DecimalText.fixed(distance, digits: 2) + " m"
        case .clear?: words = "Clear: only floor ahead"
        case .none(.tooFewUsable)?: words = "No reading: too little of the picture is usable"
        case .none(.stuck)?: words = "No reading: the camera repeats itself"
        case .none(.malformed)?: words = "No reading: the frame is malformed"
        case .none?: words = "No reading"
        case nil: words = "No frame"
        }
        return .object([.init("metres", metres), .init("words", .string(words))])
    }
}
