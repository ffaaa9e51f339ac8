import Foundation

// usage: Bench RESULTS PEERS.py PYTHON COMPANION [depth|routes|maps|replay …]
// What cannot be measured says so; whatever is measured, the end is 0.
let arguments = CommandLine.arguments
guard arguments.count > 4 else {
    print("usage: Bench RESULTS PEERS.py PYTHON COMPANION [depth|routes|maps|replay …]")
    exit(2)
}
let folder = NSTemporaryDirectory() + "/companion-bench-\(ProcessInfo.processInfo.processIdentifier)"
try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
defer { try? FileManager.default.removeItem(atPath: folder) }

let isThere = FileManager.default.isExecutableFile(atPath: arguments[3])
let peers = Peers(python: isThere ? arguments[3] : nil, script: arguments[2], folder: folder)
var table = BenchTable()

/// The parts of the bench; a new row of the page of goals is a line here and a type of its own.
let parts: [(name: String, run: (inout BenchTable) throws -> Void)] = [
    ("depth", DepthBench(peers: peers).run),
    ("routes", RouteBench(peers: peers).run),
    ("maps", MapBench().run),
    ("replay", ReplayBench(companion: arguments[4], folder: folder).run),
]
let wanted = arguments.dropFirst(5)
for part in parts where wanted.isEmpty || wanted.contains(part.name) {
    do { try part.run(&table) } catch { print("\(part.name) could not be measured: \(error)") }
}
let text = table.markdown(machine: BenchTable.machine())
try text.write(toFile: arguments[1], atomically: true, encoding: .utf8)
print("\nThe table is in \(arguments[1]).")
