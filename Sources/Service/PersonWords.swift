import Announcing
import Deciding
import Documents
import Readings

/// People as `go` and `status` show them.
enum PersonWords {
    /// Without a position for so long, somebody is shown as last seen.
    private static let quietAge = Duration.seconds(5)

    /// How somebody is shown: "Sam's phone, 2.5 metres away", "Sam's phone, last seen 3 minutes ago".
    static func text(_ person: CoreDestinations.Person, placeName: String, words: Words) -> String {
        let far = person.metres.map { "\(words.distance(metres: $0)) away" }
        var parts = [person.name]
        if !person.isHere {
            parts.append(
                person.age < quietAge ? "in \(placeName)" : "last seen in \(placeName) \(age(person.age)) ago")
        } else if person.isLive {
            parts.append(far ?? "here")
        } else {
            parts.append("last seen \(age(person.age)) ago")
            if let far { parts.append(far) }
        }
        return parts.joined(separator: ", ")
    }

    /// A span as people say it: "40 seconds", "1 minute", "2 hours".
    static func age(_ span: Duration) -> String {
        let seconds = max(0, span.wholeNanoseconds / 1_000_000_000)
        if seconds < 60 { return count(seconds, "second") }
        if seconds < 3600 { return count(seconds / 60, "minute") }
        if seconds < 172_800 { return count(seconds / 3600, "hour") }
        return count(seconds / 86_400, "day")
    }

    private static func count(_ number: Int64, _ word: String) -> String {
        "\(number) \(word)\(number == 1 ? "" : "s")"
    }

    /// Somebody for a machine.
    static func json(_ person: CoreDestinations.Person, placeName: String, words: Words) -> JSONValue {
        .object([
            .init("device", .string(person.device)), .init("name", .string(person.name)),
            .init("place", .string(person.place)), .init("here", .boolean(person.isHere)),
            .init("live", .boolean(person.isLive)), .init("metres", person.metres.map { .thousandths($0) } ?? .null),
            .init("age", .thousandths(person.age.inSeconds)),
            .init("words", .string(text(person, placeName: placeName, words: words))),
        ])
    }
}
