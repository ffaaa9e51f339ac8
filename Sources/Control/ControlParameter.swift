import Documents

/// One parameter of a method: its name, what it may be, and how a command of the command line takes it.
package struct ControlParameter: Sendable {
    /// What a value may be.
    package enum Kind: Sendable {
        /// A text of so many characters.
        case text(ClosedRange<Int>)
        /// A text, or null.
        case textOrNull
        /// One of these words.
        case word([String])
        /// A number within a range.
        case number(ClosedRange<Double>)
        /// A whole number within a range.
        case whole(ClosedRange<Int>)
        /// `true` or `false`.
        case truth
        /// A list of texts, each one of these words where there are any, of at most so many.
        case texts(among: [String], most: Int)
        /// Any value but an object.
        case plain
        /// An object.
        case object
    }

    /// How a command takes the value.
    package enum Form: Sendable {
        /// As the next operand, shown as this.
        case operand(String)
        /// As all operands that are left, with spaces between.
        case rest(String)
        /// As an option with a value, shown as this.
        case option(String, String)
        /// As a switch.
        case toggle(String)
        /// Not at all.
        case none
    }

    /// The name.
    package var name: String
    /// What it may be.
    package var kind: Kind
    /// Whether it must be there.
    package var isRequired: Bool
    /// What it means, in a few words.
    package var meaning: String
    /// How a command takes it.
    package var form: Form

    /// Makes a parameter.
    package init(
        _ name: String, _ kind: Kind, required: Bool = false, form: Form = .none, _ meaning: String
    ) {
        self.name = name
        self.kind = kind
        isRequired = required
        self.meaning = meaning
        self.form = form
    }

    /// What is allowed, in words: "a number from -10 to 10".
    package var allowed: String {
        switch kind {
        case .text(let range): "a text of \(range.lowerBound) to \(range.upperBound) characters"
        case .textOrNull: "a text, or null"
        case .word(let words): "one of " + words.joined(separator: ", ")
        case .number(let range):
            "a number from \(DecimalText.shortest(range.lowerBound)) to \(DecimalText.shortest(range.upperBound))"
        case .whole(let range): "a whole number from \(range.lowerBound) to \(range.upperBound)"
        case .truth: "true or false"
        case .texts(let words, let most):
            words.isEmpty ? "a list of at most \(most) texts" : "a list of " + words.joined(separator: ", ")
        case .plain: "a plain value, not an object"
        case .object: "an object"
        }
    }

    /// Whether a value is allowed.
    package func accepts(_ value: JSONValue) -> Bool {
        switch (kind, value) {
        case (.text(let range), .string(let text)): range.contains(text.count)
        case (.textOrNull, .string), (.textOrNull, .null): true
        case (.word(let words), .string(let text)): words.contains(text)
        case (.number(let range), .number(let text)): Double(text).map { $0.isFinite && range.contains($0) } ?? false
        case (.whole(let range), .number(let text)):
            Double(text).flatMap { Int(exactly: $0) }.map { range.contains($0) } ?? false
        case (.truth, .boolean): true
        case (.texts(let words, let most), .array(let items)):
            items.count <= most
                && items.allSatisfy {
                    if case .string(let text) = $0 { words.isEmpty || words.contains(text) } else { false }
                }
        case (.plain, .object): false
        case (.plain, _): true
        case (.object, .object): true
        default: false
        }
    }
}
