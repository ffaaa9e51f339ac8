import Documents
import Evidence
import Testing

struct DocumentTests {
    @Test func `A document gives back its values with their places`() throws {
        let text = "{\n  \"a\": [1, 2.50, true, null],\n  \"ü\\n\": \"x\\u00e9\\ud83d\\ude00\"\n}"
        let document = try Document(Array(text.utf8))
        let list = try #require(document.root["a"])
        #expect(list.items.map(\.numberText) == ["1", "2.50", nil, nil])
        #expect(list.place == Place(line: 2, column: 8))
        let members = document.root.members.map { ($0.key, $0.value.string) }
        #expect(members[1].0 == "ü\n")
        #expect(members[1].1 == "xé😀")
    }

    @Test(arguments: [
        ("", "1:1"), ("{", "1:2"), ("[1,]", "1:3"), ("[1 2]", "1:4"), ("{\"a\" 1}", "1:6"), ("01", "1:1"),
        ("1.", "1:1"),
        ("[1]x", "1:4"), ("\"a\nb\"", "1:3"), ("\"\\ud800\"", "1:2"), ("\"\\x41\"", "1:2"), ("tru", "1:1"),
        ("-", "1:1"),
        ("{a:1}", "1:2"), ("// c\n1", "1:1"), ("[\n\n  +1]", "3:3"), ("\"abc", "1:1"), ("NaN", "1:1"),
    ])
    func `What is no JSON is refused with its place`(text: String, at: String) {
        let error = #expect(throws: DocumentError.self) { try Document(Array(text.utf8)) }
        #expect(error?.code == "malformedJSON")
        #expect(error?.at == at, "\(text)")
    }

    @Test func `JSON5 allows what people write by hand`() throws {
        let text = """
            // a comment
            { a: +1, 'b': .5, "c": 0xFF, d: [1, 2,], /* more */ e: -Infinity, f: 'it\\'s \\
            one', g: 5., h: 1.e3, }
            """
        let root = try Document(Array(text.utf8), dialect: .json5).root
        #expect(root["a"]?.number == 1)
        #expect(root["b"]?.number == 0.5)
        #expect(root["c"]?.number == 255)
        #expect(root["e"]?.number == -.infinity)
        #expect(root["f"]?.string == "it's one")
        #expect(root["g"]?.number == 5)
        #expect(root["h"]?.number == 1000)
    }

    @Test(
        arguments: [
            ([0x22, 0xC3, 0x28, 0x22], 1), ([0x22, 0xED, 0xA0, 0x80, 0x22], 1), ([0xFF, 0xFE, 0x31, 0x00], 0),
            ([0x22, 0xC0, 0xAF, 0x22], 1), ([0x22, 0xF4, 0x90, 0x80, 0x80, 0x22], 1), ([0x22, 0x61, 0xE2, 0x82], 2),
        ] as [([UInt8], Int)])
    func `swiftlang/swift-corelibs-foundation#4675: bytes that are not UTF-8 are refused, not repaired`(
        bytes: [UInt8], at: Int
    ) {
        #expect(throws: DocumentError.invalidUTF8(byte: at)) { try Document(bytes) }
    }

    @Test func `A key that is not UTF-8 is refused like any other byte`() {
        #expect(throws: DocumentError.invalidUTF8(byte: 2)) {
            try Document([0x7B, 0x22, 0xFF, 0x22, 0x3A, 0x31, 0x7D])
        }
    }

    @Test(arguments: [3, 12, 13, 40])
    func `A key that stands twice is named, among few keys and many`(count: Int) {
        var keys = (0..<count).map { "\"k\($0)\":0" }
        keys.append("\"\\u006b\(count - 1)\":1")
        let error = #expect(throws: DocumentError.self) { try Document(Array("{\(keys.joined(separator: ","))}".utf8)) }
        #expect(error?.code == "duplicateKey")
        if case .duplicateKey(_, let key) = error { #expect(key == "k\(count - 1)") }
    }

    @Test func `Nesting is limited exactly`() throws {
        func nested(_ depth: Int) -> [UInt8] {
            [UInt8](repeating: 0x5B, count: depth) + [UInt8](repeating: 0x5D, count: depth)
        }
        _ = try Document(nested(32))
        let error = #expect(throws: DocumentError.self) { try Document(nested(33)) }
        #expect(error?.code == "tooDeep")
        #expect(error?.at == "1:33")
        let flood = #expect(throws: DocumentError.self) { try Document([UInt8](repeating: 0x5B, count: 10_000_000)) }
        #expect(flood?.code == "tooDeep")
    }

    @Test func `Size is limited exactly`() throws {
        _ = try Document([0x31], limits: .init(bytes: 1))
        #expect(throws: DocumentError.tooLarge(limit: 1)) { try Document([0x31, 0x31], limits: .init(bytes: 1)) }
    }

    @Test func `A byte order mark is passed over and does not count as a column`() throws {
        let document = try Document([0xEF, 0xBB, 0xBF] + Array("[7]".utf8))
        #expect(document.root.items.map(\.number) == [7])
        let error = #expect(throws: DocumentError.self) { try Document([0xEF, 0xBB, 0xBF] + Array("[x]".utf8)) }
        #expect(error?.at == "1:2")
    }

    @Test func `A number that overflows is infinite and keeps its spelling`() throws {
        let value = try #require(try Document(Array("[1e400]".utf8)).root.items.first { _ in true })
        #expect(value.number == .infinity)
        #expect(value.numberText == "1e400")
    }

    @Test func `A random text never crashes the reader`() {
        var random = SplitMix(seed: 7)
        let alphabet = Array("{}[]\",:\\u0aeE+-.1tfn'/*\n \u{FEFF}é".utf8)
        for _ in 0..<20_000 {
            let bytes = (0..<random.below(24)).map { _ in alphabet[random.below(alphabet.count)] }
            for dialect in [Document.Dialect.json, .json5] {
                if let document = try? Document(bytes, dialect: dialect) {
                    let again = DocumentWriter.compact(JSONValue(document.root))
                    if dialect == .json {
                        #expect((try? Document(again)).map { JSONValue($0.root) } == JSONValue(document.root))
                    }
                }
            }
        }
    }
}
