import Platform
import Readings
import Testing

@Suite struct LoggedFaultsTests {
    @Test func `warnings and errors are remembered with their count, the last first, and nothing else is`() {
        let log = ServiceLog(hasPriorities: false) { _ in false }
        log.say(.info, "Ready.")
        log.say(.error, "No voice.")
        for second in 0..<200 { log.fault(.warning, "Bus error \(second)", kind: "bus", at: .start + .seconds(second)) }
        log.say(.error, "No voice.")
        let faults = log.faults
        #expect(faults.map(\.text) == ["No voice.", "Bus error 199"])
        #expect(faults.map(\.count) == [2, 200] && faults.map(\.isError) == [true, false])
        #expect(faults.map(\.last) == [nil, .start + .seconds(199)])
    }

    @Test func `the one that came longest ago makes room`() {
        var faults = LoggedFaults(capacity: 2)
        for (index, kind) in ["a", "b", "a", "c"].enumerated() {
            faults.note(kind, kind: kind, isError: false, at: .start + .seconds(index))
        }
        #expect(faults.latest.map(\.text) == ["c", "a"] && faults.latest.map(\.count) == [1, 2])
    }
}
