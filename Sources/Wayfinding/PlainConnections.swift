import Documents

/// Reads connections in which there is nothing to look at twice; whatever else there is, is left to
/// ``MapConnectionReader``, which knows all the words.
struct PlainConnections {
    /// A connection with the numbers of its landmarks.
    struct Found {
        var connection: Connection
        var from: Int
        var to: Int
    }

    private enum Key {
        static let (id, from, to, direction, kind, name, instruction) = (0, 1, 2, 3, 4, 5, 6)
        static let (back, stepFree, availability, verification, length, cost, path) = (7, 8, 9, 10, 11, 12, 13)
    }

    let table: DocumentTable
    /// The landmarks by their ids.
    let landmarks: [String: Int]
    /// Whether the place is made up.
    let isDemo: Bool
    private var members = MemberReader([
        "id", "from", "to", "direction", "kind", "name", "instruction", "returnInstruction", "stepFree",
        "availability", "verification", "displayLength", "cost", "path",
    ])
    private var verification: PlainVerification
    private let directions = PlainChoice<Connection.Direction>()
    private let kinds = PlainChoice<Connection.Kind>()
    private let stepFrees = PlainChoice<Connection.StepFree>()
    private let availabilities = PlainChoice<Connection.Availability>()

    init(table: DocumentTable, landmarks: [String: Int], isDemo: Bool, now: Int64) {
        self.table = table
        self.landmarks = landmarks
        self.isDemo = isDemo
        verification = PlainVerification(now: now)
    }

    /// The connection; nil where anything about it may need a word.
    mutating func connection(_ index: Int) -> Found? {
        guard members.read(index, in: table), members[Key.path] == nil,
            let id = text(Key.id), let from = text(Key.from), let to = text(Key.to),
            let start = landmarks[from], let end = landmarks[to], start != end,
            let direction = members[Key.direction].flatMap({ directions.choice($0, table) }),
            let kind = members[Key.kind].flatMap({ kinds.choice($0, table) }),
            let instruction = text(Key.instruction),
            let stepFree = members[Key.stepFree].flatMap({ stepFrees.choice($0, table) }),
            let availability = members[Key.availability].flatMap({ availabilities.choice($0, table) }),
            let vouched = members[Key.verification].flatMap({ verification.verification($0, table) }),
            isDemo == (vouched.status == .simulated), !(stepFree == .confirmed && kind.hasSteps)
        else { return nil }
        var connection = Connection(
            id: id, from: from, to: to, direction: direction, kind: kind, instruction: instruction, stepFree: stepFree,
            availability: availability, verification: vouched)
        guard direction == .oneWay || members[Key.back] != nil, fill(&connection) else { return nil }
        return Found(connection: connection, from: start, to: end)
    }

    /// Reads what may be absent; false where that may need a word.
    private func fill(_ connection: inout Connection) -> Bool {
        if members[Key.name] != nil {
            connection.name = text(Key.name)
            if connection.name == nil { return false }
        }
        if members[Key.back] != nil {
            connection.returnInstruction = text(Key.back)
            if connection.returnInstruction == nil { return false }
        }
        if members[Key.length] != nil {
            connection.displayLengthMetres = amount(Key.length)
            if connection.displayLengthMetres == nil { return false }
        }
        if members[Key.cost] != nil {
            connection.cost = amount(Key.cost)
            if connection.cost == nil { return false }
        }
        return true
    }

    private func text(_ key: Int) -> String? {
        members[key].flatMap { table.plainText($0, limit: MapText.byteLimit) }
    }

    private func amount(_ key: Int) -> Double? {
        guard let value = members[key].flatMap({ table.number($0) }), value >= 0, value <= MapFields.numberLimit else {
            return nil
        }
        return value
    }
}

/// Reads who vouches for a connection, where nothing is wrong with it.
struct PlainVerification {
    let now: Int64
    private var members = MemberReader(["status", "source", "checkedBy", "checkedAt"])
    private let statuses = PlainChoice<Connection.Verification.Status>()
    /// The last date that was found good: whole places are checked on a day.
    private var goodDate: String?

    init(now: Int64) { self.now = now }

    mutating func verification(_ index: Int, _ table: DocumentTable) -> Connection.Verification? {
        guard members.read(index, in: table), let status = members[0].flatMap({ statuses.choice($0, table) }) else {
            return nil
        }
        var found = Connection.Verification(status: status)
        found.source = text(1, table)
        found.checkedBy = text(2, table)
        found.checkedAt = text(3, table)
        if found.source == nil, members[1] != nil { return nil }
        if found.checkedBy == nil, members[2] != nil || status == .verified { return nil }
        if found.checkedAt == nil, members[3] != nil || status == .verified { return nil }
        if let date = found.checkedAt, !isGood(date) { return nil }
        return found
    }

    private func text(_ key: Int, _ table: DocumentTable) -> String? {
        members[key].flatMap { table.plainText($0, limit: MapText.byteLimit) }
    }

    private mutating func isGood(_ date: String) -> Bool {
        if date == goodDate { return true }
        guard let seconds = MapDate.unixSeconds(date, allowsBareDate: true), seconds <= now else { return false }
        goodDate = date
        return true
    }
}
