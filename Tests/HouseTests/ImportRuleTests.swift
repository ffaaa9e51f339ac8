import Testing

@Suite("The import rule") struct ImportRuleTests {
    private static let drawn = Manifest(
        """
        let package = Package(
            targets: [
                .target(name: "CBytes", path: "Drivers/CBytes"),
                // the core
                .target(name: "Readings", swiftSettings: swift),
                .target(name: "Deciding", dependencies: ["Readings"], swiftSettings: swift),
                .target(
                    name: "Platform", dependencies: ["CBytes", "Readings", "Service"],
                    linkerSettings: [.linkedLibrary("png")]),
                .executableTarget(name: "Service", dependencies: ["Platform"]),
                .testTarget(name: "DecidingTests", dependencies: ["Deciding"]),
            ],
            swiftLanguageModes: [.v6]
        """)

    private func findings(_ path: String, _ source: String, _ manifest: Manifest = drawn) -> [String] {
        ImportRule.findings(House.Page(path: path, text: source), in: manifest)
    }

    @Test func `the list of rooms is read with order, folder and dependencies`() {
        #expect(
            Self.drawn.rooms.map(\.name) == ["CBytes", "Readings", "Deciding", "Platform", "Service", "DecidingTests"])
        #expect(Self.drawn.rooms.map(\.kind) == [.library, .library, .library, .library, .program, .tests])
        #expect(Self.drawn.rooms[0].path == "Drivers/CBytes")
        #expect(Self.drawn.rooms[3].path == "Sources/Platform")
        #expect(Self.drawn.rooms[3].dependencies == ["CBytes", "Readings", "Service"])
        #expect(Self.drawn.rooms[5].path == "Tests/DecidingTests")
    }

    @Test(arguments: [
        ("Sources/Deciding/A.swift", "import Readings"),
        ("Sources/Deciding/A.swift", "import Synchronization\npublic import struct Readings.Instant"),
        ("Sources/Platform/A.swift", "#if canImport(Glibc)\n    import Glibc\n#endif\nimport CBytes"),
        ("Sources/Deciding/A.swift", "// import Foundation\nlet text = \"import Foundation\""),
        ("Tests/DecidingTests/A.swift", "import Deciding\nimport Foundation\nimport Testing"),
    ])
    func `what the rule allows has no finding`(path: String, source: String) {
        #expect(findings(path, source) == [])
    }

    @Test(arguments: [
        ("Sources/Deciding/A.swift", "\nimport CBytes", "2: Deciding imports CBytes without declaring it"),
        ("Sources/Deciding/A.swift", "import Foundation", "1: Deciding may not import Foundation"),
        ("Sources/Platform/A.swift", "@preconcurrency import Foundation", "1: Platform may not import Foundation"),
        ("Sources/Platform/A.swift", "import class Foundation.Process", "1: Platform may not import Foundation"),
        ("Sources/Platform/A.swift", "import Service", "1: Platform imports Service, which does not stand above it"),
        ("Sources/Deciding/A.swift", "import Glibc", "1: Deciding is pure and may not import Glibc"),
        ("Sources/Readings/A.swift", "@testable import Deciding", "1: Readings imports Deciding without declaring it"),
        ("Sources/Stray/A.swift", "", "1: lies in no room of Package.swift"),
        ("Tests/DecidingTests/A.swift", "import XCTest", "1: DecidingTests may not import XCTest"),
    ])
    func `what the rule forbids is found with its line`(path: String, source: String, finding: String) {
        #expect(findings(path, source) == ["\(path):\(finding)"])
    }

    @Test func `every import in the house keeps the rule`() throws {
        let manifest = Manifest(try #require(House.page("Package.swift")).text)
        let pages = House.pages(under: ["Sources", "Drivers", "Tests"], endings: ["swift"])
        let imports = pages.flatMap { ImportRule.imports(in: $0.text) }
        #expect(imports.count > 200, "the reading of imports finds too few")
        for finding in pages.flatMap({ ImportRule.findings($0, in: manifest) }) { Issue.record("\(finding)") }
    }

    @Test func `a room depends only on rooms that stand above it`() throws {
        let manifest = Manifest(try #require(House.page("Package.swift")).text)
        for (index, room) in manifest.rooms.enumerated() {
            let above = manifest.rooms[..<index].map(\.name)
            for name in room.dependencies where !above.contains(name) {
                Issue.record("\(room) depends on \(name), which does not stand above it")
            }
        }
    }

    @Test func `every folder of source is a room, and C rooms hold no Swift`() throws {
        let manifest = Manifest(try #require(House.page("Package.swift")).text)
        let pages = House.pages(under: ["Sources", "Drivers", "Tests"], endings: ["swift", "c", "h"])
        #expect(pages.count > 100)
        for page in pages where manifest.room(of: page.path) == nil { Issue.record("\(page) lies in no room") }
        for page in pages where page.path.hasPrefix("Drivers/") && page.path.hasSuffix(".swift") {
            Issue.record("\(page): Drivers hold no Swift")
        }
    }
}
