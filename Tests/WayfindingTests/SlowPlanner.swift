import Foundation
import Wayfinding

/// An independent planner for tests: it writes down every simple path and sorts them by the rules as they are written.
struct SlowPlanner {
    /// One simple path.
    struct Path {
        var ids: [String] = []
        var landmarks: [String]
        var millionths: Int64 = 0
        var blocked: [(id: String, reasons: [String])] = []
        var against: [String] = []
    }

    let place: PlaceMap
    let stepFree: Bool

    /// All simple paths between two landmarks, one-ways passed backwards included.
    func paths(_ from: String, _ to: String) -> [Path] {
        var found: [Path] = []
        extend(Path(landmarks: [from]), to, &found)
        return found
    }

    private func extend(_ path: Path, _ goal: String, _ found: inout [Path]) {
        guard let here = path.landmarks.last else { return }
        if here == goal { return found.append(path) }
        for connection in place.connections where connection.from == here || connection.to == here {
            let next = connection.from == here ? connection.to : connection.from
            if path.landmarks.contains(next) { continue }
            var longer = path
            longer.ids.append(connection.id)
            longer.landmarks.append(next)
            longer.millionths += Int64(((connection.cost ?? 1) * 1_000_000 + 0.5).rounded(.down))
            let reasons = reasons(connection)
            if !reasons.isEmpty { longer.blocked.append((connection.id, reasons)) }
            if connection.direction == .oneWay, connection.to == here { longer.against.append(connection.id) }
            extend(longer, goal, &found)
        }
    }

    private func reasons(_ connection: Connection) -> [String] {
        var reasons: [String] = []
        if connection.availability == .unavailable { reasons.append("unavailable") }
        guard stepFree else { return reasons }
        if connection.kind == .stairs || connection.kind == .escalator { reasons.append("stairs") }
        if connection.stepFree == .unsuitable { reasons.append("notStepFree") }
        if connection.stepFree == .unknown { reasons.append("stepFreeUnknown") }
        return reasons
    }

    /// Whether one sequence of ids comes before another, by the bytes of their NFC forms.
    static func precedes(_ left: [String], _ right: [String]) -> Bool {
        for (one, other) in zip(left, right) {
            let (a, b) = (bytes(one), bytes(other))
            if a != b { return a.lexicographicallyPrecedes(b) }
        }
        return left.count < right.count
    }

    /// The UTF-8 bytes of the NFC form.
    static func bytes(_ text: String) -> [UInt8] { Array(text.precomposedStringWithCanonicalMapping.utf8) }

    /// Whether a path is better: fewer of what is counted, then cheaper, then shorter, then by its ids.
    static func isBetter(_ left: Path, _ right: Path, counting count: (Path) -> Int) -> Bool {
        if count(left) != count(right) { return count(left) < count(right) }
        if left.millionths != right.millionths { return left.millionths < right.millionths }
        if left.ids.count != right.ids.count { return left.ids.count < right.ids.count }
        return precedes(left.ids, right.ids)
    }

    /// The answer in one line, as `describe` puts the planner's.
    func answer(_ from: String, _ to: String) -> String {
        let all = paths(from, to)
        let directed = all.filter(\.against.isEmpty)
        if let best = directed.filter(\.blocked.isEmpty).min(by: { Self.isBetter($0, $1) { _ in 0 } }) {
            return "route \(best.ids) \(best.landmarks) \(best.millionths)"
        }
        if let best = directed.min(by: { Self.isBetter($0, $1) { $0.blocked.count } }) {
            return "blocked " + best.blocked.map { "\($0.id) \($0.reasons)" }.joined(separator: " ")
        }
        let best = all.min(by: { Self.isBetter($0, $1) { $0.against.count } })
        return "notConnected \(best?.against ?? [])"
    }

    /// A planner's answer in one line.
    static func describe(_ answer: RouteAnswer) -> String {
        switch answer {
        case .route(let route):
            return "route \(route.connections.map(\.id)) \(route.legs.flatMap(\.landmarks)) \(route.costMillionths)"
        case .failure(.blocked(let blocked)):
            return "blocked "
                + blocked.map { "\($0.connection.id) \($0.reasons.map(\.rawValue))" }.joined(separator: " ")
        case .failure(.notConnected(let against)): return "notConnected \(against.map(\.id))"
        case .failure(let other): return other.reason
        }
    }
}
