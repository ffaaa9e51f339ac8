/// Dates of the wall clock as text.
enum PlanDate {
    /// A moment in seconds since 1970 UTC as RFC 3339: 0 is `1970-01-01T00:00:00Z`.
    ///
    /// The days are counted in the calendar's 400-year cycles, from 1 March on, so that leap days come last.
    static func text(_ seconds: Int64) -> String {
        let clamped = min(max(seconds, 0), 253_402_300_799)
        let (days, rest) = (clamped / 86_400 + 719_468, clamped % 86_400)
        let (cycle, day) = (days / 146_097, days % 146_097)
        let year = (day - day / 1460 + day / 36_524 - day / 146_096) / 365
        let dayOfYear = day - (365 * year + year / 4 - year / 100)
        let month = (5 * dayOfYear + 2) / 153
        let date = dayOfYear - (153 * month + 2) / 5 + 1
        let calendarMonth = month < 10 ? month + 3 : month - 9
        let calendarYear = year + cycle * 400 + (calendarMonth <= 2 ? 1 : 0)
        return "\(two(calendarYear, 4))-\(two(calendarMonth))-\(two(date))T"
            + "\(two(rest / 3600)):\(two(rest / 60 % 60)):\(two(rest % 60))Z"
    }

    private static func two(_ number: Int64, _ width: Int = 2) -> String {
        let text = String(number)
        return String(repeating: "0", count: max(0, width - text.count)) + text
    }
}
