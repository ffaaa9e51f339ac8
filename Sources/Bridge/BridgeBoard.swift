import Deciding
import Platform
import Readings
import Synchronization

/// What the decision thread leaves for the bridge: of each thing only the newest, but for what is said, which waits in a
/// short queue; nobody ever waits.
package final class BridgeBoard: Sendable {
    /// How many utterances wait at the most; the oldest makes room.
    package static let mostSayings = 32
    /// The most points of a way that are told.
    package static let mostPoints = 2000
    /// The longest text that is told, in bytes.
    package static let longestText = 4096

    private struct State {
        var way: [RosPose]?
        var probe: (id: Int, places: [String], why: String)?
        var statuses: [RosDiagnostics.Status]?
        var sayings: [String] = []
        package var lost: UInt64 = 0
        var place: String?
        var world = World()
    }

    private let state = Mutex(State())
    let wake: WakeUp

    /// An empty board; throws where the process has no descriptor left.
    package init() throws(SystemError) { wake = try WakeUp() }

    /// What is to be told.
    package struct News {
        /// The way, where it is another.
        package var way: [RosPose]?
        /// The question in which place the robot is, where it is a new one.
        package var probe: (id: Int, places: [String], why: String)?
        /// How every part is, where that is told anew.
        package var statuses: [RosDiagnostics.Status]?
        /// What was said.
        package var sayings: [String]
    }

    // MARK: what the decision thread calls

    /// Something is said.
    package func say(_ text: String) {
        put { state in
            if state.sayings.count == Self.mostSayings {
                state.sayings.removeFirst()
                state.lost += 1
            }
            state.sayings.append(Self.cut(text))
        }
    }

    /// The way that is walked through the present place; no points where none is.
    package func walk(_ points: [RosPose]) {
        put { $0.way = Array(points.prefix(Self.mostPoints)) }
    }

    /// It is asked in which place the robot is.
    package func ask(id: Int, places: [String], why: String) { put { $0.probe = (id, places, why) } }

    /// How every part is.
    package func report(_ statuses: [RosDiagnostics.Status]) { put { $0.statuses = statuses } }

    /// Where the robot is, and what places there are; nobody is woken for it.
    package func stand(in place: String?, of world: World) {
        state.withLock { ($0.place, $0.world) = (place, world) }
    }

    private func put(_ change: (inout State) -> Void) {
        state.withLock { change(&$0) }
        wake.raise()
    }

    private static func cut(_ text: String) -> String {
        guard text.utf8.count > longestText else { return text }
        return String(decoding: text.utf8.prefix(longestText - 3), as: UTF8.self)
    }

    // MARK: what the bridge calls

    /// What was said before anybody could hear it is not told afterwards.
    func dropSayings() { state.withLock { $0.sayings = [] } }

    /// Takes everything that is new.
    package func takeNews() -> News {
        wake.lower()
        return state.withLock { state in
            defer { (state.way, state.probe, state.statuses, state.sayings) = (nil, nil, nil, []) }
            return News(way: state.way, probe: state.probe, statuses: state.statuses, sayings: state.sayings)
        }
    }

    /// Where the robot is, and what places there are.
    var standing: (place: String?, world: World) { state.withLock { ($0.place, $0.world) } }
    /// How many utterances nobody took in time.
    package var lost: UInt64 { state.withLock { $0.lost } }
}
