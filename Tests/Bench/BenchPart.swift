import Foundation

/// A part of the bench: a new row of the page of goals is a line here and a type of its own.
enum BenchPart: String, CaseIterable {
    case depth
    case payloads
    case routes
    case maps
    case replay
    case latency
    case rest
    case start

    /// The minutes after which a part is ended, whatever it does.
    var limitMinutes: Int {
        switch self {
        case .routes: 40
        case .maps: 30
        default: 10
        }
    }

    /// Where things are.
    struct Place {
        var peers: Peers
        var companion: String
        var folder: String
    }

    /// Measures, in this process.
    func run(_ place: Place, into table: inout BenchTable) throws {
        switch self {
        case .depth: try DepthBench(peers: place.peers).run(into: &table)
        case .payloads: PayloadBench().run(into: &table)
        case .routes: try RouteBench(peers: place.peers).run(into: &table)
        case .maps: try MapBench(peers: place.peers).run(into: &table)
        case .replay: ReplayBench(companion: place.companion, folder: place.folder).run(into: &table)
        case .latency: try LatencyBench(folder: place.folder).run(into: &table)
        case .rest: try RestBench().run(into: &table)
        case .start: try StartBench(companion: place.companion, folder: place.folder).run(into: &table)
        }
    }

    /// Measures in a process of its own, and ends it at the limit; false where it came to no end of its own.
    func runApart(_ words: [String], rows: String) throws -> Bool {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/timeout")
        process.arguments = ["-k", "5", "\(limitMinutes)m", CommandLine.arguments[0], "--part", rawValue, rows] + words
        try process.run()
        process.waitUntilExit()
        return process.terminationStatus == 0
    }
}
