import Foundation

/// Other people's software, called through Python with the same bytes.
struct Peers {
    /// The interpreter of the environment that the peers are installed in; nil where there is none.
    let python: String?
    let script: String
    /// Where the bytes are laid for them.
    let folder: String

    /// How long the peers may take for one call of the script.
    private static let limitSeconds = 600

    /// What one of them took.
    struct Measured {
        var name: String
        var version: String
        /// The median.
        var microseconds: Double

        var title: String { "\(name) \(version)" }
    }

    /// The medians as the script prints them; empty where it cannot run.
    func measure(_ arguments: [String]) -> [Measured] {
        guard let python else { return [] }
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/timeout")
        process.arguments = ["-k", "5", "\(Self.limitSeconds)", python, script] + arguments
        let pipe = Pipe()
        process.standardOutput = pipe
        do { try process.run() } catch { return [] }
        let data = pipe.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        return String(decoding: data, as: UTF8.self).split(separator: "\n").compactMap { line in
            let words = line.split(separator: " ")
            guard words.count == 3, let number = Double(words[2]) else { return nil }
            return Measured(name: String(words[0]), version: String(words[1]), microseconds: number)
        }
    }

    /// Lays bytes for the peers and returns the path.
    func lay<Element>(_ values: [Element], as name: String) throws -> String {
        let path = folder + "/" + name
        try values.withUnsafeBytes { try Data($0).write(to: URL(fileURLWithPath: path)) }
        return path
    }
}
