import Deciding
import Documents

/// Effects as notifications.
enum ControlEffects {
    /// Every type that can be subscribed to.
    static let types = Effect.types

    /// An effect as the line of a notification, without its newline.
    static func line(_ timed: TimedEffect) -> [UInt8] { notification("effect", EffectWriter.json(timed)) }

    /// How many effects a subscriber did not take in time, as the line of a notification.
    static func lost(_ count: Int) -> [UInt8] {
        notification("lost", .object([.init("count", .integer(count))]))
    }

    private static func notification(_ method: String, _ parameters: JSONValue) -> [UInt8] {
        DocumentWriter.compact(
            .object([
                .init("jsonrpc", .string("2.0")), .init("method", .string(method)), .init("params", parameters),
            ]))
    }
}
