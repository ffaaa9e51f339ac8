/// What is printed of the protocol beside its table.
package enum ControlDocumentation {
    /// How one talks to the service.
    package static let introduction = [
        "JSON-RPC 2.0 over a Unix stream socket: one object a line, UTF-8, at most \(ControlLimits.line) bytes a line;",
        "batches are not taken, but requests may follow each other without waiting, \(ControlLimits.waiting) at a time.",
        "At most \(ControlLimits.clients) clients: root, the service's own user, and members of the group \(ControlPath.group).",
        "A request without an id gets no answer. Notifications from the service: \"effect\" (an effect of the event log)",
        "and \"lost\" (count: how many effects were not taken in time), both only after subscribe.",
        "",
    ]

    /// The kinds of errors, each with its number.
    package static let errors =
        ["errors (data.code holds a stable word, data.remedy what to do):"]
        + ControlError.Kind.allCases.map { "    \($0.rawValue) \($0.word): \($0.meaning)" }
}
