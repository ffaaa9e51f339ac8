import Foundation
import Storage
import Testing

struct CalendarTimeTests {
    @Test(arguments: [
        (0, "1970-01-01T00:00:00Z"), (1_796_033_472, "2026-11-30T10:11:12Z"), (951_782_399, "2000-02-28T23:59:59Z"),
        (951_782_400, "2000-02-29T00:00:00Z"), (-1, "1969-12-31T23:59:59Z"), (4_107_542_399, "2100-02-28T23:59:59Z"),
        (4_107_542_400, "2100-03-01T00:00:00Z"), (2_147_483_648, "2038-01-19T03:14:08Z"),
    ])
    func `a moment is written in UTC`(seconds: Int64, text: String) {
        #expect(CalendarTime.utc(seconds) == text)
    }

    @Test(arguments: [
        (3600, "2026-11-30T11:11:12+01:00", "2026-11-30", "11:11"),
        (-36_000, "2026-11-30T00:11:12-10:00", "2026-11-30", "00:11"),
        (-39_600, "2026-11-29T23:11:12-11:00", "2026-11-29", "23:11"),
        (20_700, "2026-11-30T15:56:12+05:45", "2026-11-30", "15:56"),
        (0, "2026-11-30T10:11:12+00:00", "2026-11-30", "10:11"),
    ])
    func `a moment is written with its zone, on the day that it is there`(
        offset: Int64, text: String, day: String, time: String
    ) {
        #expect(CalendarTime.zoned(1_796_033_472, offset: offset) == text)
        #expect(CalendarTime.day(1_796_033_472, offset: offset) == day)
        #expect(CalendarTime.timeOfDay(1_796_033_472, offset: offset) == time)
    }

    @Test func `dates agree with Foundation's over four hundred years`() {
        let formatter = ISO8601DateFormatter()
        for step in 0..<5000 {
            let seconds = Int64(step) * 2_524_609 - 2_000_000_000
            let expected = formatter.string(from: Date(timeIntervalSince1970: Double(seconds)))
            #expect(CalendarTime.utc(seconds) == expected)
        }
    }
}
