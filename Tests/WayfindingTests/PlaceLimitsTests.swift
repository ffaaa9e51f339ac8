import Documents
import Evidence
import Testing
import Wayfinding

struct PlaceLimitsTests {
    /// A place of a long row of landmarks; `connections` of them follow each other, the rest begin again.
    static func row(landmarks: Int, connections: Int) -> [UInt8] {
        var text = "{\"format\":\"companion.place\",\"version\":1,\"id\":\"p\",\"name\":\"Row\",\"kind\":\"surveyed\","
        text += "\"scannedAt\":\"2026-09-01T10:00:00Z\",\"bounds\":{\"box\":{\"min\":{\"x\":0,\"y\":0},"
        text += "\"max\":{\"x\":9,\"y\":9}}},\"landmarks\":["
        for index in 0..<landmarks {
            text += "\(index == 0 ? "" : ",")\n{\"id\":\"l\(index)\",\"name\":\"Landmark \(index)\","
            text += "\"kind\":\"\(index == 0 ? "entrance" : "room")\",\"position\":{\"x\":\(index).5,\"y\":2}}"
        }
        text += "],\"connections\":["
        for index in 0..<connections {
            let from = index % max(landmarks - 1, 1)
            text += "\(index == 0 ? "" : ",")\n{\"id\":\"c\(index)\",\"from\":\"l\(from)\",\"to\":\"l\(from + 1)\","
            text += "\"direction\":\"both\",\"kind\":\"\(index < landmarks - 1 ? "path" : "door")\","
            text += "\"instruction\":\"Walk along the corridor.\",\"returnInstruction\":\"Walk back.\","
            text += "\"stepFree\":\"confirmed\",\"availability\":\"available\",\"displayLength\":1,"
            text += "\"verification\":{\"status\":\"unverified\",\"source\":\"plan\"}}"
        }
        return Array((text + "]}").utf8)
    }

    @Test func `A hundred thousand connections are read without a finding`() throws {
        let bytes = Self.row(landmarks: 80_000, connections: 100_000)
        let clock = ContinuousClock()
        var document: Document?
        let parsing = try clock.measure { document = try Document(bytes) }
        let parsed = try #require(document)
        var result: (map: PlaceMap?, findings: [MapFinding]) = (nil, [])
        let reading = clock.measure { result = PlaceMapReader.read(parsed, now: nowInTests) }
        #expect(result.findings.isEmpty, "\(result.findings.prefix(3))")
        #expect(result.map?.connections.count == 100_000)
        let share = reading / parsing
        print("100,000 connections, \(bytes.count) bytes: parsed in \(parsing), read and validated in \(share) of that")
    }

    @Test func `The limit of landmarks and connections is exact and ends the reading`() throws {
        func minimal(_ key: String, _ count: Int) throws -> [MapFinding] {
            let list = "[" + [String](repeating: "3", count: count).joined(separator: ",") + "]"
            var text = PlaceCorpus.valid
            let start = try #require(text.range(of: "\"\(key)\": ["))
            text = String(text[..<start.lowerBound]) + "\"\(key)\": \(list)"
            text += key == "landmarks" ? ", \"connections\": []}" : "}"
            return try readPlace(text).findings
        }
        #expect(try minimal("connections", 300_001).map(\.code) == [.tooManyConnections])
        #expect(try minimal("landmarks", 300_001).map(\.code) == [.tooManyLandmarks])
        #expect(try minimal("landmarks", 300_000).count { $0.code == .wrongType } == 300_000)
    }

    @Test func `A text of five megabytes is refused and not repeated`() throws {
        let text = PlaceCorpus.valid.replacing("Two doors.", with: String(repeating: "x", count: 5_000_000))
        let findings = try readPlace(text).findings
        #expect(findings.map(\.code) == [.textTooLong])
        #expect(findings[0].message.count < 300)
        let word = PlaceCorpus.valid.replacing(
            "\"desk\", \"pos", with: "\"\(String(repeating: "y", count: 5_000_000))\", \"pos")
        let unknown = try readPlace(word).findings
        #expect(unknown.map(\.code) == [.unknownEnumValue] && unknown[0].message.count < 400)
    }

    @Test func `Ten megabytes of brackets, bytes that are no text, and twice one key are no document`() {
        func code(_ bytes: [UInt8]) -> String? {
            do throws(DocumentError) { _ = try Document(bytes) } catch { return error.code }
            return nil
        }
        #expect(code([UInt8](repeating: 0x5B, count: 10_000_000)) == "tooDeep")
        #expect(code(Array(#"{"format":"companion.place","id":"a","id":"b"}"#.utf8)) == "duplicateKey")
        #expect(code(Array("{\"".utf8) + [0xC3, 0x28] + Array("\":1}".utf8)) == "invalidUTF8")
        #expect(code(Array("{\"name\":\"\\ud800\"}".utf8)) == "malformedJSON")
    }

    @Test func `A polygon with very many corners is judged in bounded time`() throws {
        func corners(_ count: Int) -> String {
            let upper = (0..<count / 2).map { "{\"x\":\($0),\"y\":\($0 % 2 == 0 ? 1 : 900)}" }
            let lower = (0..<count / 2).reversed().map { "{\"x\":\($0),\"y\":-5}" }
            return "{\"polygon\":[\((upper + lower).joined(separator: ","))]}"
        }
        let box = "{\"box\": {\"min\": {\"x\": -2, \"y\": -2}, \"max\": {\"x\": 12, \"y\": 9.5}}}"
        for (count, codes) in [(10_000, []), (10_002, [MapFindingCode.badBounds])] {
            #expect(try readPlace(PlaceCorpus.valid.replacing(box, with: corners(count))).findings.map(\.code) == codes)
        }
    }
}
