import Documents

/// A connection as far as it could be read; what could not is nil here and has a stand-in in `connection`.
struct MapConnectionDraft {
    var connection: Connection
    var direction: Connection.Direction?
    var kind: Connection.Kind?
    var stepFree: Connection.StepFree?
    var status: Connection.Verification.Status?
}

/// Reads the members that a connection of a place and a portal of a group have in common, with their rules.
struct MapConnectionReader {
    let fields: MapFields
    /// Now, in seconds since 1970.
    let now: Int64

    /// Reads everything but the two ends, which are taken as they are.
    func draft(from: String, to: String) -> MapConnectionDraft {
        let id = fields.text("id", blank: .emptyName)
        let direction: Connection.Direction? = fields.choice("direction")
        let kind: Connection.Kind? = fields.choice("kind")
        let name = fields.text("name", optional: true, blank: .emptyName)
        let instruction = fields.text("instruction", blank: .emptyInstruction)
        let back = returnInstruction(direction)
        let stepFree: Connection.StepFree? = fields.choice("stepFree")
        let availability: Connection.Availability? = fields.choice("availability")
        let (verification, status) = verification()
        let length = fields.number("displayLength", optional: true, overflow: .negativeLength, negative: true)
        let cost = fields.number("cost", optional: true, overflow: .negativeCost, negative: true)
        let path = fields.positions("path", optional: true) ?? []
        let connection = Connection(
            id: id ?? "", from: from, to: to, direction: direction ?? .both, kind: kind ?? .path, name: name,
            instruction: instruction ?? "", returnInstruction: back, stepFree: stepFree ?? .unknown,
            availability: availability ?? .unknown, verification: verification, displayLengthMetres: length,
            cost: cost, path: path)
        return MapConnectionDraft(
            connection: connection, direction: direction, kind: kind, stepFree: stepFree, status: status)
    }

    private func returnInstruction(_ direction: Connection.Direction?) -> String? {
        guard direction == .both else {
            let text = fields.text("returnInstruction", optional: true)
            return text.flatMap { MapText.isBlank($0) ? nil : $0 }
        }
        let text = fields.element["returnInstruction"]
        guard let text, !text.isNull else {
            fields.note(
                .missingReturnInstruction, "returnInstruction",
                "\"returnInstruction\" is missing — write the words for the way back, or make it \"oneWay\"")
            return nil
        }
        return fields.text("returnInstruction", blank: .emptyInstruction)
    }

    private func verification() -> (Connection.Verification, Connection.Verification.Status?) {
        guard let inner = fields.object("verification") else { return (.init(status: .unverified), nil) }
        let status: Connection.Verification.Status? = inner.choice("status")
        let source = inner.text("source", optional: true)
        let checkedBy = inner.text("checkedBy", optional: true)
        let checkedAt = inner.text("checkedAt", optional: true)
        if status == .verified { requireCheck(inner) }
        if let checkedAt, !MapText.isBlank(checkedAt) { judge(checkedAt, inner) }
        return (
            .init(
                status: status ?? .unverified, source: source, checkedBy: checkedBy.flatMap(Self.said),
                checkedAt: checkedAt.flatMap(Self.said)), status
        )
    }

    /// The text where there is something in it; an empty one counts as missing.
    private static func said(_ text: String) -> String? { MapText.isBlank(text) ? nil : text }

    private func requireCheck(_ inner: MapFields) {
        for (key, what) in [("checkedBy", "by whom"), ("checkedAt", "when")] as [(StaticString, String)] {
            let value = inner.element[key]
            guard value.map({ $0.isNull || $0.string.map(MapText.isBlank) == true }) ?? true else { continue }
            inner.note(.verifiedWithoutCheck, key, "it is verified, but does not say \(what) — add \"\(key)\"")
        }
    }

    private func judge(_ checkedAt: String, _ inner: MapFields) {
        guard let seconds = MapDate.unixSeconds(checkedAt, allowsBareDate: true) else {
            inner.note(
                .badDate, "checkedAt",
                "\"checkedAt\" is \(MapText.quoted(checkedAt)) — write a date such as 2026-11-30, or RFC 3339 with a zone"
            )
            return
        }
        guard seconds > now else { return }
        inner.note(
            .checkedInTheFuture, "checkedAt",
            "it was checked on \(checkedAt), which has not come yet — correct the date, or this machine's clock")
    }

    /// Judges what two members say together; `simulated` is whether the place is made up, nil where that is unknown.
    func judgeRelations(_ draft: MapConnectionDraft, simulated: Bool?) {
        if draft.stepFree == .confirmed, let kind = draft.kind, kind.hasSteps {
            fields.note(
                .stairsMarkedStepFree, at: fields.trail.pointer,
                "\(kind == .stairs ? "stairs" : "an escalator") can never be step-free — "
                    + "write \"stepFree\": \"unsuitable\"")
        }
        guard let simulated, let status = draft.status, simulated != (status == .simulated) else { return }
        if simulated {
            fields.note(
                .demoNotSimulated, at: fields.trail.pointer,
                "a demo place holds only simulated connections, but this is \(status.rawValue) — "
                    + "write \"status\": \"simulated\", or make the place \"surveyed\"")
        } else {
            fields.note(
                .simulatedInSurveyed, at: fields.trail.pointer,
                "a surveyed place holds no simulated connection — write \"status\": \"unverified\", or survey it")
        }
    }

    /// Whether two ends are one and the same, which is noted.
    func judgeLoop(_ isLoop: Bool, end: String) {
        guard isLoop else { return }
        fields.note(
            .selfLoop, at: fields.trail.pointer,
            "it leads from \(MapText.quoted(end)) to itself — correct one end, or remove it")
    }
}
