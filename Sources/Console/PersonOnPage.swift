import Deciding
import Documents
import Readings
import Wayfinding

/// Somebody as the page shows them: on the map and in words.
struct PersonOnPage {
    let drawn: DrawingPerson
    let json: JSONValue

    /// Somebody whose device was heard, in the place of that name; heard now wherever they are counts as here.
    init(_ person: CoreDestinations.Person, place: String) {
        let isHeard = person.isLive || (!person.isHere && person.age < Sighting.quietLimit)
        let age = Self.age(person.age)
        drawn = DrawingPerson(
            place: person.place, position: person.position, name: person.name,
            kind: isHeard ? .here : .lastSeen(age: age))
        let words = isHeard ? "in \(place), heard now" : "last seen in \(place), \(Self.spokenAge(person.age)) ago"
        json = .object([
            .init("name", .string(person.name)), .init("kind", .string(isHeard ? "live" : "ghost")),
            .init("age", .string(age)),
            .init("label", .string(drawn.label)), .init("words", .string(words)),
        ])
    }

    /// The robot itself.
    init(robot pose: Pose) {
        drawn = DrawingPerson(
            place: pose.place, position: Position(x: pose.x, y: pose.y, z: pose.z), name: "The robot",
            kind: .robot(yaw: pose.yaw))
        json = .object([
            .init("name", .string("The robot")), .init("kind", .string("robot")), .init("age", .string("")),
            .init("label", .string("The robot")), .init("words", .string("where its localiser says it is")),
        ])
    }

    /// A span as it stands on a map, rounded down: "40 s", "3 min", "2 h", "4 d".
    static func age(_ span: Duration) -> String {
        let (count, unit) = parts(span)
        return "\(count) \(unit.short)"
    }

    /// The same as it is read out: "3 minutes".
    static func spokenAge(_ span: Duration) -> String {
        let (count, unit) = parts(span)
        return "\(count) \(unit.long)\(count == 1 ? "" : "s")"
    }

    private static func parts(_ span: Duration) -> (count: Int64, unit: (short: String, long: String)) {
        let seconds = max(0, span.wholeNanoseconds / 1_000_000_000)
        if seconds < 60 { return (seconds, ("s", "second")) }
        if seconds < 3600 { return (seconds / 60, ("min", "minute")) }
        if seconds < 172_800 { return (seconds / 3600, ("h", "hour")) }
        return (seconds / 86_400, ("d", "day"))
    }
}
