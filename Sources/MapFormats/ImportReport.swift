import Documents

/// What became of the features of a file: used, changed on the way, or left out, each by its id.
package struct ImportReport: Equatable, Sendable {
    /// A feature that was used, and what it became.
    package struct Use: Equatable, Sendable {
        /// The feature, such as `unit/2f…` or `way/17`.
        package var feature: String
        /// What it became, such as "landmark" or "portal".
        package var role: String
    }

    /// A feature that was changed or left out, and why.
    package struct Note: Equatable, Sendable {
        /// The feature.
        package var feature: String
        /// The stable word for a machine.
        package var code: String
        /// What was done and why, with what to do where something can be done.
        package var message: String
    }

    /// The most entries of one list; what goes beyond is counted.
    package static let listLimit = 20_000

    /// What was used.
    package private(set) var used: [Use] = []
    /// What was used otherwise than it was written.
    package private(set) var changed: [Note] = []
    /// What could not be used.
    package private(set) var leftOut: [Note] = []
    /// How many entries each list would have beyond its limit.
    package private(set) var beyond = 0
    /// What no map of a building is made of, counted by kind, such as roads of a town.
    package private(set) var notIndoor: [String: Int] = [:]

    /// An empty report.
    package init() {}

    mutating func use(_ feature: String, as role: String) {
        guard used.count < Self.listLimit else { return beyond += 1 }
        used.append(Use(feature: feature, role: role))
    }

    mutating func change(_ feature: String, _ code: String, _ message: String) {
        guard changed.count < Self.listLimit else { return beyond += 1 }
        changed.append(Note(feature: feature, code: code, message: message))
    }

    mutating func leaveOut(_ feature: String, _ code: String, _ message: String) {
        guard leftOut.count < Self.listLimit else { return beyond += 1 }
        leftOut.append(Note(feature: feature, code: code, message: message))
    }

    mutating func pass(_ kind: String) { notIndoor[kind, default: 0] += 1 }

    /// Takes back that something was passed over: it turned out to be a part of what is used.
    mutating func takeBack(_ kind: String) {
        let left = (notIndoor[kind] ?? 0) - 1
        notIndoor[kind] = left > 0 ? left : nil
    }

    /// The members of the report for a machine.
    package var members: [JSONValue.Member] {
        [
            .init(
                "used",
                .array(
                    used.map {
                        .object([.init("feature", .string($0.feature)), .init("as", .string($0.role))])
                    })),
            .init("changed", .array(changed.map(Self.value))), .init("leftOut", .array(leftOut.map(Self.value))),
            .init(
                "notIndoor",
                .object(notIndoor.sorted { $0.key < $1.key }.map { .init($0.key, .integer($0.value)) })),
            .init("notListed", .integer(beyond)),
        ]
    }

    private static func value(_ note: Note) -> JSONValue {
        .object([
            .init("feature", .string(note.feature)), .init("code", .string(note.code)),
            .init("message", .string(note.message)),
        ])
    }

    /// The report for a person: what was used in numbers, the rest line by line.
    package var lines: [String] {
        var roles: [String: Int] = [:]
        for use in used { roles[use.role, default: 0] += 1 }
        var lines = roles.sorted { $0.key < $1.key }.map { "used: \($0.value) as \($0.key)" }
        lines += changed.map { "changed: \($0.feature): \($0.message)" }
        lines += leftOut.map { "left out: \($0.feature): \($0.message)" }
        lines += notIndoor.sorted { $0.key < $1.key }.map { "not of a building: \($0.value) × \($0.key)" }
        if beyond > 0 { lines.append("\(beyond) more are not listed") }
        return lines
    }
}
