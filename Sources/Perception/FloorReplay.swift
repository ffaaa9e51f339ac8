import Readings

/// What a finished recording of pressure shows of floors.
public enum FloorReplay {
    /// What a watch tells that was on from `beginning`, fed `samples` in order of time, until `end`.
    ///
    /// A silence shows as it would have live: a deadline that is due by `end` is told, one that is due later is not.
    /// Samples that were dropped may be given as NaN, or left out.
    public static func facts(
        of samples: some Sequence<PressureSample>, from beginning: Instant, to end: Instant
    ) -> [FloorFact] {
        var watch = FloorWatch()
        watch.switchOn(at: beginning)
        var facts: [FloorFact] = []
        for sample in samples { facts += watch.take(sample) }
        return facts + watch.advance(to: end)
    }
}

extension FloorFact {
    /// The fact in the form that `floors` prints: its name, and the signed metres where it has some; nil for those that
    /// are not printed.
    public var line: (event: String, change: Double?)? {
        switch kind {
        case .changed(_, let metres): ("changed", metres)
        case .settled(let change): ("settled", change)
        case .returned: ("returned", nil)
        case .unavailable: ("unavailable", nil)
        case .back, .baselineReady: nil
        }
    }
}
