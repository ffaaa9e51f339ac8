import Deciding
import Documents
import Readings

/// What the page's thread makes of effects: it remembers what the page shows, and passes them on to who reads along.
extension ConsoleLoop {
    /// Takes an effect.
    func take(_ timed: TimedEffect) {
        switch timed.effect {
        case .state(.depth(let state)): states["depth"] = state
        case .state(.tracking(let state)): states["tracking"] = state
        case .state(.barometer(let state)): states["barometer"] = state
        case .state(.speech(let state)): states["speech"] = state
        case .place(let id): curve.enter(id)
        case .route(let found): route = found["legs"] == nil ? nil : found
        case .ended: route = nil
        default: break
        }
        tell("effect", DocumentWriter.compact(EffectWriter.json(timed)))
        if let entry = saidLog.take(timed) { tell("log", DocumentWriter.compact(entry.json)) }
    }

    private func tell(_ type: String, _ data: [UInt8]) {
        for number in open.keys where open[number]?.queue != nil {
            open[number]?.queue?.add(type, data)
            wake(number)
        }
        noteReaders()
    }

    /// Begins to tell somebody.
    func begin(reader exchange: ConsoleExchange) -> ConsoleAnswer? {
        guard open.values.count(where: { $0.queue != nil && !$0.exchange.isGone }) < ConsoleLimits.readers else {
            return .refusal(503, "\(ConsoleLimits.readers) pages read along already; close one.")
        }
        var queue = EventQueue()
        queue.add("hello", DocumentWriter.compact(hello))
        open[exchange.number]?.queue = queue
        open[exchange.number]?.isScreenReader = exchange.value("reader") == "1"
        exchange.stream()
        noteReaders()
        return nil
    }

    private var hello: JSONValue {
        .object([
            .init("now", .thousandths((parts.clock.now() - .start).inSeconds)),
            .init("states", .object(states.sorted { $0.key < $1.key }.map { .init($0.key, .string($0.value)) })),
        ])
    }
}
