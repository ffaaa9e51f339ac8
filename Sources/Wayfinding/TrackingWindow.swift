import Readings

/// How much of the last ten seconds poses were not normal.
struct TrackingWindow: Sendable {
    /// The window.
    static let span = Duration.seconds(10)
    /// More than this in it is a loss, however it flickers.
    static let share = Duration.milliseconds(7500)

    private var spells: [(from: Instant, to: Instant)] = []

    mutating func empty() { spells = [] }

    mutating func add(_ from: Instant, until to: Instant) {
        spells.removeAll { $0.to <= to - Self.span }
        if to > from { spells.append((from, to)) }
    }

    /// When the share is passed by a spell that began at `poorSince` and goes on.
    ///
    /// While the spell lasts, the sum over the window either grows as time does or stands still, and it changes its pace
    /// only where an end of an earlier spell leaves the window.
    func crossing(poorSince: Instant) -> Instant? {
        let last = poorSince + Self.span
        let turns = spells.flatMap { [$0.from + Self.span, $0.to + Self.span] }.filter { $0 > poorSince && $0 < last }
        var from = poorSince
        for to in turns.sorted() + [last] {
            let before = total(upTo: from, poorSince: poorSince)
            if before > Self.share { return from }
            if total(upTo: to, poorSince: poorSince) > Self.share {
                return from + (Self.share - before) + .nanoseconds(1)
            }
            from = to
        }
        return nil
    }

    /// How long it was not normal in the ten seconds up to a moment.
    private func total(upTo moment: Instant, poorSince: Instant) -> Duration {
        let start = moment - Self.span
        let earlier = spells.reduce(Duration.zero) { sum, spell in
            let overlap = min(spell.to, moment) - max(spell.from, start)
            return sum + max(overlap, .zero)
        }
        return earlier + (moment - max(poorSince, start))
    }
}
