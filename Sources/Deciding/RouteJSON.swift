import Documents
import Wayfinding

/// The `route` effect, which is also what `map route --json` prints.
public enum RouteJSON {
    /// A route, or only why there is none.
    public static func value(_ answer: RouteAnswer) -> JSONValue {
        switch answer {
        case .route(let route): .object(members(route))
        case .failure(let failure): .object([.init("failure", value(failure))])
        }
    }

    private static func members(_ route: Route) -> [JSONValue.Member] {
        [
            .init("legs", .array(route.legs.map(value))),
            .init("cost", .number(cost(route.costMillionths))),
            .init("beforeYouGo", .array(route.beforeYouGo.map { .string($0.id) })),
        ]
    }

    private static func value(_ leg: RouteLeg) -> JSONValue {
        .object([
            .init("place", .string(leg.place)), .init("landmarks", .array(leg.landmarks.map { .string($0) })),
            .init("connections", .array(leg.connections.map { .string($0) })),
        ])
    }

    /// Whole millionths as units rounded to thousandths, halves up.
    private static func cost(_ millionths: Int64) -> String {
        DecimalText.wholeUnits((millionths + 500) / 1000, digits: 3)
    }

    private static func value(_ failure: RouteFailure) -> JSONValue {
        var blocked: [BlockedConnection] = []
        if case .blocked(let list) = failure { blocked = list }
        var members: [JSONValue.Member] = [
            .init("reason", .string(failure.reason)), .init("blocked", .array(blocked.map(value))),
        ]
        switch failure {
        case .notConnected(let against): members.append(.init("against", .array(against.map { .string($0.id) })))
        case .unknownLandmark(let end, _, let nearest):
            members.append(.init("unknown", .string(end.rawValue)))
            members.append(.init("nearest", .array(nearest.map { .string($0) })))
        default: break
        }
        return .object(members)
    }

    private static func value(_ blocked: BlockedConnection) -> JSONValue {
        .object([
            .init("connection", .string(blocked.connection.id)),
            .init("why", .array(blocked.reasons.map { .string($0.rawValue) })),
        ])
    }
}
