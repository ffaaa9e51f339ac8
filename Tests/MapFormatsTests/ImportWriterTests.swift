import Documents
import Evidence
import Foundation
import MapFormats
import MapModels
import Testing
import Wayfinding

@Suite struct ImportWriterTests {
    private func result() throws -> ImportResult { try OSMModel.house().imported() }

    private func names(_ folder: String) -> [String] {
        ((try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []).sorted()
    }

    @Test func `a new folder, or an empty one, holds every place and the groups`() throws {
        let result = try result()
        try Files.withTemporaryFolder { folder in
            try FileManager.default.createDirectory(atPath: folder + "/empty", withIntermediateDirectories: false)
            for out in ["new", "empty", "slash/"] {
                try ImportWriter.write(result, to: folder + "/" + out, force: false)
                #expect(
                    names(folder + "/" + out)
                        == ["buildings.json", "mill-level-0.json", "mill-level-1.json", "mill-level-2.json"])
            }
            #expect(names(folder) == ["empty", "new", "slash"])
            #expect(Files.read(folder + "/new/mill-level-1.json") == result.places[1].bytes)
            let groups = try Document(Files.read(folder + "/new/buildings.json") ?? [])
            #expect(GroupsReader.read(groups, now: 0).findings.isEmpty)
        }
    }

    @Test func `a folder with something in it is refused, and with force other files stay`() throws {
        let result = try result()
        try Files.withTemporaryFolder { folder in
            Files.write("mine", to: folder + "/notes.txt")
            Files.write("old", to: folder + "/mill-level-0.json")
            #expect(throws: MapFormatError.alreadyThere(path: folder)) {
                try ImportWriter.write(result, to: folder, force: false)
            }
            #expect(names(folder) == ["mill-level-0.json", "notes.txt"])
            try ImportWriter.write(result, to: folder, force: true)
            #expect(names(folder).count == 5 && Files.text(folder + "/notes.txt") == "mine")
            #expect(Files.read(folder + "/mill-level-0.json") == result.places[0].bytes)
        }
    }

    @Test func `what cannot be written leaves nothing behind`() throws {
        let result = try result()
        try Files.withTemporaryFolder { folder in
            #expect { try ImportWriter.write(result, to: folder + "/a/b", force: false) } throws: {
                ($0 as? MapFormatError)?.code == "cannotWrite"
            }
            Files.write("x", to: folder + "/file")
            #expect { try ImportWriter.write(result, to: folder + "/file", force: true) } throws: {
                ($0 as? MapFormatError)?.code == "cannotWrite"
            }
            #expect(names(folder) == ["file"])
        }
    }
}
