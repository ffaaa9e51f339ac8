import Documents

/// The members of one object, each read with its rules and what is wrong with it noted.
struct MapFields {
    /// The largest magnitude of a number.
    static let numberLimit = 1_000_000.0

    let element: JSONElement
    let trail: FindingTrail
    let log: FindingLog
    /// The object that a message is about, with the word for it.
    let owner: JSONElement
    let noun: StaticString

    init(_ element: JSONElement, trail: FindingTrail, noun: StaticString, owner: JSONElement? = nil, log: FindingLog) {
        self.element = element
        self.trail = trail
        self.log = log
        self.owner = owner ?? element
        self.noun = noun
    }

    /// Notes what is wrong with a member.
    func note(_ code: MapFindingCode, _ key: StaticString, _ what: String) {
        note(code, at: trail.appending(key), what)
    }

    /// Notes what is wrong somewhere in the object.
    func note(_ code: MapFindingCode, at pointer: JSONPointer, _ what: String) {
        log.note(MapFinding(code, at: pointer, subject + what))
    }

    private var subject: String {
        guard noun.utf8CodeUnitCount > 0 else { return "" }
        guard let id = owner["id"]?.string else { return "\(noun): " }
        return "\(noun) \(MapText.quoted(id)): "
    }

    /// The value of a member; `null` is absence where the member is optional.
    func value(_ key: StaticString, _ kind: JSONElement.Kind, optional: Bool = false) -> JSONElement? {
        guard let value = element[key] else {
            if !optional { note(.missingField, key, "\"\(key)\" is missing — add it") }
            return nil
        }
        if optional, value.isNull { return nil }
        guard value.kind == kind else {
            note(.wrongType, key, "\"\(key)\" must be \(Self.word(kind)), but is \(Self.word(value.kind)) — change it")
            return nil
        }
        return value
    }

    static func word(_ kind: JSONElement.Kind) -> String {
        switch kind {
        case .null: "null"
        case .boolean: "true or false"
        case .number: "a number"
        case .string: "a text"
        case .array: "a list"
        case .object: "an object"
        }
    }

    /// The object inside this one.
    func object(_ key: StaticString, optional: Bool = false) -> MapFields? {
        value(key, .object, optional: optional).map {
            MapFields($0, trail: trail.entering(key), noun: noun, owner: owner, log: log)
        }
    }

    /// A text without control characters and of at most 4 KiB; blank ones are noted where there is a code for it.
    func text(_ key: StaticString, optional: Bool = false, blank: MapFindingCode? = nil) -> String? {
        guard let text = value(key, .string, optional: optional)?.string else { return nil }
        if let flaw = Self.flaw(text) {
            note(flaw.code, key, "\"\(key)\" \(flaw.what)")
            return nil
        }
        if let blank, MapText.isBlank(text) {
            note(blank, key, "\"\(key)\" is empty — write what people should hear or read")
            return nil
        }
        return text
    }

    /// What is wrong with a text, whatever it is for.
    static func flaw(_ text: String) -> (code: MapFindingCode, what: String)? {
        if text.utf8.count > MapText.byteLimit {
            return (.textTooLong, "is \(text.utf8.count) bytes long — keep it to \(MapText.byteLimit)")
        }
        if MapText.hasControlCharacter(text) { return (.controlCharacter, "has a control character in it — remove it") }
        return nil
    }

    /// One of the words of an enumeration.
    func choice<Choice: RawRepresentable & CaseIterable>(
        _ key: StaticString, _ type: Choice.Type = Choice.self, optional: Bool = false
    ) -> Choice? where Choice.RawValue == String {
        guard let text = value(key, .string, optional: optional)?.string else { return nil }
        if let choice = Choice(rawValue: text) { return choice }
        let words = Choice.allCases.map(\.rawValue)
        let meant = NearestName.among(words, to: text).first.map { " (\"\($0)\"?)" } ?? ""
        note(
            .unknownEnumValue, key,
            "\"\(key)\" cannot be \(MapText.quoted(text))\(meant) — use one of \(words.joined(separator: ", "))")
        return nil
    }

    /// A number within the limits; one that overflows is noted as `overflow`, one below zero too where `negative`.
    func number(
        _ key: StaticString, optional: Bool = false, overflow: MapFindingCode, negative: Bool = false
    ) -> Double? {
        guard let number = value(key, .number, optional: optional)?.number else { return nil }
        if !number.isFinite {
            note(overflow, key, "\"\(key)\" is no finite number — write metres, such as 2.5")
        } else if negative, number < 0 {
            note(overflow, key, "\"\(key)\" is \(DecimalText.shortest(number)), below zero — write 0 or more")
        } else if number.magnitude > Self.numberLimit {
            note(.numberTooLarge, key, "\"\(key)\" is beyond 1,000,000 — check its unit")
        } else {
            return number
        }
        return nil
    }

    /// This object as a point.
    func position(flat: Bool = false) -> Position? {
        let x = number("x", overflow: .nonFinitePosition)
        let y = number("y", overflow: .nonFinitePosition)
        let z = flat ? nil : number("z", optional: true, overflow: .nonFinitePosition)
        guard let x, let y else { return nil }
        return Position(x: x, y: y, z: z)
    }

    /// A list of points; those that are none are noted and left out.
    func positions(_ key: StaticString, optional: Bool = false, flat: Bool = false) -> [Position]? {
        guard let list = value(key, .array, optional: optional) else { return nil }
        var index = 0
        return list.items.compactMap { item in
            defer { index += 1 }
            return self.item(item, of: key, index)?.position(flat: flat)
        }
    }

    /// An object in a list of this one; anything else there is noted.
    func item(_ item: JSONElement, of key: StaticString, _ index: Int) -> MapFields? {
        let inner = trail.entering(key, index)
        guard item.kind == .object else {
            note(.wrongType, at: inner.pointer, "must be an object, but is \(Self.word(item.kind)) — change it")
            return nil
        }
        return MapFields(item, trail: inner, noun: noun, owner: owner, log: log)
    }
}
