import Documents
import Platform
import Readings
import Service

/// One sensor read live by a command, until a count, Ctrl-C, or a silence that is too long.
struct LiveReading {
    let sensors: LiveSensors
    let settings: Settings
    let clock: MonotonicClock
    /// How many are to be read; nil without an end.
    let count: Int?

    /// What a turn of reading brought.
    enum Turn {
        case nothing, taken, last
    }

    /// Takes what the call asks for.
    init(_ invocation: Invocation) throws(CommandFailure) {
        try invocation.noMoreOperands(than: 0)
        count = try invocation.whole("--count", in: 1...1_000_000_000)
        sensors = LiveSensors(profiles: LiveDevices.profiles(invocation))
        settings = try FileReading.settings(invocation, orOf: ConfigurationPaths.configuration)
        clock = MonotonicClock()
    }

    /// Takes turns to their end, which is a failure where nothing came for too long.
    func take(missing: () -> CommandFailure, _ turn: () -> Turn) throws(CommandFailure) -> Int32 {
        let result: Result<Int32, CommandFailure>
        do throws(SystemError) {
            result = turns(until: try SystemSignals(), missing: missing, turn)
        } catch {
            throw CommandFailure(code: "system", message: "cannot read live", remedy: error.description, exit: 1)
        }
        return try result.get()
    }

    private func turns(
        until signals: borrowing SystemSignals, missing: () -> CommandFailure, _ turn: () -> Turn
    ) -> Result<Int32, CommandFailure> {
        var heard = clock.now()
        while signals.next() == nil {
            switch turn() {
            case .last: return .success(0)
            case .taken: heard = clock.now()
            case .nothing: if clock.now() - heard > LiveDevices.patience { return .failure(missing()) }
            }
        }
        return .success(0)
    }
}
