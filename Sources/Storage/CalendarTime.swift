import Glibc

/// Dates for people and for names of files; nothing is decided by them.
package enum CalendarTime {
    /// The wall clock in whole seconds since 1970 UTC.
    package static var now: Int64 { Int64(time(nil)) }

    /// `2026-11-30T10:11:12Z` for 1796033472.
    package static func utc(_ seconds: Int64) -> String {
        let parts = civil(seconds)
        return "\(parts.date)T\(two(parts.hour)):\(two(parts.minute)):\(two(parts.second))Z"
    }

    /// `2026-11-30T101112Z` for 1796033472: as in the name of a file.
    static func compact(_ seconds: Int64) -> String {
        let parts = civil(seconds)
        return "\(parts.date)T\(two(parts.hour))\(two(parts.minute))\(two(parts.second))Z"
    }

    /// Seconds east of UTC that the clocks of this machine's zone stood at that moment.
    package static func localOffset(at seconds: Int64) -> Int64 {
        var moment = time_t(seconds)
        var parts = tm()
        tzset()
        return localtime_r(&moment, &parts) == nil ? 0 : Int64(parts.tm_gmtoff)
    }

    /// `2026-11-30T11:11:12+01:00` for 1796033472, 3600 s east of UTC.
    package static func zoned(_ seconds: Int64, offset: Int64) -> String {
        let parts = civil(seconds + offset)
        let minutes = (offset.magnitude + 30) / 60
        let zone = "\(offset < 0 ? "-" : "+")\(two(Int64(minutes / 60))):\(two(Int64(minutes % 60)))"
        return "\(parts.date)T\(two(parts.hour)):\(two(parts.minute)):\(two(parts.second))\(zone)"
    }

    /// `2026-11-30`: the day there.
    package static func day(_ seconds: Int64, offset: Int64) -> String { civil(seconds + offset).date }

    /// `11:11`: the time of day there.
    package static func timeOfDay(_ seconds: Int64, offset: Int64) -> String {
        let parts = civil(seconds + offset)
        return "\(two(parts.hour)):\(two(parts.minute))"
    }

    private static func two(_ number: Int64) -> String { (number < 10 ? "0" : "") + String(number) }

    private static func civil(_ seconds: Int64) -> (date: String, hour: Int64, minute: Int64, second: Int64) {
        let day = (seconds >= 0 ? seconds : seconds - 86_399) / 86_400
        let rest = seconds - day * 86_400
        return (date(ofDay: day), rest / 3600, rest / 60 % 60, rest % 60)
    }

    /// The Gregorian date of a day that is counted from 1970-01-01.
    ///
    /// After Howard Hinnant, "chrono-compatible low-level date algorithms": day 20,787 is `2026-11-30`.
    private static func date(ofDay day: Int64) -> String {
        let shifted = day + 719_468
        let era = (shifted >= 0 ? shifted : shifted - 146_096) / 146_097
        let dayOfEra = shifted - era * 146_097
        let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let month = (5 * dayOfYear + 2) / 153
        let dayOfMonth = dayOfYear - (153 * month + 2) / 5 + 1
        let civilMonth = month < 10 ? month + 3 : month - 9
        let year = yearOfEra + era * 400 + (civilMonth <= 2 ? 1 : 0)
        let digits = String(year)
        return String(repeating: "0", count: max(0, 4 - digits.count)) + digits
            + "-\(two(civilMonth))-\(two(dayOfMonth))"
    }
}
