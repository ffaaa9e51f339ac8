import Documents
import Readings
import Wayfinding

/// Reads an event log line by line; what is not exactly an event stops it, so that a typo cannot change a test.
public struct EventReader {
    private let world: World
    private let isRecorded: Bool
    private var settings: Settings
    private var lineNumber = 0
    private var lastTime = Instant.start
    private var hasEnded = false
    private var blankLine: Int?
    private var heard: Set<String> = []

    /// Makes a reader that knows which places and connections there are, and the settings at the start.
    ///
    /// A log that was recorded is what happened, not what somebody wrote: that each line is an event is still checked,
    /// but not whether it goes together with what came before.
    public init(world: World, settings: Settings, isRecorded: Bool = false) {
        self.isRecorded = isRecorded
        self.world = world
        self.settings = settings
    }

    /// Reads the next line, without its newline; nil for a blank line, which is allowed only at the end.
    public mutating func read(_ line: [UInt8]) throws(EventLineError) -> (time: Instant, event: Event)? {
        lineNumber += 1
        if let blankLine { throw EventLineError(line: blankLine, message: "the line is blank") }
        let text = line.last == 0x0D ? Array(line.dropLast()) : line
        if text.allSatisfy({ $0 == 0x20 || $0 == 0x09 }) {
            blankLine = lineNumber
            return nil
        }
        do {
            return try event(text)
        } catch {
            throw EventLineError(line: lineNumber, message: error.message, kind: error.kind)
        }
    }

    /// Reads a whole log; an empty one has no events.
    public static func readAll(
        _ bytes: [UInt8], world: World, settings: Settings
    ) throws(EventLineError) -> [(time: Instant, event: Event)] {
        var reader = EventReader(world: world, settings: settings)
        var events: [(time: Instant, event: Event)] = []
        let isEmpty = bytes.isEmpty
        var lines = bytes.split(separator: 0x0A, omittingEmptySubsequences: false)
        if lines.last?.isEmpty ?? false { lines.removeLast() }
        for line in isEmpty ? [] : lines {
            if let event = try reader.read(Array(line)) { events.append(event) }
        }
        return events
    }

    private mutating func event(_ line: [UInt8]) throws(EventFault) -> (time: Instant, event: Event) {
        if hasEnded { throw EventFault("nothing may follow the end") }
        let object = try Self.object(line)
        guard let type = object["type"]?.string else { throw EventFault("the event needs a \"type\"") }
        let time = try Self.time(object)
        guard time >= lastTime else {
            throw EventFault("t goes back from \(Self.seconds(lastTime)) to \(Self.seconds(time))")
        }
        var fields = EventFields(type: type, object: object)
        if let known = EventTypes.fields[type] { try fields.refuse(outside: known) }
        let event = try EventTypes.event(type, &fields)
        try fields.finish()
        if !isRecorded { try check(event) }
        lastTime = time
        hasEnded = event == .end
        return (time, event)
    }

    private static func object(_ line: [UInt8]) throws(EventFault) -> JSONElement {
        let document: Document
        do {
            document = try Document(line, limits: .init(bytes: 1 << 20, depth: 8))
        } catch .malformed(let place, let what) {
            throw EventFault("not JSON, column \(place.column): \(what)", kind: .notAnObject)
        } catch {
            throw EventFault(error.description, kind: .notAnObject)
        }
        guard document.root.kind == .object else {
            throw EventFault("an event is an object, { … }", kind: .notAnObject)
        }
        return document.root
    }

    private static func seconds(_ time: Instant) -> String { DecimalText.wholeUnits(time.nanoseconds, digits: 9) }

    /// The largest time that is accepted, about 30 years.
    private static let largestSeconds = 1e9

    static func time(_ object: JSONElement) throws(EventFault) -> Instant {
        guard let value = object["t"] else { throw EventFault("the event needs a \"t\"") }
        guard let number = value.number, number >= 0, number <= largestSeconds, let text = value.numberText else {
            throw EventFault("t must be seconds from 0 to 1000000000")
        }
        return exact(text) ?? Instant(seconds: number)
    }

    /// Plain decimals with up to nine places, read without rounding.
    private static func exact(_ text: String) -> Instant? {
        let parts = text.split(separator: ".", omittingEmptySubsequences: false)
        guard parts.count <= 2, let whole = Int64(parts[0]) else { return nil }
        let fraction = parts.count == 2 ? String(parts[1]) : ""
        guard fraction.utf8.count <= 9 else { return nil }
        let padded = fraction + String(repeating: "0", count: 9 - fraction.utf8.count)
        guard let nanoseconds = Int64(padded) else { return nil }
        return Instant(nanoseconds: whole * 1_000_000_000 + nanoseconds)
    }

    /// Checks what an event names against what there is, and settings against their table.
    private mutating func check(_ event: Event) throws(EventFault) {
        switch event {
        case .place(let id): try checkPlace(id)
        case .probeResult(let place?, _): try checkPlace(place)
        case .pose(let pose): try checkPlace(pose.place)
        case .peer(let peer):
            try checkPlace(peer.place)
            heard.insert(peer.device)
        case .pairing(let pairing): heard.insert(pairing.device)
        case .peerQuiet(let device), .peerRemoved(let device):
            guard heard.contains(device) else { throw EventFault("the device \"\(device)\" was never heard of") }
        case .connection(let place, let id, _):
            try checkPlace(place)
            guard world.hasConnection(id, inPlace: place) else {
                throw EventFault("there is no connection \"\(id)\" in the place \"\(place)\"")
            }
        case .setting(let key, let value): try checkSetting(key, value)
        default: break
        }
    }

    private func checkPlace(_ id: String) throws(EventFault) {
        guard !world.knows(place: id) else { return }
        let hint = NearestName.among(world.placeIds, to: id).first.map { "; did you mean \"\($0)\"?" } ?? ""
        throw EventFault("there is no place \"\(id)\"\(hint)", kind: .unknownPlace)
    }

    private mutating func checkSetting(_ key: String, _ value: SettingValue) throws(EventFault) {
        var changed = settings
        if case .failure(let finding) = changed.set(key, value) { throw EventFault(finding.message) }
        guard SettingsTable.row(key)?.changesWhileRunning ?? false else {
            throw EventFault("\(key) cannot change while running; it belongs in the configuration")
        }
        if let contradiction = changed.contradictions().first { throw EventFault(contradiction.message) }
        settings = changed
    }
}
