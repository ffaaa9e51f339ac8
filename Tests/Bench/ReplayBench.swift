import Foundation

/// A recording through the program, start and end of the process included, against the time that it took to walk it.
struct ReplayBench {
    let companion: String
    let folder: String
    /// How often the recorded walk follows itself, for three lengths of log.
    private static let lengths = [1, 10, 100]
    private static let places = ["--place", "ground.json", "--place", "first.json", "--place", "second.json"]

    func run(into table: inout BenchTable) {
        guard FileManager.default.isExecutableFile(atPath: companion),
            output(["simulate", "--out", "walk.jsonl"]) != nil,
            let text = try? String(contentsOfFile: folder + "/walk.jsonl", encoding: .utf8)
        else { return }
        let lines = text.split(separator: "\n").filter { !$0.contains("\"type\":\"end\"") }
        let length = lines.compactMap(Self.seconds).max() ?? 0
        for times in Self.lengths where length > 0 {
            let log = (0..<times).flatMap { number in lines.map { Self.later($0, by: Double(number) * (length + 1)) } }
            try? log.joined(separator: "\n").write(toFile: folder + "/long.jsonl", atomically: true, encoding: .utf8)
            let replay = ["replay", "long.jsonl", "--json", "--groups", "buildings.json"] + Self.places
            guard output(replay) != nil else { return }
            let spent = (0..<Stopwatch.repetitions).map { _ in Stopwatch.once { _ = output(replay) } }
            table.add(
                BenchRow(
                    what: "replay of a recording", size: "\(log.count) events", ours: Stopwatch.median(spent),
                    against: "real time", theirs: Double(times) * (length + 1) * 1e6, goal: .timesFaster(200)))
        }
    }

    /// The time of an event line in seconds.
    private static func seconds(_ line: Substring) -> Double? {
        guard let start = line.range(of: "\"t\":")?.upperBound else { return nil }
        return Double(line[start...].prefix { $0 != "," && $0 != "}" }.trimmingCharacters(in: .whitespaces))
    }

    /// The same event some seconds later.
    private static func later(_ line: Substring, by more: Double) -> String {
        guard more > 0, let time = seconds(line), let start = line.range(of: "\"t\":")?.upperBound,
            let end = line[start...].firstIndex(where: { $0 == "," || $0 == "}" })
        else { return String(line) }
        return line[..<start] + String(format: "%.6f", time + more) + line[end...]
    }

    private func output(_ arguments: [String]) -> Data? {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/timeout")
        process.arguments = ["-k", "5", "60", companion] + arguments
        process.currentDirectoryURL = URL(fileURLWithPath: folder)
        let pipe = Pipe()
        process.standardOutput = pipe
        process.standardError = FileHandle.nullDevice
        do { try process.run() } catch { return nil }
        let data = pipe.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        return process.terminationStatus == 0 ? data : nil
    }
}
