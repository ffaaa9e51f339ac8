import Documents
import Testing

struct DocumentWriterTests {
    @Test func `The canonical form is a fixed point`() throws {
        let text = "{\"b\":[],\"a\":{\"z\":1.50,\"y\":\"s/\\u000b\\\"é\"},\"c\":{},\"B\":[1,{\"q\":null}]}"
        let once = DocumentWriter.canonical(JSONValue(try Document(Array(text.utf8)).root))
        let twice = DocumentWriter.canonical(JSONValue(try Document(once).root))
        #expect(once == twice)
        #expect(
            String(decoding: once, as: UTF8.self) == """
                {
                  "B": [
                    1,
                    {
                      "q": null
                    }
                  ],
                  "a": {
                    "y": "s/\\u000b\\"é",
                    "z": 1.50
                  },
                  "b": [],
                  "c": {}
                }

                """)
    }

    @Test(arguments: [
        (1.0005, "1.001"), (-1.0005, "-1.001"), (2.0, "2"), (0.0004, "0"), (-0.0004, "0"), (0.0005, "0.001"),
        (12.3456, "12.346"),
        (1e-7, "0"), (123456.5, "123456.5"), (0.9999, "1"), (-0.3, "-0.3"), (4.35, "4.35"),
    ])
    func `Thousandths round halves away from zero and carry no zeros`(value: Double, text: String) {
        #expect(JSONValue.thousandths(value) == .number(text))
    }

    @Test(arguments: [
        (1_500_000_000, "1.5"), (0, "0"), (1, "0.000000001"), (61_000_000_000, "61"), (-20, "-0.00000002"),
    ])
    func `Whole nanoseconds are spelled exactly`(count: Int64, text: String) {
        #expect(DecimalText.wholeUnits(count, digits: 9) == text)
    }

    @Test(arguments: [("alertDistence", "alertDistance"), ("treshold", "threshold"), ("repaet", "repeat")])
    func `cppalliance/mrdocs#992: a typo finds the name that was meant`(typo: String, meant: String) {
        #expect(NearestName.among(["repeat", "threshold", "alertDistance"], to: typo) == [meant])
    }

    @Test func `A name like nothing finds nothing`() {
        #expect(NearestName.among(["threshold"], to: "zzzzzzzz").isEmpty)
    }
}
