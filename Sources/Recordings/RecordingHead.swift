import Readings

/// What stands at the beginning of a recording, so that a replay needs nothing else.
package struct RecordingHead: Equatable, Sendable {
    /// The name under which these facts stand in the file.
    static let name = "companion.run"
    /// What a recording that begins in the middle of a run says to whoever opens it with another tool.
    static let midRunNote =
        "It begins in the middle of a run: what was decided before is not in it, so a replay may decide otherwise at first."
    /// The file of the settings.
    package static let settingsName = "settings.json"
    /// The file of the groups.
    package static let groupsName = "groups.json"
    /// What the name of each place's file begins with.
    package static let placePrefix = "places/"

    /// The name of a place's file, which keeps the order of the places.
    package static func placeName(_ index: Int, _ id: String) -> String {
        let digits = String(index)
        return placePrefix + String(repeating: "0", count: max(0, 5 - digits.count)) + digits + " " + id + ".json"
    }

    /// Which run of the service it is; parts of one run have the same.
    package var run: String
    /// The wall's time at which the run's clock stood at 0, in nanoseconds since 1970 UTC.
    package var startedAt: UInt64
    /// When recording began.
    package var began: Instant
    /// Whether that was the beginning of the run, so that a replay gives exactly its effects.
    package var isWhole: Bool
    /// Everything else that is to be known, in words.
    package var facts: [String: String]
    /// The settings, places and groups as they were then, by their names.
    package var files: [String: [UInt8]]

    /// Makes a head.
    package init(
        run: String, startedAt: UInt64, began: Instant, isWhole: Bool, facts: [String: String] = [:],
        files: [String: [UInt8]] = [:]
    ) {
        self.run = run
        self.startedAt = startedAt
        self.began = began
        self.isWhole = isWhole
        self.facts = facts
        self.files = files
    }

    /// The facts as they are written.
    var written: [(key: String, value: String)] {
        var own = [
            "run": run, "startedAt": String(startedAt), "began": String(began.nanoseconds),
            "whole": isWhole ? "yes" : "no",
        ]
        if !isWhole { own["note"] = Self.midRunNote }
        return facts.merging(own) { $1 }.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
    }

    /// The facts that were written; nil where one that is needed is missing.
    init?(_ written: [String: String]) {
        guard let run = written["run"], let startedAt = written["startedAt"].flatMap(UInt64.init),
            let began = written["began"].flatMap(Int64.init), startedAt <= UInt64(Int64.max), began >= 0
        else { return nil }
        self.init(
            run: run, startedAt: startedAt, began: Instant(nanoseconds: began), isWhole: written["whole"] == "yes",
            facts: written.filter { !["run", "startedAt", "began", "whole", "note"].contains($0.key) })
    }

    /// The moment in the run of a time in a file; nil where it is none.
    func moment(_ time: UInt64) -> Instant? {
        let (difference, isTooFar) = Int64(clamping: time).subtractingReportingOverflow(Int64(startedAt))
        return isTooFar ? nil : Instant(nanoseconds: difference)
    }

    /// The time in a file of a moment in the run.
    package func time(_ moment: Instant) -> UInt64 {
        let sum = Int64(clamping: startedAt).addingReportingOverflow(moment.nanoseconds)
        return sum.overflow ? startedAt : UInt64(max(0, sum.partialValue))
    }
}
