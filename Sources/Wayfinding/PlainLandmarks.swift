import Documents

/// Reads landmarks in which there is nothing to look at twice; whatever else there is, is left to ``MapLandmarks``.
struct PlainLandmarks {
    let table: DocumentTable
    private var members = MemberReader(["id", "name", "kind", "position", "aliases", "note"])
    private var position = PlainPosition()
    private let kinds = PlainChoice<Landmark.Kind>()

    init(table: DocumentTable) { self.table = table }

    /// The landmark; nil where anything about it may need a word.
    mutating func landmark(_ index: Int) -> Landmark? {
        guard members.read(index, in: table), members[4] == nil,
            let id = members[0].flatMap({ table.plainText($0, limit: MapText.byteLimit) }),
            let name = members[1].flatMap({ table.plainText($0, limit: MapText.byteLimit) }),
            let kind = members[2].flatMap({ kinds.choice($0, table) })
        else { return nil }
        var landmark = Landmark(id: id, name: name, kind: kind)
        if let index = members[3] {
            guard let read = position.position(index, table) else { return nil }
            landmark.position = read
        }
        if let index = members[5] {
            guard let note = table.plainText(index, limit: MapText.byteLimit) else { return nil }
            landmark.note = note
        }
        return landmark
    }
}

/// A point of numbers within the limits.
struct PlainPosition {
    private var members = MemberReader(["x", "y", "z"])

    mutating func position(_ index: Int, _ table: DocumentTable) -> Position? {
        guard members.read(index, in: table), let x = number(0, table), let y = number(1, table) else { return nil }
        guard members[2] != nil else { return Position(x: x, y: y) }
        return number(2, table).map { Position(x: x, y: y, z: $0) }
    }

    private func number(_ key: Int, _ table: DocumentTable) -> Double? {
        guard let value = members[key].flatMap({ table.number($0) }), value.magnitude <= MapFields.numberLimit else {
            return nil
        }
        return value
    }
}

/// The words of an enumeration.
struct PlainChoice<Choice: CaseIterable & RawRepresentable> where Choice.RawValue == String {
    private let choices = Array(Choice.allCases)
    private let words = WordList(Choice.allCases.map(\.rawValue))

    func choice(_ index: Int, _ table: DocumentTable) -> Choice? { table.word(index, of: words).map { choices[$0] } }
}
