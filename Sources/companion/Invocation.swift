import Documents

/// The words of one call, sorted into options and operands.
struct Invocation: Sendable {
    /// The command that was called.
    let command: CommandDescription
    private var values: [String: [String]] = [:]
    /// What is no option.
    private(set) var operands: [String] = []

    /// Sorts the words after the command's name; an option's value may begin with a dash, and so may
    /// a number.
    init(_ command: CommandDescription, _ words: [String]) throws(CommandFailure) {
        self.command = command
        var rest = words[...]
        while let word = rest.popFirst() {
            if word == "--" {
                operands += rest
                break
            }
            guard word.hasPrefix("-"), word.count > 1, Double(word) == nil else {
                operands.append(word)
                continue
            }
            try take(option: word, from: &rest)
        }
    }

    private mutating func take(option word: String, from rest: inout ArraySlice<String>) throws(CommandFailure) {
        let parts = word.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
        guard let option = command.options.first(where: { $0.name == parts[0] }) else {
            let nearest = NearestName.among(command.options.map(\.name), to: parts[0]).first
            let hint = nearest.map { "did you mean \($0)?" } ?? "companion \(command.name) --help lists the options"
            throw .usage("\(command.name) has no option \(parts[0])", remedy: hint)
        }
        if option.value == nil {
            guard parts.count == 1 else {
                throw .usage("\(option.name) takes no value", remedy: "leave out =\(parts[1])")
            }
            values[option.name] = [""]
            return
        }
        guard let value = parts.count == 2 ? parts[1] : rest.popFirst() else {
            throw .usage("\(option.name) needs a value", remedy: "\(option.name) \(option.value ?? "")")
        }
        guard option.repeats || values[option.name] == nil else {
            throw .usage("\(option.name) is given twice", remedy: "keep one")
        }
        values[option.name, default: []].append(value)
    }

    /// Whether a switch is given.
    func has(_ name: String) -> Bool { values[name] != nil }

    /// Whether the output is for machines.
    var isJSON: Bool { has("--json") }

    /// The value of an option that is given once.
    func value(_ name: String) -> String? { values[name]?.first }

    /// The values of an option that may be given several times.
    func all(_ name: String) -> [String] { values[name] ?? [] }

    /// The number that an option gives, within a range.
    func number(_ name: String, in range: ClosedRange<Double>) throws(CommandFailure) -> Double? {
        guard let text = value(name) else { return nil }
        guard let number = Double(text), number.isFinite, range.contains(number) else {
            let ends = [range.lowerBound, range.upperBound].map(DecimalText.shortest).joined(separator: " to ")
            throw .usage("\(name) is \"\(text)\"", remedy: "give a number from \(ends)")
        }
        return number
    }

    /// The whole number that an option gives, within a range.
    func whole(_ name: String, in range: ClosedRange<Int>) throws(CommandFailure) -> Int? {
        guard let text = value(name) else { return nil }
        guard let number = Int(text), range.contains(number) else {
            throw .usage(
                "\(name) is \"\(text)\"", remedy: "give a whole number from \(range.lowerBound) to \(range.upperBound)")
        }
        return number
    }

    /// The one operand that the command takes.
    func operand(_ what: String) throws(CommandFailure) -> String {
        guard let first = operands.first else { throw .usage("\(command.name) needs \(what)", remedy: example) }
        try noMoreOperands(than: 1)
        return first
    }

    /// Refuses operands beyond a count.
    func noMoreOperands(than count: Int) throws(CommandFailure) {
        guard operands.count > count else { return }
        throw .usage("\(command.name) does not know what to do with \"\(operands[count])\"", remedy: example)
    }

    /// Refuses options that would do nothing because another is not given.
    func refuse(_ names: [String], without needed: String) throws(CommandFailure) {
        guard let stray = names.first(where: has) else { return }
        throw .usage("\(stray) does nothing without \(needed)", remedy: "leave it out, or give \(needed)")
    }

    /// Refuses options that would do nothing because another is given.
    func refuse(_ names: [String], beside given: String) throws(CommandFailure) {
        guard let stray = names.first(where: has) else { return }
        throw .usage("\(stray) does nothing beside \(given)", remedy: "leave it out")
    }

    private var example: String { command.examples.first.map { "for example: " + $0.line } ?? "see --help" }
}
