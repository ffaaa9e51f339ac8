import Documents
import Evidence
import Testing

struct DocumentTableTests {
    private static func list(_ texts: [String]) throws -> (document: Document, indices: [Int]) {
        let document = try Document(Array("[\(texts.joined(separator: ","))]".utf8))
        return (document, document.root.itemIndices.map(Int.init))
    }

    @Test func `A number is read as the nearest one there is, however it is spelled`() throws {
        var random = SplitMix(seed: 4)
        func digits(_ most: Int) -> String {
            String(random.below(9) + 1) + (0..<random.below(most)).map { _ in String(random.below(10)) }.joined()
        }
        var texts = ["0", "-0", "0.1", "-0.0", "1e400", "-1e400", "1e-400", "9007199254740993", "0.000000000000001"]
        for _ in 0..<20_000 {
            let fraction = random.below(4) == 0 ? "" : ".\(digits(9))"
            let power = random.below(9) == 0 ? "e\(random.below(60) - 30)" : ""
            texts.append((random.below(2) == 0 ? "-" : "") + digits(18) + fraction + power)
        }
        let (document, indices) = try Self.list(texts)
        let numbers = document.withTable { table in indices.map { table.number($0)?.bitPattern } }
        #expect(zip(numbers, texts).filter { $0 != Double($1)?.bitPattern }.map(\.1) == [])
    }

    @Test(arguments: [
        ("Go on.", true), ("Ärztehaus", true), ("Выход", true), ("出口", true), ("a", true), ("", false), (" a", false),
        ("\u{A0}", false), ("\u{3000}x", false), ("a\u{7F}", false), ("a\u{85}", false), ("\u{200B}a", false),
        ("\\u0061", false), (String(repeating: "x", count: 40), true), (String(repeating: "x", count: 41), false),
    ])
    func `A text is plain where nothing in it needs a second look`(text: String, isPlain: Bool) throws {
        let (document, indices) = try Self.list(["\"\(text)\""])
        #expect(document.withTable { $0.plainText(indices[0], limit: 40) } == (isPlain ? text : nil))
    }

    @Test func `Members are found in any order, and what is null or absent is not there`() throws {
        let texts = [
            #"{"a": 1, "b": 2}"#, #"{"b": 3, "x": {"a": 9}, "a": 4}"#, #"{"a": null}"#, "{}", #"{"c": 5, "b": 6}"#,
        ]
        let (document, indices) = try Self.list(texts)
        let found = document.withTable { table in
            var reader = MemberReader(["a", "b", "c"])
            return indices.map { index -> [Double?] in
                reader.read(index, in: table) ? (0..<3).map { reader[$0].flatMap { table.number($0) } } : []
            }
        }
        #expect(found == [[1, 2, nil], [4, 3, nil], [nil, nil, nil], [nil, nil, nil], [nil, 6, 5]])
    }

    @Test func `An object with an escape in a key needs a closer look, and what is no object too`() throws {
        let (document, indices) = try Self.list([#"{"\u0061": 1}"#, "[1]", "\"a\"", "null"])
        let read = document.withTable { table in
            var reader = MemberReader(["a"])
            return indices.map { reader.read($0, in: table) }
        }
        #expect(read == [false, false, false, false])
    }

    @Test func `Items are those of an array, and an element is found again by its number`() throws {
        let (document, indices) = try Self.list(["[1, [2]]", "{\"a\": [3]}", "4"])
        #expect(indices.count == 3)
        #expect(document.element(indices[2]).number == 4)
        #expect(document.element(indices[1])["a"]?.itemIndices.count == 1)
        #expect(document.element(indices[1]).itemIndices.isEmpty)
        #expect(document.element(indices[0]).tableIndex == indices[0])
    }
}
