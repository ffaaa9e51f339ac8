import Evidence
import Foundation
import MapModels
import Testing

/// A building in the extract of a town: the memory is that of the building.
@Suite(.enabled(if: Companion.isPresent, "\(Companion.absence)")) struct MapImportSizeTests {
    private static let isLong = ProcessInfo.processInfo.environment["COMPANION_LONG"] == "1"
    /// The bytes of the extract.
    private static let size = isLong ? 120 << 20 : 6 << 20
    /// What the import may take beside what the program takes for nothing, in KiB.
    private static let memoryLimit = 96 << 10

    /// Writes a house, and around it roads and points of a town up to the size.
    private func writeTown(to path: String) throws {
        let house = String(decoding: OSMModel.house().xml, as: UTF8.self).replacingOccurrences(of: "</osm>\n", with: "")
        #expect(Files.write(house, to: path))
        let file = try #require(FileHandle(forWritingAtPath: path))
        defer { try? file.close() }
        try file.seekToEnd()
        var written = house.utf8.count
        var id = 1000
        while written < Self.size {
            var part = ""
            while part.utf8.count < 1 << 20 {
                part +=
                    "<node id=\"\(id)\" lat=\"48.\(id % 9000 + 1000)\" lon=\"11.\(id % 7000 + 1000)\" version=\"3\"/>\n"
                if id % 10 == 0 {
                    part += "<way id=\"\(id)\">" + (0..<10).map { "<nd ref=\"\(id - $0)\"/>" }.joined()
                    part += "<tag k=\"highway\" v=\"residential\"/><tag k=\"name\" v=\"Road \(id)\"/></way>\n"
                }
                id += 1
            }
            try file.write(contentsOf: Data(part.utf8))
            written += part.utf8.count
        }
        try file.write(contentsOf: Data("</osm>\n".utf8))
    }

    /// The most memory that a call took, in KiB, by the system's own count.
    private func peak(_ words: [String], in folder: String) throws -> (kibibytes: Int, outcome: Companion.Outcome) {
        let script = """
            import resource, subprocess, sys
            status = subprocess.run(sys.argv[1:]).returncode
            print(resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss, file=sys.stderr)
            sys.exit(status)
            """
        let outcome = try Companion.run(
            program: "/usr/bin/python3", ["-c", script, Companion.path] + words, input: nil, in: folder,
            environment: [:],
            limit: 580)
        return (Int(outcome.errorLines.last ?? "") ?? .max, outcome)
    }

    @Test func `a town of roads costs no memory`() throws {
        try Files.withTemporaryFolder { folder in
            try writeTown(to: folder + "/town.osm")
            let nothing = try peak(["--version"], in: folder)
            let import_ = try peak(
                ["map", "import", "--from", "osm", "town.osm", "--out", "out", "--json"], in: folder)
            #expect(import_.outcome.status == 0, "\(import_.outcome.errors)")
            #expect(import_.outcome.output.contains(#""id":"mill-level-2""#))
            #expect(import_.kibibytes - nothing.kibibytes < Self.memoryLimit)
            print(
                "import of \(Self.size >> 20) MiB: peak \(import_.kibibytes >> 10) MiB, \(nothing.kibibytes >> 10) MiB for nothing"
            )
        }
    }
}
