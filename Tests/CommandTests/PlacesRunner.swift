import Documents
import Evidence
import Foundation
import Storage
import Testing

/// Runs `companion` on a state directory of its own, with something on standard input.
struct PlacesRunner {
    /// The program beside this test, or nil where it is not built.
    static let program: String? = {
        guard let own = try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe") else { return nil }
        let path = (own as NSString).deletingLastPathComponent + "/companion"
        return FileManager.default.isExecutableFile(atPath: path) ? path : nil
    }()

    /// What a call gave.
    struct Answer {
        var exit: Int32
        var output: String
        var error: String

        /// The first line of the output as JSON.
        var json: JSONValue {
            get throws {
                let line = output.split(separator: "\n").first.map { Array($0.utf8) } ?? []
                return JSONValue(try Document(line).root)
            }
        }
    }

    let folder: String
    var state: String { folder + "/state" }

    static func run<Result>(_ body: (PlacesRunner) throws -> Result) throws -> Result {
        try Files.withTemporaryFolder { try body(PlacesRunner(folder: $0)) }
    }

    /// Runs a command; `input` is on standard input, and its end follows.
    func call(_ words: [String], input: String = "", zone: String = "UTC") throws -> Answer {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: try #require(Self.program))
        process.arguments = words + ["--state", state]
        process.environment = ["TZ": zone, "PATH": "/usr/bin:/bin", "RUNTIME_DIRECTORY": folder + "/run"]
        let inputFile = folder + "/input"
        try #require(Files.write(input, to: inputFile))
        let outputs = ["/output", "/error"].map { folder + $0 }
        for path in outputs { try #require(Files.write("", to: path)) }
        process.standardInput = FileHandle(forReadingAtPath: inputFile)
        process.standardOutput = FileHandle(forWritingAtPath: outputs[0])
        process.standardError = FileHandle(forWritingAtPath: outputs[1])
        try process.run()
        process.waitUntilExit()
        return Answer(
            exit: process.terminationStatus, output: Files.text(outputs[0]) ?? "", error: Files.text(outputs[1]) ?? "")
    }

    /// Writes a small map and gives its path.
    func map(_ id: String, name: String, landmark: String = "Door") throws -> String {
        let path = folder + "/\(id).json"
        let text =
            #"{"format":"companion.place","version":1,"id":"\#(id)","name":"\#(name)","#
            + #""scannedAt":"2026-01-02T03:04:05Z","kind":"surveyed","landmarks":[{"id":"door","name":"\#(landmark)","#
            + #""kind":"entrance"}],"connections":[]}"#
        try #require(Files.write(text, to: path))
        return path
    }

    /// Takes a small map in.
    func take(_ id: String, name: String? = nil) throws {
        #expect(try call(["places", "import", try map(id, name: name ?? id), "--yes"]).exit == 0)
    }
}
