import Deciding
import Documents
import Readings

/// Prints effects: JSON lines for machines, what is spoken and what changed for people.
final class EffectPrinter {
    private let output: Output
    private let isJSON: Bool
    private let types: Set<String>?

    /// Reads `--json` and `--effects`; an unknown type is refused.
    init(_ invocation: Invocation, flushesLines: Bool = false) throws(CommandFailure) {
        output = Output(flushesLines: flushesLines)
        isJSON = invocation.isJSON
        guard let list = invocation.value("--effects") else {
            types = nil
            return
        }
        let names = list.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
        if let unknown = names.first(where: { !Effect.types.contains($0) }) {
            throw .usage("there is no effect \"\(unknown)\"", remedy: "one of " + Effect.types.joined(separator: ", "))
        }
        types = Set(names)
    }

    /// Whether a type was asked for.
    func wants(_ type: String) -> Bool { types?.contains(type) ?? true }

    func print(_ timed: TimedEffect) {
        if let line = line(timed) { output.line(line) }
    }

    /// The line of an effect; nil for one of a type that was not asked for.
    func line(_ timed: TimedEffect) -> String? {
        guard wants(timed.effect.type) else { return nil }
        return isJSON ? EffectWriter.line(timed) : PlainText.shown(EffectText.line(timed))
    }

    func flush() { output.flush() }
}
