import Deciding
import Testing

struct BesideAWallTests {
    /// A minute beside a wall at 0.8 m, with something of a priority to say every few seconds.
    private func minute(_ priorities: [String], every seconds: Double) -> CoreBench {
        var bench = CoreBench()
        bench.surface(0.8, from: 0.1, to: 75)
        for index in 0..<Int(56 / seconds) {
            let priority = priorities[index % priorities.count]
            bench.notice(
                3.37 + Double(index) * seconds, "\(priority) \(index)",
                "Walk along the wall to the glass door at its end.", priority)
        }
        bench.at(75, "end")
        return bench
    }

    @Test(arguments: [["reply"], ["trust"], ["trust", "reply"]], [5.3, 7, 11])
    func `Beside a wall everything that guides is heard to its end`(priorities: [String], every: Double) throws {
        let effects = try minute(priorities, every: every).effects()
        var said: [Int: String] = [:]
        var hushed: [String] = []
        for timed in effects {
            switch timed.effect {
            case .say(let say): said[say.id] = say.priority.rawValue
            case .hush(let id): hushed.append(said[id] ?? "")
            default: break
            }
        }
        let hushedByTrust = Set(hushed) == ["reply"] && priorities.count == 2
        #expect(hushed.isEmpty || hushedByTrust, "\(hushed)")
        let heard = said.values.filter { $0 != "hazard" && $0 != "info" }.count - hushed.count
        #expect(heard == Int(56 / every))
    }

    @Test func `Beside a wall the wall is not forgotten either`() throws {
        let moments = try minute(["reply"], every: 7).moments("proximity")
        #expect(moments.count >= 5)
        #expect(CoreBench.areApart(moments, by: 2))
    }
}
