import Devices
import Testing

/// Numbers and words as the kernel writes them into attributes.
@Suite struct AttributeTextTests {
    @Test(arguments: [
        ("100.653253906\n", 100.653253906), ("101.325", 101.325), ("-12\n", -12), ("0.000244140\n", 0.00024414),
        ("1e2", 100), ("4150272\n\0", 4_150_272), ("  7 ", 7), ("+3", 3), (".5", 0.5),
    ])
    func `a decimal number is read, whatever is around it`(text: String, value: Double) {
        #expect(AttributeText.number(Array(text.utf8)) == value)
    }

    @Test(arguments: [
        "", "\n", " ", "nan", "inf", "-inf", "0x10", "1,5", "100 kPa", "1 2", "--1", "1e", "e5", ".", "1e999", "१२",
        "1.2.3", "1\u{0}2",
    ])
    func `anything else is no number`(text: String) {
        #expect(AttributeText.number(Array(text.utf8)) == nil)
    }

    @Test func `bytes that are no UTF-8 are no word`() {
        #expect(AttributeText.word([0x62, 0xFF]) == nil)
        #expect(AttributeText.word(Array("bmp280\n".utf8)) == "bmp280")
    }

    @Test(arguments: [(128, true), (129, false)]) func `a text is as long as the limit at the most`(
        count: Int, isTaken: Bool
    ) {
        let digits = [UInt8](repeating: 0x30, count: count - 1) + [0x31]
        #expect((AttributeText.number(digits) == 1) == isTaken)
    }
}
