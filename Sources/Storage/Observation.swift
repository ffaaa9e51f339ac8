/// Something that the robot saw, kept only where that was turned on.
package struct Observation: Equatable, Sendable {
    /// Its number, never given twice.
    package var id: Int64
    /// When, in seconds since 1970 UTC.
    package var at: Int64
    /// The id of the place, where that was known.
    package var place: String?
    /// What it is, as announcements are told apart.
    package var kind: String
    /// One sentence.
    package var text: String

    /// Makes an observation.
    package init(id: Int64, at: Int64, place: String?, kind: String, text: String) {
        self.id = id
        self.at = at
        self.place = place
        self.kind = kind
        self.text = text
    }

    /// Observations by the day on which they were made, the newest day and the newest observation first.
    ///
    /// `offset` gives how far east of UTC, in seconds, the clocks stood at a moment.
    package static func days(
        _ observations: [Observation], offset: (Int64) -> Int64
    ) -> [(day: String, observations: [Observation])] {
        var days: [(day: String, observations: [Observation])] = []
        for observation in observations.sorted(by: { ($0.at, $0.id) > ($1.at, $1.id) }) {
            let day = CalendarTime.day(observation.at, offset: offset(observation.at))
            if days.last?.day == day {
                days[days.count - 1].observations.append(observation)
            } else {
                days.append((day, [observation]))
            }
        }
        return days
    }
}
