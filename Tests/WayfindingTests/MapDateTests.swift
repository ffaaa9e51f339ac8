import Testing
import Wayfinding

struct MapDateTests {
    @Test(
        arguments: [
            ("1970-01-01T00:00:00Z", 0), ("2026-11-30T00:00:00Z", 1_795_996_800),
            ("2026-11-30T10:11:12+01:00", 1_796_029_872), ("2026-11-30t10:11:12.999z", 1_796_033_472),
            ("2000-02-29T23:59:59-00:00", 951_868_799), ("1969-12-31T23:59:59Z", -1),
            ("2016-12-31T23:59:60Z", 1_483_228_800), ("0000-03-01T00:00:00Z", -62_162_035_200),
        ] as [(String, Int64)])
    func `A date with a zone is its second since 1970`(text: String, seconds: Int64) {
        #expect(MapDate.unixSeconds(text) == seconds)
    }

    @Test(arguments: [
        "", "2026-11-30", "2026-11-30T10:11:12", "2026-11-30T10:11Z", "2026-13-01T00:00:00Z", "2026-02-29T00:00:00Z",
        "2026-11-30T24:00:00Z", "2026-11-30T10:60:00Z", "2026-11-30 10:11:12Z", "2026-11-30T10:11:12.Z",
        "2026-11-30T10:11:12+0100", "2026-11-30T10:11:12Z ", "26-11-30T10:11:12Z", "2026-11-30T10:11:12+24:00",
        "2026-11-30T10:11:12ZZ", "２026-11-30T10:11:12Z",
    ])
    func `Anything else is no date`(text: String) {
        #expect(MapDate.unixSeconds(text) == nil)
    }

    @Test func `A bare date is its start in UTC where it is allowed`() {
        #expect(MapDate.unixSeconds("2026-11-30", allowsBareDate: true) == 1_795_996_800)
        #expect(MapDate.unixSeconds("2026-11-31", allowsBareDate: true) == nil)
    }

    @Test(arguments: [("2026-11-30", false), ("2026-12-01", true), ("2026-11-30T00:00:01Z", true)])
    func `A check at this very second is not in the future, one a second later is`(date: String, isFuture: Bool) throws
    {
        let text = PlaceCorpus.valid.replacing("2026-11-01", with: date)
        #expect(try readPlace(text).findings.map(\.code) == (isFuture ? [.checkedInTheFuture] : []))
    }
}
