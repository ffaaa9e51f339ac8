import Documents

/// The answers of pairing for a person.
enum PairText {
    /// A line for what was done, else one for each part of how it stands.
    static func lines(answer: JSONValue) -> [String] {
        if case .string(let text)? = answer["text"], !text.isEmpty { return [text] }
        return [state(answer)] + request(answer) + asked(answer) + near(answer) + devices(answer)
    }

    private static func state(_ answer: JSONValue) -> String {
        let port = whole(answer["port"]).map { " Phones reach the robot on port \($0)." } ?? ""
        let isAnnounced = answer["hasDiscovery"] == .boolean(true)
        let hint = isAnnounced ? "" : " It is not announced: give its address on the phone."
        if let seconds = whole(answer["openSeconds"]) {
            let name = text(answer["announcedName"]).map { " as \"\($0)\"" } ?? ""
            return "Pairing is open\(name) for \(seconds) seconds.\(port)\(hint)"
        }
        if let seconds = whole(answer["closedSeconds"]) {
            return "Pairing is closed after three requests that were refused or withdrawn, for \(seconds) seconds."
        }
        return "Pairing is closed.\(port)"
    }

    private static func request(_ answer: JSONValue) -> [String] {
        guard let request = answer["request"], let name = text(request["name"]), let digits = text(request["digits"])
        else { return [] }
        let spaced = digits.map(String.init).joined(separator: " ")
        return ["\(name) wants to pair, and shows \(spaced). companion pair allow, or refuse."]
    }

    private static func asked(_ answer: JSONValue) -> [String] {
        guard let asked = answer["asked"], let name = text(asked["name"]) else { return [] }
        let digits = text(asked["digits"]).map { ", and should show " + $0.map(String.init).joined(separator: " ") }
        return ["\(name) is asked\(digits ?? "")."]
    }

    private static func near(_ answer: JSONValue) -> [String] {
        items(answer["near"]).compactMap(text).map { "\($0) is near." }
    }

    private static func devices(_ answer: JSONValue) -> [String] {
        let devices = items(answer["devices"])
        if devices.isEmpty { return ["No device is paired."] }
        return devices.map { device in
            let state =
                device["here"] == .boolean(true)
                ? "connected, here" : device["connected"] == .boolean(true) ? "connected" : "not connected"
            return "\(text(device["name"]) ?? "")  \(text(device["id"]) ?? "")  \(state)"
        }
    }

    private static func items(_ value: JSONValue?) -> [JSONValue] {
        if case .array(let items)? = value { items } else { [] }
    }

    private static func text(_ value: JSONValue?) -> String? {
        if case .string(let text)? = value { text } else { nil }
    }

    private static func whole(_ value: JSONValue?) -> Int? {
        if case .number(let text)? = value { Int(text) } else { nil }
    }
}
