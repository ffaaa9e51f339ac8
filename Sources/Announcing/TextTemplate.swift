/// A text with named arguments in braces.
enum TextTemplate {
    /// The template with its arguments put in, in one pass: braces in an argument are only text.
    ///
    /// An argument that is not given leaves nothing.
    static func filled(_ template: String, _ argument: (String) -> String?) -> String {
        var text = ""
        var name: String?
        for character in template {
            switch (character, name) {
            case ("{", nil): name = ""
            case ("}", let known?):
                text += argument(known) ?? ""
                name = nil
            case (_, nil): text.append(character)
            case (_, let known?): name = known + String(character)
            }
        }
        return text
    }
}
