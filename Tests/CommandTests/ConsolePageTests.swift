import Evidence
import Foundation
import Testing

/// The page for bench and review, in a real browser.
@Suite(
    .serialized, .ownThreads, .enabled(if: Companion.isPresent, "\(Companion.absence)"),
    .enabled(if: ConsoleBench.hasBrowser, "\(ConsoleBench.absence)"))
struct ConsolePageTests {
    @Test func `The page can be read, heard and used by keyboard alone, in light and dark, large and small`() throws {
        _ = try ConsoleBench.with { bench in
            try FileManager.default.createDirectory(
                atPath: ConsoleBench.pictures, withIntermediateDirectories: true)
            try bench.check("sections", "doors", "keyboard", "axe", "narrow", "large", "motion", "named", "strict")
            try bench.check("routes", "people", "nearby", "pictures")
        }
    }

    @Test func `Each step goes to the screen reader once and not to the voice, and warnings go on being spoken`() throws
    {
        let near = ConsoleBench.standing.replacingOccurrences(
            of: "[2, 0.5], end: [2, 1.5]", with: "[0.8, -1], end: [0.8, 1]")
        _ = try ConsoleBench.with(near) { bench in
            try bench.check("steps")
            let spoken = try String(contentsOfFile: bench.service.folder + "/spoken.txt", encoding: .utf8)
            #expect(!spoken.contains("Go through the glass door"), "\(spoken)")
            #expect(spoken.contains("Something ahead."), "\(spoken)")
        }
    }

    @Test func `Settings are changed, maps are opened and kept, and what was seen is erased`() throws {
        _ = try ConsoleBench.with(options: ["--state", "state"]) { bench in
            try FileManager.default.createDirectory(
                atPath: ConsoleBench.pictures, withIntermediateDirectories: true)
            try? FileManager.default.removeItem(atPath: ConsoleBench.pictures + "/place.json")
            try FileManager.default.copyItem(
                atPath: bench.service.folder + "/place.json", toPath: ConsoleBench.pictures + "/place.json")
            try bench.check("changes", "opening", "seen", "phones")
            let listed = try bench.service.call("places", "list", "--state", "state")
            #expect(listed.output.contains("Tiny house"), "\(listed)")
        }
    }
}
