import Documents

/// One row of the settings table.
public struct SettingRow: Sendable {
    /// The key, `section.name`, or a bare name at the top level.
    public var key: String
    /// What a value of it is.
    public var kind: Kind
    /// The value where nothing is configured.
    public var standard: SettingValue
    /// The unit, empty where there is none.
    public var unit: String
    /// What it does, one sentence.
    public var meaning: String
    /// Whether a `setting` event may change it while the service runs.
    public var changesWhileRunning: Bool

    /// What values a setting takes.
    public enum Kind: Equatable, Sendable {
        /// `true` or `false`.
        case switchOnOff
        /// A number within a closed range.
        case number(ClosedRange<Double>)
        /// A whole number within a closed range.
        case whole(ClosedRange<Int>)
        /// One of a few words.
        case choice([String])
        /// A text, or nothing.
        case text
        /// A text of a form, or nothing.
        case form(SettingForm)
        /// One command as a list of arguments, or nothing.
        case command
        /// A list of commands, each a list of arguments.
        case commands
    }

    init(
        _ key: String, _ kind: Kind, _ standard: SettingValue, unit: String = "", running: Bool = false,
        _ meaning: String
    ) {
        self.key = key
        self.kind = kind
        self.standard = standard
        self.unit = unit
        self.meaning = meaning
        changesWhileRunning = running
    }

    /// What is wrong with a value for this row, or nil where it fits.
    public func complaint(about value: SettingValue) -> SettingComplaint? {
        switch (kind, value) {
        case (.switchOnOff, .boolean), (.text, .text), (.text, .absent), (.form, .absent),
            (.command, .absent):
            nil
        case (.form(let form), .text(let text)): form.accepts(text) ? nil : .outOfRange(form.expectation)
        case (.number(let range), .number(let number)):
            range.contains(number) ? nil : .outOfRange(rangeWords(range))
        case (.whole(let range), .number(let number)):
            if number.rounded() != number {
                .wrongType("a whole number")
            } else if range.contains(Int(min(max(number, -1e15), 1e15))) {
                nil
            } else {
                .outOfRange("\(range.lowerBound) to \(range.upperBound)")
            }
        case (.choice(let words), .text(let word)):
            words.contains(word) ? nil : .outOfRange("one of " + words.joined(separator: ", "))
        case (.command, .commands(let commands)):
            commands.count == 1 && SettingRow.isCommand(commands[0]) ? nil : .wrongType(expectation)
        case (.commands, .commands(let commands)):
            !commands.isEmpty && commands.allSatisfy(SettingRow.isCommand) ? nil : .wrongType(expectation)
        default: .wrongType(expectation)
        }
    }

    private static func isCommand(_ arguments: [String]) -> Bool {
        arguments.first?.isEmpty == false && arguments.allSatisfy { !$0.utf8.contains(0) }
    }

    private func rangeWords(_ range: ClosedRange<Double>) -> String {
        let ends = [range.lowerBound, range.upperBound].map(DecimalText.shortest)
        return ends.joined(separator: " to ") + (unit.isEmpty ? "" : " \(unit)")
    }

    private var expectation: String {
        switch kind {
        case .switchOnOff: "true or false"
        case .number, .whole: "a number"
        case .choice(let words): "one of " + words.joined(separator: ", ")
        case .text: "a text"
        case .form(let form): form.expectation
        case .command: "a list of arguments such as [\"beep\", \"-f\", \"880\"]"
        case .commands: "a list of commands, each a list of arguments, such as [[\"espeak-ng\", \"--stdin\"]]"
        }
    }
}

extension SettingRow {
    /// The ends of a number's range; nil for other kinds.
    public var ends: (Double, Double)? {
        switch kind {
        case .number(let range): (range.lowerBound, range.upperBound)
        case .whole(let range): (Double(range.lowerBound), Double(range.upperBound))
        default: nil
        }
    }

    /// The words that may be chosen from; nil for other kinds.
    public var choices: [String]? {
        if case .choice(let words) = kind { words } else { nil }
    }

    /// What values it takes, in words.
    public var allowed: String {
        switch kind {
        case .number(let range): rangeWords(range)
        case .whole(let range): "\(range.lowerBound) to \(range.upperBound)"
        default: expectation
        }
    }
}
