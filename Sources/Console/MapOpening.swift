import Documents
import Glibc
import Wayfinding

/// A place map that somebody opens in the page: what is wrong with it, and where nothing is, the place to look at.
enum MapOpening {
    /// Checks the bytes of a file; a place without errors can be looked at from then on.
    static func check(_ bytes: [UInt8], _ maker: RouteMaker) -> JSONValue {
        let document: Document
        do throws(DocumentError) {
            document = try Document(bytes)
        } catch {
            return answer(
                isValid: false, words: "This is no place map: \(error.description).", findings: [], map: nil)
        }
        let reading = PlaceMapReader.read(document, now: Int64(time(nil)))
        let errors = reading.findings.count { $0.severity == .error }
        guard errors == 0, let map = reading.map else {
            let words = "This map cannot be used: \(errors) \(errors == 1 ? "error" : "errors")."
            return answer(isValid: false, words: words, findings: reading.findings, map: nil)
        }
        maker.opened = map
        let kind = map.kind == .demo ? " It is a demo map." : ""
        let words = "“\(map.name)”: \(map.landmarks.count) landmarks, \(map.connections.count) connections.\(kind)"
        return answer(isValid: true, words: words, findings: reading.findings, map: map)
    }

    private static func answer(isValid: Bool, words: String, findings: [MapFinding], map: PlaceMap?) -> JSONValue {
        .object([
            .init("valid", .boolean(isValid)), .init("words", .string(words)),
            .init("findings", .array(findings.map(\.jsonValue))),
            .init("id", map.map { .string($0.id) } ?? .null), .init("name", map.map { .string($0.name) } ?? .null),
            .init("shownAs", map == nil ? .null : .string(RouteMaker.openedId)),
        ])
    }
}
