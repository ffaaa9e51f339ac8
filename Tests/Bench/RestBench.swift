import Foundation

/// What the service takes of the machine while nothing happens, with its camera and its barometer going.
struct RestBench {
    private static let seconds = 20.0
    private static let mebibytes = 64.0
    private static let share = 0.03

    func run(into table: inout BenchTable) throws {
        print("rest: the service by itself for \(Int(Self.seconds)) s")
        let process = Process()
        process.executableURL = URL(fileURLWithPath: CommandLine.arguments[0])
        process.arguments = ["--rest", "\(Self.seconds)"]
        let pipe = Pipe()
        process.standardOutput = pipe
        try process.run()
        let text = String(decoding: pipe.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        process.waitUntilExit()
        let numbers = text.split(separator: " ").compactMap { Double($0.trimmingCharacters(in: .newlines)) }
        guard numbers.count == 2 else { return print("rest: the service could not be run") }
        table.add(
            BenchRow(
                what: "the service at rest, share of a core", size: "848×480×30, 25 Hz", ours: numbers[0],
                against: "3 %", theirs: Self.share, goal: .atMost(1), unit: .share))
        table.add(
            BenchRow(
                what: "the service at rest, memory", size: "848×480×30, 25 Hz", ours: numbers[1], against: "64 MiB",
                theirs: Self.mebibytes, goal: .atMost(1), unit: .mebibytes))
    }

    /// Runs the service in this process, and prints its share of a core and its memory in MiB.
    ///
    /// What is prepared before the first frame, and the payloads that stand in for a camera, are counted as memory.
    static func serve(seconds: Double) throws {
        let before = Self.processorSeconds()
        let began = Date()
        try BenchService().run(for: .milliseconds(Int64(seconds * 1000)))
        let spent = (processorSeconds() - before) / -began.timeIntervalSinceNow
        let pages = (try? String(contentsOfFile: "/proc/self/statm", encoding: .utf8))?.split(separator: " ")
        let resident = pages.flatMap { $0.count > 1 ? Double($0[1]) : nil } ?? .nan
        print(spent, resident * Double(sysconf(Int32(_SC_PAGESIZE))) / 1_048_576)
    }

    private static func processorSeconds() -> Double {
        var usage = rusage()
        getrusage(__rusage_who_t(0), &usage)
        return Double(usage.ru_utime.tv_sec + usage.ru_stime.tv_sec)
            + Double(usage.ru_utime.tv_usec + usage.ru_stime.tv_usec) / 1e6
    }
}
