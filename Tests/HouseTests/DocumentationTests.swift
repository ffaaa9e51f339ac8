import Evidence
import Foundation
import Testing

/// The symbol graph is read from the modules that the build of this test has made, with the compiler's own tool: it
/// knows cases, requirements and members of extensions, which no reading of lines does, and takes a moment.
@Suite("Documentation", .serialized) struct DocumentationTests {
    private static let reader = Tool.find("swift-symbolgraph-extract")

    struct Graph: Decodable {
        struct Symbol: Decodable {
            struct Comment: Decodable {
                struct Line: Decodable { var text: String }
                var lines: [Line]
            }
            struct Location: Decodable {
                struct Position: Decodable { var line: Int }
                var uri: String
                var position: Position
            }
            var pathComponents: [String]
            var docComment: Comment?
            var location: Location?

            /// Whether a person wrote it and left it without a word.
            var isUndocumented: Bool {
                location != nil && (docComment?.lines.allSatisfy { $0.text.isEmpty } ?? true)
            }

            /// Where it stands, and its name.
            var place: String {
                "\(location?.uri ?? ""):\((location?.position.line ?? 0) + 1): \(pathComponents.joined(separator: "."))"
            }
        }
        var symbols: [Symbol]
    }

    static func symbols(of module: String, in folder: String) throws -> [Graph.Symbol] {
        let reader = try #require(reader)
        let target = "\(machine)-unknown-linux-gnu"
        let maps = Built.moduleMaps.flatMap { ["-Xcc", "-fmodule-map-file=" + $0] }
        return try Files.withTemporaryFolder { output in
            let arguments =
                ["-module-name", module, "-I", folder + "/Modules", "-target", target]
                + ["-minimum-access-level", "package", "-skip-synthesized-members", "-output-dir", output]
            let run = try #require(try Tool.run(reader, arguments + maps))
            try #require(run.status == 0, "\(module): \(run.output)")
            let names = try FileManager.default.contentsOfDirectory(atPath: output)
            return try names.flatMap { name in
                try JSONDecoder().decode(Graph.self, from: Data(Files.read("\(output)/\(name)") ?? [])).symbols
            }
        }
    }

    private static var machine: String {
        #if arch(arm64)
            "aarch64"
        #else
            "x86_64"
        #endif
    }

    @Test func `a symbol without words is told from one that nobody wrote`() throws {
        let json = """
            {"symbols": [
                {"pathComponents": ["A"], "location": {"uri": "a", "position": {"line": 1}}},
                {"pathComponents": ["B"], "docComment": {"lines": [{"text": "B."}]},
                 "location": {"uri": "a", "position": {"line": 2}}},
                {"pathComponents": ["C"]}
            ]}
            """
        let symbols = try JSONDecoder().decode(Graph.self, from: Data(json.utf8)).symbols
        #expect(symbols.filter(\.isUndocumented).map(\.place) == ["a:2: A"])
    }

    @Test(
        .enabled(if: reader != nil, "swift-symbolgraph-extract is absent: documentation was not counted"),
        .enabled(if: Built.folder != nil, "the test runs away from its build: documentation was not counted"))
    func `everything that crosses a wall has a documentation comment`() throws {
        let folder = try #require(Built.folder)
        let manifest = Manifest(try #require(House.page("Package.swift")).text)
        var count = 0
        for room in manifest.rooms where room.kind == .library && room.path.hasPrefix("Sources/") {
            let symbols = try Self.symbols(of: room.name, in: folder)
            count += symbols.count
            for symbol in symbols where symbol.isUndocumented {
                Issue.record("\(symbol.place) has no documentation comment")
            }
        }
        #expect(count > 1000, "the symbol graph shows too little")
    }
}
