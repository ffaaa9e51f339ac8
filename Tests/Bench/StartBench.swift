import Evidence
import Foundation

/// From the start of the program to the first turn of its loop, which is all ours, and to "Ready.".
struct StartBench {
    let companion: String
    let folder: String

    func run(into table: inout BenchTable) throws {
        guard FileManager.default.isExecutableFile(atPath: companion) else { return }
        let path = folder + "/start.json5"
        let scenario = """
            { walk: [{ at: [0, 0], heading: 0, pause: 30 }], walls: [{ start: [3, -6], end: [3, 6] }],
              camera: { width: 80, height: 60, rate: 30, disparityNoise: 0.02 }, barometer: false }
            """
        try scenario.write(toFile: path, atomically: true, encoding: .utf8)
        try "{ speech: { hooks: [[\"/bin/cat\"]] } }".write(
            toFile: folder + "/companion.json5", atomically: true, encoding: .utf8)
        var (turns, ready): ([Double], [Double]) = ([], [])
        for number in 0..<Stopwatch.repetitions {
            guard let socket = NotifySocket("@companion-bench-\(ProcessInfo.processInfo.processIdentifier)-\(number)")
            else { return }
            let times = try once(socket, scenario: path)
            turns.append(times.turn)
            ready.append(times.ready)
        }
        table.add(
            BenchRow(
                what: "start to the first turn of the loop", size: "", ours: Stopwatch.median(turns), against: "50 ms",
                theirs: 50_000, goal: .atMost(1)))
        table.add(
            BenchRow(
                what: "start to “Ready.”, sensors there", size: "a camera of 30 frames a second",
                ours: Stopwatch.median(ready), against: "300 ms", theirs: 300_000, goal: .atMost(1)))
    }

    /// Microseconds from the start to what the service manager is told first, and to the word; NaN where it never came.
    private func once(_ socket: NotifySocket, scenario: String) throws -> (turn: Double, ready: Double) {
        let began = DispatchTime.now().uptimeNanoseconds
        func passed() -> Double { Double(DispatchTime.now().uptimeNanoseconds - began) / 1000 }
        let process = Process()
        process.executableURL = URL(fileURLWithPath: companion)
        process.arguments = ["run", "--config", folder + "/companion.json5", "--no-control", "--simulate", scenario]
        process.environment = [
            "NOTIFY_SOCKET": socket.name, "PATH": "/usr/bin:/bin", "STATE_DIRECTORY": folder + "/state",
        ]
        let pipe = Pipe()
        process.standardOutput = pipe
        process.standardError = FileHandle.nullDevice
        try process.run()
        var times = (turn: Double.nan, ready: Double.nan)
        if socket.next(limit: 10_000) != nil { times.turn = passed() }
        var text = ""
        while !text.contains("Ready."), passed() < 1e7 {
            var set = pollfd(fd: pipe.fileHandleForReading.fileDescriptor, events: Int16(POLLIN), revents: 0)
            guard poll(&set, 1, 10_000) > 0 else { break }
            let data = pipe.fileHandleForReading.availableData
            if data.isEmpty { break }
            text += String(decoding: data, as: UTF8.self)
        }
        if text.contains("Ready.") { times.ready = passed() }
        process.terminate()
        process.waitUntilExit()
        return times
    }
}
