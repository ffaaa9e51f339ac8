import Foundation

// usage: Bench RESULTS PEERS.py PYTHON COMPANION [depth|payloads|routes|maps|replay|latency|rest|start …]
// What cannot be measured says so; whatever is measured, the end is 0. Each part runs in a process of its own, with a
// limit: Bench --part NAME ROWS PEERS.py PYTHON COMPANION. As a busy core and as a service at rest it calls itself: Bench
// --busy SECONDS, Bench --rest SECONDS. The voice is BenchVoice, beside it.

/// Measures one part in this process.
func measure(_ part: BenchPart, rows: String, peers: String, python: String, companion: String) throws {
    let folder = NSTemporaryDirectory() + "/companion-bench-\(ProcessInfo.processInfo.processIdentifier)"
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let isThere = FileManager.default.isExecutableFile(atPath: python)
    var table = BenchTable(path: rows)
    let place = BenchPart.Place(
        peers: Peers(python: isThere ? python : nil, script: peers, folder: folder), companion: companion,
        folder: folder)
    do { try part.run(place, into: &table) } catch { print("\(part.rawValue) could not be measured: \(error)") }
}

/// Measures parts one after the other, and writes the table after each.
func measureAll(_ parts: [BenchPart], results: String, words: [String]) throws {
    let rows = results + ".rows"
    try? FileManager.default.removeItem(atPath: rows)
    defer { try? FileManager.default.removeItem(atPath: rows) }
    var cutShort: [String] = []
    for (index, part) in parts.enumerated() {
        print("bench: \(part.rawValue), \(index + 1) of \(parts.count), \(part.limitMinutes) minutes at the most")
        fflush(nil)
        if try !part.runApart(words, rows: rows) { cutShort.append(part.rawValue) }
        let text = BenchTable.markdown(
            machine: BenchTable.machine(), cells: BenchTable.cells(in: rows), cutShort: cutShort)
        try text.write(toFile: results, atomically: true, encoding: .utf8)
    }
    for part in cutShort { print("bench: \(part) came to no end and was left") }
    print("\nThe table is in \(results).")
}

let words = Array(CommandLine.arguments.dropFirst())
switch words.first {
case "--busy" where words.count == 2: LatencyBench.keepBusy(seconds: Double(words[1]) ?? 1)
case "--rest" where words.count == 2: try RestBench.serve(seconds: Double(words[1]) ?? 1)
case "--part" where words.count == 6:
    guard let part = BenchPart(rawValue: words[1]) else { exit(2) }
    try measure(part, rows: words[2], peers: words[3], python: words[4], companion: words[5])
default:
    let named = words.dropFirst(4).map { BenchPart(rawValue: $0) }
    guard words.count >= 4, !named.contains(nil) else {
        print(
            "usage: Bench RESULTS PEERS.py PYTHON COMPANION "
                + "[\(BenchPart.allCases.map(\.rawValue).joined(separator: "|")) …]")
        exit(2)
    }
    let chosen = named.compactMap { $0 }
    try measureAll(
        chosen.isEmpty ? BenchPart.allCases : chosen, results: words[0], words: Array(words[1..<4]))
}
