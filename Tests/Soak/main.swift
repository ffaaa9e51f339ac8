import Announcing
import Evidence
import Foundation
import Platform

// usage: Soak [--minutes N] [--seed N] [--frames-every N] [--results FILE] [--deaf KIND]
// Simulated minutes through the decision core and the service's own parts, one fault in each. Ends with 0 where
// everything was said as the rules want it, 1 where something was not, 2 where it is asked for wrongly.
struct SoakOptions {
    var minutes = 24 * 60
    var seed: UInt64 = 1
    var framesEvery = 60
    var results: String?
    var deaf: AnnouncementKind?

    init?(_ words: [String]) {
        var rest = words[...]
        while let name = rest.popFirst() {
            guard let value = rest.popFirst() else { return nil }
            switch name {
            case "--minutes": minutes = Int(value) ?? 0
            case "--seed": seed = UInt64(value) ?? 0
            case "--frames-every": framesEvery = Int(value) ?? 0
            case "--results": results = value
            case "--deaf":
                deaf = AnnouncementKind(rawValue: value)
                if deaf == nil { return nil }
            default: return nil
            }
        }
        if !(1...100_000).contains(minutes) || framesEvery < 1 { return nil }
    }
}

/// Prints a line at once, also where somebody reads along through a pipe.
func tell(_ line: String) {
    print(line)
    fflush(nil)
}

/// The most that the memory may have grown by at the end, in KiB.
let memoryLimit = 8 * 1024

func soak(_ options: SoakOptions, in folder: String) throws -> Int32 {
    let log = ServiceLog(hasPriorities: false) { _ in true }
    let disk = try SoakDisk(folder: folder, log: log)
    let doors = try SoakDoors(folder: folder, log: log)
    defer {
        disk.end()
        doors.end()
    }
    guard
        var run = try SoakRun(
            seed: options.seed, framesEvery: options.framesEvery, deafTo: options.deaf, disk: disk, doors: doors)
    else {
        tell("soak: there is no profile of the camera")
        return 2
    }
    tell("soak: \(options.minutes) simulated minutes, seed \(options.seed)")
    let began = Date()
    let atStart = run.warmUp()
    var bodies: [SoakBody] = []
    for number in 0..<options.minutes {
        let (minute, faults) = run.minute(number)
        for fault in faults {
            tell("soak: minute \(number), \(minute.fault.rawValue)\(minute.isFrames ? ", in frames" : ""): \(fault)")
        }
        let isHour = (number + 1).isMultiple(of: 60)
        let isWarm = number + 1 == 2 * SoakFault.allCases.count
        if isHour || isWarm || number + 1 == options.minutes { bodies.append(.now()) }
        if isHour { tell("soak: hour \((number + 1) / 60), after \(Int(-began.timeIntervalSinceNow)) s") }
    }
    var report = run.report
    report.bodies = bodies
    return try conclude(report, options, wrong: atStart, seconds: -began.timeIntervalSinceNow)
}

/// Shows the table and what was wrong with the whole; gives how the program ends.
func conclude(_ report: SoakReport, _ options: SoakOptions, wrong atStart: [String], seconds: Double) throws -> Int32 {
    var wrong = atStart
    if report.growth.kibibytes > memoryLimit { wrong.append("memory grew by \(report.growth.kibibytes) KiB") }
    if report.growth.descriptors > 0 { wrong.append("\(report.growth.descriptors) descriptors were not closed") }
    if report.longestUntold > SoakLoop.watchdogLimit { wrong.append("the service manager was told nothing in time") }
    let text = report.markdown(minutes: options.minutes, seed: options.seed, seconds: seconds)
    tell("\n" + text)
    if let results = options.results { try text.write(toFile: results, atomically: true, encoding: .utf8) }
    wrong.forEach { tell("soak: \($0)") }
    let isWell = report.wrong == 0 && wrong.isEmpty
    tell(isWell ? "soak: everything was said as expected" : "soak: \(report.wrong) minutes were not as expected")
    return isWell ? 0 : 1
}

guard let options = SoakOptions(Array(CommandLine.arguments.dropFirst())) else {
    tell("usage: Soak [--minutes N] [--seed N] [--frames-every N] [--results FILE] [--deaf KIND]")
    exit(2)
}
exit(try Files.withTemporaryFolder { try soak(options, in: $0) })
