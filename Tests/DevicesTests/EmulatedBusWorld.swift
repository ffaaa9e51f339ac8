import Evidence
import Foundation
import Testing

/// An emulator of I2C buses and the programs that are run on them.
final class EmulatedBusWorld {
    private let emulator: RunningProgram
    private let folder: String
    private var answers = 1

    /// What is said where the programs are not there.
    static let absence: Comment =
        "umockdev is not installed (libumockdev-dev): no barometer was read on an emulated bus"

    /// Whether the programs were built beside these tests.
    static let isBuilt = program("EmulatedDevices") != nil && program("BarometerTrial") != nil

    private static func program(_ name: String) -> String? {
        guard let own = try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe") else { return nil }
        let path = (own as NSString).deletingLastPathComponent + "/" + name
        return FileManager.default.isExecutableFile(atPath: path) ? path : nil
    }

    /// Starts an emulator and gives it its first commands.
    init(_ commands: String...) throws {
        emulator = try RunningProgram(try #require(Self.program("EmulatedDevices")), [])
        #expect(emulator.wait(limit: Patience.wait) { $0.output.contains("\n") })
        let first = emulator.output.split(separator: "\n").first ?? ""
        folder = String(first.dropFirst("UMOCKDEV_DIR=".count))
        for command in commands { order(command) }
    }

    deinit {
        emulator.closeInput()
        _ = emulator.end(limit: Patience.wait)
    }

    /// Gives a command, waits until it is done, and gives the answer.
    @discardableResult
    func order(_ command: String) -> String {
        emulator.write(command + "\n")
        answers += 1
        let isDone = emulator.wait(limit: Patience.wait) { lines($0.output).count >= self.answers }
        let answer = isDone ? lines(emulator.output)[answers - 1] : "no answer"
        if !answer.hasPrefix("{") { #expect(answer == "ok", "\(command)") }
        return answer
    }

    /// A number of the account of a bus.
    func count(_ name: String, bus: Int = 1) -> Int {
        let object = try? JSONSerialization.jsonObject(with: Data(order("counts \(bus)").utf8)) as? [String: Int]
        return object?[name] ?? -1
    }

    /// Starts a trial on the emulated buses.
    func start(_ words: String...) throws -> Trial {
        Trial(try client(words))
    }

    /// Runs a scan to its end and gives its lines.
    func scan(_ words: String...) throws -> [String] {
        lines(try client(words).end(limit: Patience.wait).output)
    }

    private func client(_ words: [String]) throws -> RunningProgram {
        try RunningProgram(
            try #require(Self.program("BarometerTrial")), words, environment: Emulation.environment(folder),
            needs: self)
    }
}

private func lines(_ text: String) -> [String] {
    var lines = text.components(separatedBy: "\n")
    lines.removeLast()
    return lines
}

/// A barometer source under way in a program of its own.
final class Trial {
    private let program: RunningProgram

    init(_ program: RunningProgram) { self.program = program }

    /// The values so far, each with its time in seconds.
    var samples: [(time: Double, hectopascals: Double)] {
        lines(program.output).compactMap { line in
            let words = line.split(separator: " ")
            guard words.first == "sample", words.count == 3 else { return nil }
            return Double(words[1]).flatMap { time in Double(words[2]).map { (time, $0) } }
        }
    }

    /// The changes of state so far.
    var states: [String] { lines(program.output).filter { $0.hasPrefix("state ") }.map { String($0.dropFirst(6)) } }

    /// What was logged.
    var log: String { program.errors }

    /// Waits for so many values more than there are.
    func waitForSamples(_ count: Int, limit: Double = Patience.wait) -> Bool {
        let before = samples.count
        return program.wait(limit: limit) { _ in self.samples.count >= before + count }
    }

    /// Waits until the last state is this one.
    func waitForState(_ state: String, limit: Double = Patience.wait) -> Bool {
        program.wait(limit: limit) { _ in self.states.last == state }
    }

    /// Waits until something was logged.
    func waitForLog(_ text: String) -> Bool { program.wait(limit: Patience.wait) { $0.errors.contains(text) } }

    /// Ends it; the last lines by their first words.
    func end() -> [String: String] {
        program.closeInput()
        let outcome = program.end(limit: Patience.wait)
        #expect(outcome.status == 0)
        var last: [String: String] = [:]
        for line in lines(outcome.output) {
            let words = line.split(separator: " ", maxSplits: 1).map(String.init)
            if words.count == 2 { last[words[0]] = words[1] }
        }
        return last
    }
}
