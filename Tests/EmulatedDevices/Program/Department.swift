/// A kind of devices with its commands.
protocol Department: Sendable {
    /// Does what a line says and gives the answer; nil where its first word is not known here.
    func perform(_ words: [String]) -> String?

    /// Unplugs everything.
    func close()
}

/// The words of a line after the first that have the form `name=value`.
struct Arguments {
    private let values: [String: String]
    /// The other words.
    let plain: [String]

    init(_ words: [String]) {
        var values: [String: String] = [:]
        var plain: [String] = []
        for word in words.dropFirst() {
            if let equals = word.firstIndex(of: "=") {
                values[String(word[..<equals])] = String(word[word.index(after: equals)...])
            } else {
                plain.append(word)
            }
        }
        self.values = values
        self.plain = plain
    }

    /// The words of the form `name=value`.
    var named: [String] { values.map { "\($0.key)=\($0.value)" } }

    /// The text of a name.
    subscript(name: String) -> String? { values[name] }

    /// The whole number of a name.
    func number(_ name: String) -> Int? { values[name].flatMap { Int($0) } }
}
