/// What the library complains of, as a part of a sentence.
package enum BridgeComplaint {
    private static let verbs: Set<Substring> = ["does", "is", "has", "was", "can", "cannot", "could"]

    /// The words of a complaint without the full stop at their end, and with the name of the interface, which the sentence
    /// around them says, left out.
    ///
    /// `eth7: does not match an available interface.` becomes `it does not match an available interface`.
    package static func words(_ complaint: String, interface: String) -> String {
        var words = complaint[...]
        while let last = words.last, last == "." || last.isWhitespace { words.removeLast() }
        let subject = interface + ": "
        guard words.hasPrefix(subject) else { return String(words) }
        let rest = words.dropFirst(subject.count)
        return verbs.contains(rest.prefix { $0 != " " }) ? "it " + rest : String(rest)
    }
}
