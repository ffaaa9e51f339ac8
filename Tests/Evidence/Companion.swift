import Foundation

/// The built program, run as anybody would run it.
public enum Companion {
    /// Where the build puts it, beside the program that runs this test.
    public static let path: String = {
        let parts = #filePath.split(separator: "/", omittingEmptySubsequences: false)
        let standard = parts.dropLast(3).joined(separator: "/") + "/.build/release/companion"
        guard let test = try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe") else {
            return standard
        }
        let beside = (test as NSString).deletingLastPathComponent + "/companion"
        return FileManager.default.isExecutableFile(atPath: beside) ? beside : standard
    }()

    /// Whether it has been built.
    public static let isPresent = FileManager.default.isExecutableFile(atPath: path)

    /// What a skipped test prints.
    public static let absence = "companion is not built: the command line was not run"

    /// How a call ended, and what it wrote.
    public struct Outcome: Sendable {
        /// The exit code; negative for a signal, `Int32.min` where it had to be killed at the limit.
        public var status: Int32
        /// Standard output.
        public var output: String
        /// Standard error.
        public var errors: String

        /// The lines of standard output.
        public var lines: [String] { output.split(separator: "\n").map(String.init) }
        /// The lines of standard error.
        public var errorLines: [String] { errors.split(separator: "\n").map(String.init) }
    }

    /// Runs a call to its end.
    public static func run(
        _ words: [String], input: String? = nil, in folder: String? = nil, environment: [String: String] = [:],
        limit: Double = 60
    ) throws -> Outcome {
        try run(program: path, words, input: input, in: folder, environment: environment, limit: limit)
    }

    /// Runs a line of the shell in which `companion` is the built program.
    public static func shell(
        _ line: String, in folder: String? = nil, environment: [String: String] = [:], limit: Double = 60
    ) throws -> Outcome {
        let script = "companion() { \"\(path)\" \"$@\"; }\n" + line
        let words = ["-c", script]
        return try run(
            program: "/bin/bash", words, input: nil, in: folder, environment: environment, limit: limit)
    }

    /// Runs a program to its end.
    public static func run(
        program: String, _ words: [String], input: String?, in folder: String?, environment: [String: String],
        limit: Double
    ) throws -> Outcome {
        let running = try RunningProgram(program, words, in: folder, environment: environment)
        if let input { running.write(input) }
        running.closeInput()
        return running.end(limit: limit)
    }
}
