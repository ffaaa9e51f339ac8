import Evidence
import Foundation
import Testing

/// The programs that emulate devices and drive them, and whether they were built.
enum Emulation {
    /// The folder of the program that runs this test.
    static let folder: String = {
        let test = (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")) ?? ""
        return (test as NSString).deletingLastPathComponent
    }()

    /// Whether umockdev was there when the tests were built.
    static let isPresent = FileManager.default.isExecutableFile(atPath: folder + "/EmulatedDevices")

    /// What a skipped test prints.
    static let absence = "umockdev is not installed (libumockdev-dev): no driver was run on an emulated device"

    /// What is loaded before a client of a testbed: the preload, and whatever these tests were given themselves.
    static let preload = [ProcessInfo.processInfo.environment["LD_PRELOAD"], "libumockdev-preload.so.0"]
        .compactMap { $0 }.joined(separator: " ")

    /// What turns a program into a client of a testbed.
    ///
    /// The preload aborts a client whose testbed has gone before it, and nobody wants to wait for its backtrace.
    static func environment(_ folder: String) -> [String: String] {
        ["UMOCKDEV_DIR": folder, "LD_PRELOAD": preload, "SWIFT_BACKTRACE": "enable=no"]
    }

    /// Records what a sanitizer has found in a program, if one was built into it.
    static func checkSanitizers(_ outcome: Companion.Outcome) {
        if outcome.errors.contains("Sanitizer") { Issue.record("\(outcome.errors)") }
    }
}

/// The parent of the tests that run the camera's driver on emulated devices: one at a time, for they look at times.
@Suite(.serialized, .ownThreads, .enabled(if: Emulation.isPresent, "\(Emulation.absence)")) struct DeviceTests {}

/// The parent of the tests that run the barometer's driver, likewise; each has a testbed of its own.
@Suite(.serialized, .ownThreads, .enabled(if: Emulation.isPresent, "\(Emulation.absence)")) struct BusTests {}

/// The parent of the tests that run the whole program, a row for each suite.
@Suite(.ownThreads, .enabled(if: Emulation.isPresent, "\(Emulation.absence)")) struct ProgramOnDevicesTests {}

/// One testbed with its devices, for one test.
final class EmulatedBench {
    /// The emulator.
    let emulator: RunningProgram
    /// Where its clients find it.
    let folder: String
    private var answers = 0

    /// The emulator did not start.
    struct Silence: Error {
        var errors: String
    }

    /// Starts the emulator and gives it its first commands.
    init(_ commands: String...) throws {
        emulator = try RunningProgram(Emulation.folder + "/EmulatedDevices", [])
        guard
            emulator.wait(
                limit: Patience.wait, until: { $0.output.hasPrefix("UMOCKDEV_DIR=") && $0.output.contains("\n") })
        else {
            throw Silence(errors: emulator.errors)
        }
        folder = String(emulator.output.dropFirst("UMOCKDEV_DIR=".count).prefix { $0 != "\n" })
        for command in commands { try tell(command) }
    }

    deinit {
        emulator.closeInput()
        Emulation.checkSanitizers(emulator.end(limit: Patience.wait))
    }

    /// Gives a command and waits for its answer.
    @discardableResult
    func tell(_ command: String) throws -> String {
        answers += 1
        emulator.write(command + "\n")
        let count = answers
        let isAnswered = emulator.wait(limit: Patience.wait) { $0.output.filter { $0 == "\n" }.count > count }
        let lines = emulator.output.split(separator: "\n")
        try #require(isAnswered && lines.count > count, "\(command): no answer; \(emulator.errors)")
        let answer = String(lines[count])
        try #require(!answer.hasPrefix("error"), "\(command): \(answer)")
        return answer
    }

    /// What a camera has seen.
    func counts(camera: Int = 0) throws -> [String: Int] {
        let answer = try tell("counts camera=\(camera)")
        return try JSONDecoder().decode([String: Int].self, from: Data(answer.utf8))
    }

    /// Starts a client of the testbed.
    func start(_ program: String, _ words: [String] = []) throws -> RunningProgram {
        try RunningProgram(
            Emulation.folder + "/" + program, words, environment: Emulation.environment(folder), needs: self)
    }
}

/// A camera source that runs on an emulated bench.
final class CameraTrial {
    /// One line that it printed.
    struct Line: Decodable {
        var t: Double
        var state, words, delivery: String?
        var frame, number, width, height, sum, levels: Int?
        var arrival, camera, longest: Double?
        var status, fault, title, mode, serial, firmware, trust: String?
        var unit, focal: Double?
        var notes: [String]?
        var delivered, dropped, malformed, lost, clearings, restarts, resets, reconnects, abandoned, glitches: Int?
        var withoutConfidence, confidenceRestarts: Int?
        var confidenceFault: String?
        var descriptors, threads, resident: Int?
        var cameras: [Listed]?
    }

    /// A camera in a list.
    struct Listed: Decodable {
        var title: String
        var speed: String
        var modes: Int
        var refusal, mode: String?
        var notes: [String]
    }

    /// The program.
    let program: RunningProgram

    /// Starts it.
    init(on bench: EmulatedBench, _ words: String...) throws {
        program = try bench.start("DriverTrial", words)
    }

    deinit { Emulation.checkSanitizers(stop()) }

    /// All that it has printed.
    var lines: [Line] {
        program.output.split(separator: "\n").compactMap { try? JSONDecoder().decode(Line.self, from: Data($0.utf8)) }
    }

    /// The frames that were handed over.
    var frames: [Line] { lines.filter { $0.frame != nil } }

    /// Every state in its order, however short it was, without the opening with which each camera begins.
    var states: [String] { lines.compactMap(\.state).filter { $0 != "opening" } }

    /// What the source answered in turn, without what it answers while it waits for the first frame.
    var deliveries: [String] { lines.compactMap(\.delivery).filter { $0 != "nothing" } }

    /// The longest time between two frames, in seconds.
    var longestGap: Double {
        let times = frames.compactMap(\.arrival)
        return zip(times, times.dropFirst()).map { $1 - $0 }.max() ?? 0
    }

    /// Waits until something holds of its lines.
    func wait(_ limit: Double = Patience.wait, until holds: ([Line]) -> Bool) -> Bool {
        program.wait(limit: limit) { _ in holds(self.lines) }
    }

    /// Waits for so many more frames.
    func waitForFrames(_ count: Int, limit: Double = Patience.wait) -> Bool {
        let before = frames.count
        return program.wait(limit: limit) { _ in self.frames.count >= before + count }
    }

    /// Waits until it was in a state so many times.
    func waitForState(_ state: String, times: Int = 1, limit: Double = Patience.wait) -> Bool {
        program.wait(limit: limit) { _ in self.states.filter { $0 == state }.count >= times }
    }

    /// Waits until the source answered so.
    func waitForDelivery(_ delivery: String) -> Bool {
        program.wait(limit: Patience.wait) { _ in self.deliveries.contains(delivery) }
    }

    /// What stands on the board now.
    func status(limit: Double = Patience.wait) throws -> Line {
        let before = lines.filter { $0.status != nil }.count
        program.write("status\n")
        let isThere = wait(limit) { $0.filter { $0.status != nil }.count > before }
        return try #require(isThere ? lines.last { $0.status != nil } : nil, "no status; \(program.errors)")
    }

    /// Ends it, and gives how.
    func stop() -> Companion.Outcome {
        program.write("stop\n")
        program.closeInput()
        return program.end(limit: Patience.wait)
    }
}
