import Documents
import Readings

/// One connection, without its socket: bytes and answers go in, requests and bytes come out, time is an argument.
package struct ControlConnection: Sendable {
    /// A request for another thread, and how to answer it.
    package struct Request: Equatable, Sendable {
        /// The number of the request on this connection; its answer names it.
        package var call: UInt64
        /// The method's name.
        package var name: String
        /// Its parameters, checked against the table.
        package var parameters: ControlParameters
        /// What was uploaded, where the method takes that.
        package var upload: [UInt8]
    }

    /// A request that waits for its answer.
    private struct Waiting: Sendable {
        var id: JSONValue?
        var end: Instant
        var isStored: Bool
    }

    private var lines = LineBuffer(limit: ControlLimits.line)
    private var pace: ControlPace
    private var waiting: [UInt64: Waiting] = [:]
    private var nextCall: UInt64 = 1
    private var restSince: Instant?
    private var lastMove: Instant
    private var unreadSince: Instant?
    private var isClosing = false
    private var hasEnded = false
    /// What waits to be taken by the client.
    package private(set) var queue = ControlQueue()
    /// The types of effects that are wanted; nil where none are.
    package private(set) var types: Set<String>?
    /// What was uploaded and not used yet.
    package private(set) var upload: [UInt8] = []

    /// A connection that was made just now.
    package init(at now: Instant) {
        pace = ControlPace(perSecond: ControlLimits.callsASecond, at: now)
        lastMove = now
    }

    // MARK: reading

    /// Whether another request may begin: no more wait than may, for answers and for the client to take them.
    private var mayGoOn: Bool {
        !isClosing && waiting.count < ControlLimits.waiting && queue.bytes < ControlLimits.output
    }

    /// Whether bytes are wanted: not while there is more to do than may wait.
    package var wantsBytes: Bool { mayGoOn && !hasEnded && !lines.hasLine }

    /// Takes bytes that came.
    package mutating func take(_ bytes: ArraySlice<UInt8>, at now: Instant) {
        guard !isClosing else { return }
        lastMove = now
        lines.add(bytes)
        noteRest(at: now)
    }

    /// The client has ended its side.
    package mutating func takeEnd(at now: Instant) {
        hasEnded = true
        lastMove = now
    }

    private mutating func noteRest(at now: Instant) {
        if lines.hasRest { restSince = restSince ?? now } else { restSince = nil }
    }

    /// The next request for another thread; what concerns this connection alone is answered here.
    ///
    /// `uploads` holds how many bytes may still be uploaded by all.
    package mutating func next(at now: Instant, facts: ControlFacts, uploads: inout Int) -> Request? {
        while mayGoOn {
            if lines.isTooLong {
                end(
                    ControlError(
                        .lineTooLong, "the line is longer than \(ControlLimits.line) bytes",
                        remedy: "send less in a line; a place map goes by upload"))
                return nil
            }
            if hasEnded, lines.hasRest { end(ControlError(.lineUnfinished, "the last line has no newline")) }
            guard lines.hasLine, pace.takes(at: now), let line = lines.next() else { return nil }
            noteRest(at: now)
            if let request = request(line, at: now, facts, &uploads) { return request }
        }
        return nil
    }

    private mutating func request(
        _ line: [UInt8], at now: Instant, _ facts: ControlFacts, _ uploads: inout Int
    ) -> Request? {
        if line.allSatisfy({ $0 == 0x20 || $0 == 0x09 || $0 == 0x0D }) { return nil }
        let call: ControlCall
        do throws(ControlCall.Refusal) {
            call = try ControlCall(line)
        } catch {
            if let id = error.id { answer(id, .error(error.error)) }
            return nil
        }
        if call.method.doer == .door {
            let outcome = door(call, facts, &uploads)
            if let id = call.id { answer(id, outcome) }
            return nil
        }
        return hand(over: call, at: now, &uploads)
    }

    private mutating func hand(over call: ControlCall, at now: Instant, _ uploads: inout Int) -> Request {
        let number = nextCall
        nextCall += 1
        let isStored = call.method.doer == .stores || call.method.doer == .recorder
        let limit = isStored ? ControlLimits.storeTime : ControlLimits.answerTime
        waiting[number] = Waiting(id: call.id, end: now + limit, isStored: isStored)
        var request = Request(call: number, name: call.method.name, parameters: call.parameters, upload: [])
        if call.method.name == "places.import" {
            swap(&request.upload, &upload)
            uploads += request.upload.count
        }
        return request
    }

    // MARK: what concerns this connection alone

    private mutating func door(_ call: ControlCall, _ facts: ControlFacts, _ uploads: inout Int) -> ControlOutcome {
        switch call.method.name {
        case "subscribe":
            let wanted = call.parameters.texts("types")
            let shown = wanted.isEmpty ? ControlEffects.types : wanted
            types = Set(shown)
            return .result(.object([.init("types", .array(shown.map { .string($0) }))]))
        case "unsubscribe":
            types = nil
            queue.forgetLost()
            return .result(.object([.init("types", .array([]))]))
        case "upload": return add(call.parameters.text("text") ?? "", &uploads)
        case "methods": return .result(facts.methods(call.parameters))
        default: return .result(facts.version)
        }
    }

    private mutating func add(_ text: String, _ uploads: inout Int) -> ControlOutcome {
        let bytes = Array(text.utf8)
        guard bytes.count <= uploads else {
            uploads += upload.count
            upload = []
            return .error(
                ControlError(
                    .refused, "too much was uploaded and not used; what this connection had sent is forgotten",
                    remedy: "send a smaller file, or later", word: "uploadTooLarge"))
        }
        uploads -= bytes.count
        upload += bytes
        return .result(.object([.init("bytes", .integer(upload.count))]))
    }

    // MARK: answering

    /// Answers a request; one that is answered already, or was a notification, is passed over.
    package mutating func answer(call: UInt64, _ outcome: ControlOutcome) {
        guard let asked = waiting.removeValue(forKey: call), let id = asked.id else { return }
        answer(id, outcome)
    }

    private mutating func answer(_ id: JSONValue, _ outcome: ControlOutcome) { queue.add(answer: outcome.line(id: id)) }

    /// Shows an effect of a type, where it is wanted.
    package mutating func show(_ line: [UInt8], type: String) {
        if types?.contains(type) ?? false { queue.add(effect: line) }
    }

    /// Effects were lost before they came here.
    package mutating func lose(_ count: Int) {
        if types != nil { queue.lose(count) }
    }

    /// Says why, and ends when that was taken.
    package mutating func end(_ error: ControlError) {
        guard !isClosing else { return }
        isClosing = true
        lines.removeAll()
        restSince = nil
        for call in waiting.keys { waiting[call]?.id = nil }
        answer(.null, .error(error))
    }

    /// The service stops: what waits is told so.
    package mutating func stop() {
        let error = ControlError(.stopping, "the service is stopping", remedy: "ask again when it runs")
        for call in waiting.keys.sorted() { answer(call: call, .error(error)) }
        isClosing = true
    }

    // MARK: writing and time

    /// Takes note of bytes that the client has taken.
    package mutating func took(_ count: Int, at now: Instant) {
        queue.took(count)
        lastMove = now
        unreadSince = nil
    }

    /// Whether the connection is over: all is said, or nothing more can come of it.
    package var isOver: Bool {
        guard queue.isEmpty else { return false }
        if isClosing { return true }
        return hasEnded && !lines.hasLine && waiting.isEmpty && types == nil
    }

    /// When time must be looked at although nothing happens.
    package var deadline: Instant? {
        var next = restSince.map { $0 + ControlLimits.lineTime }
        for asked in waiting.values { next = Instant.sooner(next, asked.end) }
        if lines.hasLine, mayGoOn { next = Instant.sooner(next, pace.next) }
        return Instant.sooner(next, unreadSince.map { $0 + ControlLimits.stallTime })
    }

    /// Lets time pass; false where the client has left its answers unread for too long.
    package mutating func advance(to now: Instant) -> Bool {
        if restSince != nil, !wantsBytes { restSince = now }
        if let restSince, restSince + ControlLimits.lineTime <= now {
            end(
                ControlError(
                    .lineUnfinished, "the line was not ended within \(ControlLimits.lineTime.components.seconds) s",
                    remedy: "end each request with a newline"))
        }
        for (call, asked) in waiting where asked.end <= now {
            let who = asked.isStored ? "the disk" : "the decision loop"
            answer(
                call: call,
                .error(
                    ControlError(.noAnswer, "\(who) did not answer in time", remedy: "ask again, or see the journal")))
        }
        unreadSince = queue.answers == 0 ? nil : unreadSince ?? now
        return unreadSince.map { now - $0 < ControlLimits.stallTime } ?? true
    }

    /// Since when the connection has rested, where it may make room for another: it waits for nothing, and no
    /// subscriber reads it as far as is known.
    package var restingSince: Instant? {
        let isReading = types != nil && queue.isEmpty && !hasEnded
        return waiting.isEmpty && !isReading ? lastMove : nil
    }
}
