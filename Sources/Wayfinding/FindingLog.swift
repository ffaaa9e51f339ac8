import Documents

/// Collects findings while one document is read; it never outlives that reading.
///
/// Errors come before warnings, so that the first finding of a refused map is a reason for refusing it; each of the
/// two is in the order in which the document was looked through.
final class FindingLog {
    private var errors: [MapFinding] = []
    private var warnings: [MapFinding] = []

    /// Everything noted so far.
    var findings: [MapFinding] { errors + warnings }

    /// How many errors were noted so far.
    var errorCount: Int { errors.count }

    func note(_ finding: MapFinding) {
        if finding.severity == .error { errors.append(finding) } else { warnings.append(finding) }
    }
}

/// Where an object stands, spelled out as a pointer only when a finding needs it.
struct FindingTrail {
    var base = ""
    var list: StaticString?
    var index = 0
    var member: StaticString?

    /// The object itself.
    var pointer: JSONPointer {
        var text = base
        if let list { text += "/\(list)/\(index)" }
        if let member { text += "/\(member)" }
        return JSONPointer(text)
    }

    /// A member of the object; `key` needs no escaping.
    func appending(_ key: StaticString) -> JSONPointer { JSONPointer("\(pointer.description)/\(key)") }

    /// An object inside this one.
    func entering(_ key: StaticString) -> FindingTrail {
        guard member == nil else { return FindingTrail(base: pointer.description, member: key) }
        var inner = self
        inner.member = key
        return inner
    }

    /// An object in a list of this one.
    func entering(_ key: StaticString, _ index: Int) -> FindingTrail {
        FindingTrail(base: pointer.description, list: key, index: index)
    }
}
