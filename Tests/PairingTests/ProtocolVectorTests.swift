import Evidence
import Foundation
import Pairing
import Testing

/// The document and the service against values that an independent script has computed.
struct ProtocolVectorTests {
    private static let document: String? = {
        let root = #filePath.split(separator: "/", omittingEmptySubsequences: false).dropLast(3).joined(separator: "/")
        return Files.text(root + "/Sources/Pairing/PROTOCOL.md")
    }()

    /// The rows of the document's table.
    private static func vectors() throws -> [String: String] {
        let document = try #require(document)
        let table = try #require(document.components(separatedBy: "## 8. Test vectors").last)
        var vectors: [String: String] = [:]
        for row in table.split(separator: "\n") where row.hasPrefix("| ") && row.hasSuffix("` |") {
            let cells = row.dropFirst(2).dropLast(2).components(separatedBy: " | ")
            vectors[cells[0]] = cells[1].replacingOccurrences(of: "`", with: "")
        }
        return vectors
    }

    private static func bytes(_ text: String?) throws -> [UInt8] {
        let text = Array(try #require(text).utf8)
        return try stride(from: 0, to: text.count, by: 2).map { index in
            try #require(UInt8(String(decoding: text[index..<index + 2], as: UTF8.self), radix: 16))
        }
    }

    private static func hex(_ bytes: [UInt8]) -> String { bytes.map { String(format: "%02x", $0) }.joined() }

    @Test func `every value of the document's table follows from those above it`() throws {
        let vectors = try Self.vectors()
        #expect(vectors.count == 23)
        let computed = try ProtocolVectors(
            fingerprintI: Self.bytes(vectors["fingerprint, initiator"]),
            fingerprintR: Self.bytes(vectors["fingerprint, responder"]),
            contributionI: Self.bytes(vectors["contribution, initiator"]),
            contributionR: Self.bytes(vectors["contribution, responder"]), exporter: Self.bytes(vectors["exporter"]),
            nonceI: Self.bytes(vectors["nonce, initiator"]), nonceR: Self.bytes(vectors["nonce, responder"]))
        let values = try #require(computed.values)
        #expect(values.count == 16)
        for (name, value) in values { #expect(vectors[name] == value, "\(name)") }
    }

    @Test func `a secret never shows itself and cannot be read from a text of another length`() throws {
        let secret = try #require(PairingSecret(hexadecimal: String(repeating: "ab", count: 32)))
        #expect(!"\(secret)".contains("ab"))
        var dumped = ""
        dump(secret, to: &dumped)
        #expect(!String(reflecting: secret).contains("abab") && !dumped.contains("abab"))
        for text in ["", "ab", String(repeating: "ab", count: 33), String(repeating: "AB", count: 32)] {
            #expect(PairingSecret(hexadecimal: text) == nil)
        }
    }

    @Test func `a secret erases what it was made from`() throws {
        var bytes = [UInt8](repeating: 7, count: 32)
        _ = PairingSecret(taking: &bytes)
        #expect(bytes.isEmpty)
    }
}
