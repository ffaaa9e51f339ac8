import Evidence
import Foundation
import Testing

/// The simulated hours, beside the program that runs this test.
private enum SoakProgram {
    static let path: String? = {
        guard let own = try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe") else { return nil }
        let path = (own as NSString).deletingLastPathComponent + "/Soak"
        return FileManager.default.isExecutableFile(atPath: path) ? path : nil
    }()

    static func run(_ words: [String]) throws -> Companion.Outcome {
        try Companion.run(
            program: try #require(path), words, input: nil, in: nil, environment: [:], limit: 600)
    }
}

/// A short dose of `make soak`: every fault once, and one minute in whole frames.
@Suite(.serialized, .ownThreads, .enabled(if: SoakProgram.path != nil, "Soak is not built beside the tests"))
struct SoakTests {
    @Test(arguments: [UInt64(1), 20_261_130])
    func `every fault of the sensors, the voice, the disk, the clock and the doors is spoken as the rules say`(
        seed: UInt64
    ) throws {
        let run = try SoakProgram.run(["--minutes", "20", "--frames-every", "20", "--seed", "\(seed)"])
        #expect(run.status == 0, "\(run.output)\(run.errors)")
        let rows = run.lines.filter { $0.hasPrefix("| ") }.dropFirst(2)
        #expect(rows.count == 20, "a row for each fault")
        #expect(rows.allSatisfy { $0.contains(" | 1 | ") }, "each came once")
    }

    @Test(arguments: ["depthUnavailable", "blocked", "barometerBack", "proximity"])
    func `what is not heard is missed, with the minute and what was expected`(kind: String) throws {
        let run = try SoakProgram.run(["--minutes", "20", "--frames-every", "1000", "--deaf", kind])
        #expect(run.status == 1)
        let complaints = run.lines.filter { $0.hasPrefix("soak: minute ") && $0.contains(" was expected") }
        #expect(!complaints.isEmpty, "\(run.output)")
        #expect(run.lines.last?.hasSuffix("minutes were not as expected") ?? false)
    }

    @Test func `what it is asked for wrongly is refused`() throws {
        for words in [["--minutes", "0"], ["--minutes"], ["--deaf", "nothing"], ["--speed", "2"]] {
            #expect(try SoakProgram.run(words).status == 2, "\(words)")
        }
    }
}
