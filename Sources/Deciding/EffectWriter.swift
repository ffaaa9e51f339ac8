import Documents
import Readings

/// Writes effects as lines of JSON, members in the order of the format, the same bytes on every machine.
public enum EffectWriter {
    /// One effect as one line, without its newline.
    public static func line(_ timed: TimedEffect) -> String { DocumentWriter.line(json(timed)) }

    /// One effect as JSON.
    public static func json(_ timed: TimedEffect) -> JSONValue {
        var members: [JSONValue.Member] = [
            .init("t", time(timed.time)), .init("type", .string(timed.effect.type)),
        ]
        members += fields(timed.effect)
        return .object(members)
    }

    /// A moment in seconds, with up to nine decimals and no trailing zeros.
    public static func time(_ time: Instant) -> JSONValue {
        .number(DecimalText.wholeUnits(time.nanoseconds, digits: 9))
    }

    private static func fields(_ effect: Effect) -> [JSONValue.Member] {
        switch effect {
        case .say(let say): self.say(say)
        case .hush(let id): [.init("id", .integer(id))]
        case .dropped(let kind, let why): [.init("kind", .string(kind.rawValue)), .init("why", .string(why.rawValue))]
        case .probe, .learned, .goal, .observation: places(effect)
        case .place(let id): [.init("id", .string(id))]
        case .floor(let change): floor(change)
        case .route(let route): members(route)
        case .step(let index, let count, let landmark):
            [
                .init("index", .integer(index)), .init("of", .integer(count)),
                .init("landmark", landmark.map { .string($0) } ?? .null),
            ]
        case .stepTo(let index, let count, let device):
            [.init("index", .integer(index)), .init("of", .integer(count)), .init("device", .string(device))]
        case .arrivedAt(let device): [.init("device", .string(device))]
        case .arrived(let landmark): [.init("landmark", landmark.map { .string($0) } ?? .null)]
        case .ended(let why): [.init("why", .string(why.rawValue))]
        case .state(let change): [state(change)]
        }
    }

    private static func say(_ say: Effect.Say) -> [JSONValue.Member] {
        [
            .init("id", .integer(say.id)), .init("kind", .string(say.kind.rawValue)), .init("text", .string(say.text)),
            .init("priority", .string(say.priority.rawValue)), .init("audience", .string(say.audience.rawValue)),
        ]
    }

    /// Effects about where the robot, its floors and its people are.
    private static func places(_ effect: Effect) -> [JSONValue.Member] {
        switch effect {
        case .probe(let id, let places, let why):
            [
                .init("id", .integer(id)), .init("places", .array(places.map { .string($0) })),
                .init("why", .string(why)),
            ]
        case .learned(let group, let from, let to, let change, let elevation):
            [
                .init("group", .string(group)), .init("from", .string(from)), .init("to", .string(to)),
                .init("change", .thousandths(change)), .init("elevation", elevation.map { .thousandths($0) } ?? .null),
            ]
        case .goal(let device, let x, let y, let isLive):
            [
                .init("device", .string(device)), .init("x", .thousandths(x)), .init("y", .thousandths(y)),
                .init("live", .boolean(isLive)),
            ]
        case .observation(let kind, let text, let place):
            [
                .init("kind", .string(kind.rawValue)), .init("text", .string(text)),
                .init("place", place.map { .string($0) } ?? .null),
            ]
        default: []
        }
    }

    private static func floor(_ change: Effect.FloorChange) -> [JSONValue.Member] {
        switch change {
        case .changed(let metres): [.init("event", .string("changed")), .init("change", .thousandths(metres))]
        case .settled(let metres): [.init("event", .string("settled")), .init("change", .thousandths(metres))]
        case .returned: [.init("event", .string("returned")), .init("change", .null)]
        }
    }

    private static func state(_ change: Effect.StateChange) -> JSONValue.Member {
        switch change {
        case .depth(let state): .init("depth", .string(state))
        case .tracking(let state): .init("tracking", .string(state))
        case .barometer(let state): .init("barometer", .string(state))
        case .speech(let state): .init("speech", .string(state))
        }
    }

    private static func members(_ value: JSONValue) -> [JSONValue.Member] {
        if case .object(let members) = value { members } else { [] }
    }
}
