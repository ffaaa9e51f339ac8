import Control
import Documents

/// `go` alone: where one can go to from here, people first.
enum DestinationsCommand {
    static func run(_ invocation: Invocation) throws(CommandFailure) -> Int32 {
        var result = try ControlCommand.call("destinations")
        var landmarks = items(result["landmarks"])
        while landmarks.count < total(result) {
            let next = try ControlCommand.call("destinations", [.init("from", .integer(landmarks.count))])
            let more = items(next["landmarks"])
            guard !more.isEmpty else { break }  // the robot is somewhere else by now
            landmarks += more
            result = next
        }
        let output = Output()
        if invocation.isJSON {
            output.line(
                .object([
                    .init("place", result["place"] ?? .null), .init("people", result["people"] ?? .array([])),
                    .init("landmarks", .array(landmarks)),
                ]))
            return 0
        }
        for person in items(result["people"]) {
            output.line("\(text(person, "words"))  (--device \(text(person, "device")))")
        }
        let here = result["place"]
        for landmark in landmarks {
            let place = landmark["place"] == here ? "" : ", \(text(landmark, "placeName"))"
            output.line("\(text(landmark, "name"))\(place)  (\(text(landmark, "id")))")
        }
        if here == .null {
            output.line("The robot does not know which place it is in, so nobody can be guided yet.")
        } else if landmarks.isEmpty {
            output.line("There is nowhere to go to: the map of this place has no landmarks.")
        }
        return 0
    }

    private static func items(_ value: JSONValue?) -> [JSONValue] {
        if case .array(let items)? = value { items } else { [] }
    }

    private static func total(_ result: JSONValue) -> Int {
        if case .number(let text)? = result["total"] { Int(text) ?? 0 } else { 0 }
    }

    private static func text(_ value: JSONValue, _ key: String) -> String {
        if case .string(let text)? = value[key] { text } else { "" }
    }
}
