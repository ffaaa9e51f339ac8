/// An option of a command, as `--help` shows it.
struct CommandOption: Sendable {
    /// The name, with its dashes.
    var name: String
    /// What stands for its value, such as `FILE`; nil for a switch.
    var value: String?
    /// Whether it may be given several times.
    var repeats = false
    /// The words that it may be, where they are few.
    var choices: [String] = []
    /// What it does, in a few words.
    var meaning: String

    static let json = CommandOption(name: "--json", meaning: "one JSON object a line, for machines")
    static let config = CommandOption(name: "--config", value: "FILE", meaning: "the configuration to use")
    static let groups = CommandOption(
        name: "--groups", value: "FILE", meaning: "the groups, in the form of buildings.json")
    static let place = CommandOption(
        name: "--place", value: "FILE", repeats: true, meaning: "a place map; may be given several times")
}
