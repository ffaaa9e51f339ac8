import Documents
import Readings

/// What still holds at a moment in the middle of a part although it was said before it: settings, places, how pictures
/// are read, what is plugged in, which ways are closed.
///
/// A recording that is cut there begins with it, so that a replay finds what the service stood with.
struct RecordingLateJoin {
    /// The moment of the cut, in the time of the file.
    let cut: UInt64
    private let head: RecordingHead
    private var settings: [JSONValue.Member] = []
    private var place: String?
    private var world: JSONValue?
    private var latest: [RecordingChannel: MCAPMessage] = [:]
    private var standing: [(key: [JSONValue?], line: JSONValue, message: MCAPMessage)] = []

    /// Begins to look at a part; everything up to `cut` is to be handed over by ``take(_:)``.
    init(_ head: RecordingHead, cut: UInt64) {
        self.head = head
        self.cut = cut
        place = head.facts["place"]
    }

    /// Looks at a message from before the cut.
    mutating func take(_ message: MCAPMessage) {
        guard let kind = RecordingChannel(rawValue: Int(message.channel) - 1) else { return }
        switch kind {
        case .perception, .optics: latest[kind] = message
        case .world: world = Self.read(message.data) ?? world
        case .effects:
            guard let effect = Self.read(message.data), effect["type"] == .string("place"),
                case .string(let id)? = effect["id"]
            else { return }
            place = id
        case .events: if let event = Self.read(message.data) { take(event, message) }
        default: return
        }
    }

    /// Looks at a message of an earlier part, whose settings and places stand in the head of the later one.
    mutating func takeEarlier(_ message: MCAPMessage) {
        guard RecordingChannel(rawValue: Int(message.channel) - 1) == .events, let event = Self.read(message.data),
            event["type"] != .string("setting")
        else { return }
        take(event, message)
    }

    private mutating func take(_ event: JSONValue, _ message: MCAPMessage) {
        guard case .string(let type)? = event["type"] else { return }
        switch type {
        case "setting":
            guard case .string(let key)? = event["key"], let value = event["value"] else { return }
            Self.set(key, value, in: &settings)
        case "talking", "sensor", "connection":
            let key = [event["type"], event["sensor"], event["place"], event["id"]]
            standing.removeAll { $0.key == key }
            standing.append((key, event, message))
        default: return
        }
    }

    // MARK: what the recording begins with

    /// The head of the recording, which begins at the cut and in the middle of its run.
    var newHead: RecordingHead {
        var cutHead = head
        cutHead.began = head.moment(cut) ?? head.began
        cutHead.isWhole = false
        cutHead.facts["place"] = place
        return cutHead
    }

    /// The files that stood at the beginning of the part, as they were at the cut.
    func files(_ attachments: [MCAPAttachment]) -> [MCAPAttachment] {
        var files = attachments
        if let world {
            files.removeAll { $0.name == RecordingHead.groupsName || $0.name.hasPrefix(RecordingHead.placePrefix) }
            files.append(file(RecordingHead.groupsName, world["groups"] ?? .array([])))
            guard case .array(let places)? = world["places"] else { return files }
            for (index, place) in places.enumerated() {
                guard case .string(let id)? = place["id"] else { continue }
                files.append(file(RecordingHead.placeName(index, id), place))
            }
        }
        for index in files.indices where !settings.isEmpty && files[index].name == RecordingHead.settingsName {
            guard case .object(var members)? = Self.read(files[index].data) else { continue }
            for setting in settings { Self.set(setting.key, setting.value, in: &members) }
            files[index].data = DocumentWriter.compact(.object(members))
        }
        return files
    }

    private func file(_ name: String, _ value: JSONValue) -> MCAPAttachment {
        MCAPAttachment(name: name, mediaType: "application/json", logTime: cut, data: DocumentWriter.compact(value))
    }

    /// The messages that are said once more at the cut; when they came about stays as it was.
    var messages: [MCAPMessage] {
        let readings = [RecordingChannel.perception, .optics].compactMap { latest[$0] }.map { at(cut: $0, $0.data) }
        let seconds = (head.moment(cut) ?? head.began).nanoseconds
        let time = JSONValue.number(DecimalText.wholeUnits(seconds, digits: 9))
        return readings
            + standing.map { _, line, message in
                guard case .object(var members) = line else { return at(cut: message, message.data) }
                Self.set("t", time, in: &members)
                return at(cut: message, DocumentWriter.compact(.object(members)))
            }
    }

    private func at(cut message: MCAPMessage, _ data: [UInt8]) -> MCAPMessage {
        var moved = message
        moved.logTime = cut
        moved.data = data
        return moved
    }

    // MARK: JSON

    private static func read(_ bytes: [UInt8]) -> JSONValue? {
        do throws(DocumentError) { return JSONValue(try Document(bytes).root) } catch { return nil }
    }

    private static func set(_ key: String, _ value: JSONValue, in members: inout [JSONValue.Member]) {
        if let index = members.firstIndex(where: { $0.key == key }) {
            members[index] = .init(key, value)
        } else {
            members.append(.init(key, value))
        }
    }
}
