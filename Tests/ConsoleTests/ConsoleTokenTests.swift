import Console
import Testing

@Suite struct ConsoleTokenTests {
    @Test func `A token is 64 hexadecimal digits, and no two are the same`() {
        let tokens = (0..<64).map { _ in ConsoleToken().text }
        #expect(tokens.allSatisfy { $0.count == 64 && $0.allSatisfy { "0123456789abcdef".contains($0) } })
        #expect(Set(tokens).count == tokens.count)
    }

    @Test func `Only the whole token matches`() {
        let token = ConsoleToken()
        #expect(token.matches(token.text) && token.matches(Substring(token.text)))
        for other in [
            "", " ", token.text + "0", "0" + token.text, token.text + token.text, token.text.uppercased() + "x",
        ] {
            #expect(!token.matches(other), "\(other)")
        }
    }

    @Test func `A single wrong digit anywhere is enough, and so is a missing one`() {
        let token = ConsoleToken()
        for index in token.text.indices {
            var other = token.text
            other.replaceSubrange(index...index, with: other[index] == "0" ? "1" : "0")
            #expect(!token.matches(other))
            other.remove(at: index)
            #expect(!token.matches(other))
        }
    }

    @Test func `A text whose length differs by a multiple of 256 does not match`() {
        let token = ConsoleToken()
        #expect(!token.matches(String(repeating: token.text, count: 5)))
    }
}
