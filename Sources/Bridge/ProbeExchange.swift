import Deciding
import Documents

/// The question in which of some places the robot is, and its answer, as JSON in `std_msgs/String`.
///
/// The question: `{"id":3,"places":["ground","first"],"why":"floorChange"}`. The answer: `{"id":3,"place":"first"}`, or
/// `null` for none of them. Only the last question can be answered, by its id, and only with one of its places.
package struct ProbeExchange: Sendable {
    private var asked: (id: Int, places: [String])?

    /// Nothing is asked yet.
    package init() {}

    /// A question is asked; its words.
    package mutating func ask(id: Int, places: [String], why: String) -> String {
        asked = (id, places)
        return Self.question(id: id, places: places, why: why)
    }

    /// The words of a question.
    package static func question(id: Int, places: [String], why: String) -> String {
        DocumentWriter.line(
            .object([
                .init("id", .integer(id)), .init("places", .array(places.map { .string($0) })),
                .init("why", .string(why)),
            ]))
    }

    /// Takes an answer; nil where it answers nothing that is asked.
    package mutating func answer(_ text: String) -> Event? {
        guard let asked, let answer = Self.read(text), answer.id == asked.id else { return nil }
        if let place = answer.place {
            guard asked.places.contains(place) else { return nil }
        }
        self.asked = nil
        return .probeResult(place: answer.place, id: answer.id)
    }

    /// What an answer says; nil where it is none.
    private static func read(_ text: String) -> (id: Int, place: String?)? {
        let document: Document
        do throws(DocumentError) {
            document = try Document(Array(text.utf8), limits: .init(bytes: RosText.longest, depth: 4))
        } catch { return nil }
        guard document.root.kind == .object, let id = document.root["id"]?.numberText.flatMap({ Int($0) }),
            let place = document.root["place"]
        else { return nil }
        if place.isNull { return (id, nil) }
        return place.string.map { (id, $0) }
    }
}
