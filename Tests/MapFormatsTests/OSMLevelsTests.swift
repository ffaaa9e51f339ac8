import MapFormats
import Testing

@Suite struct OSMLevelsTests {
    @Test(arguments: [
        ("0", [0.0]), ("0;1;2", [0, 1, 2]), ("-2-3", [-2, -1, 0, 1, 2, 3]), ("-2--1", [-2, -1]), ("0.5", [0.5]),
        ("0-2;5", [0, 1, 2, 5]), ("0.5-2.5", [0.5, 1.5, 2.5]), ("2;0;0", [0, 2]), (" 1 ; 2 ", [1, 2]), ("-0.5", [-0.5]),
        ("+1", [1]), ("-1;0", [-1, 0]), ("3-3", [3]), ("-0", [0]), ("0;", [0]),
    ])
    func `lists, ranges, halves and cellars are read`(text: String, levels: [Double]) {
        #expect(OSMLevels(text)?.numbers == levels)
    }

    @Test(arguments: [
        "", ";", "ground", "1-", "--1", "1--", "3-1", "1..2", "1,5", "0-1-2", "1e3", "0x1", "0-100000", "inf", "5000",
        "-", "1.",
    ])
    func `what is no level is refused whole`(text: String) {
        #expect(OSMLevels(text) == nil)
    }

    @Test func `a range is told from a list, for only a range may name levels that are not there`() {
        #expect(OSMLevels("0-2")?.isRange == true)
        #expect(OSMLevels("0;1;2")?.isRange == false)
    }
}
