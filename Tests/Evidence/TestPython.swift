import Foundation

/// The Python environment of the tests, which `scripts/need-python.sh` makes beside the build.
public enum TestPython {
    private static let root =
        #filePath.split(separator: "/", omittingEmptySubsequences: false).dropLast(3).joined(separator: "/")

    /// Its interpreter.
    public static let path: String = {
        let standard = root + "/.build/python/bin/python3"
        guard !FileManager.default.isExecutableFile(atPath: standard),
            let test = try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe"),
            let build = test.range(of: "/.build/")
        else { return standard }
        return test[..<build.lowerBound] + "/.build/python/bin/python3"
    }()

    /// A file of the tests by its path under `Tests`.
    public static func script(_ name: String) -> String { root + "/Tests/" + name }

    /// Whether it can import modules, such as `cyclonedds`.
    public static func has(_ modules: String...) -> Bool {
        guard FileManager.default.isExecutableFile(atPath: path) else { return false }
        let words = ["-c", "import " + modules.joined(separator: ", ")]
        let run = try? Companion.run(program: path, words, input: nil, in: nil, environment: [:], limit: 60)
        return run?.status == 0
    }
}
