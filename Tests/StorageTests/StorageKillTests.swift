import Documents
import Evidence
import Foundation
import Platform
import Storage
import Testing
import Wayfinding

/// Writers that are killed in the middle of their work; serialised, for each takes a processor.
@Suite(.serialized) struct StorageKillTests {
    private static let isLong = ProcessInfo.processInfo.environment["COMPANION_LONG"] == "1"
    /// How many writers are killed, over all kinds of files.
    private static let kills = isLong ? 1000 : 60
    /// At least this share of the killed left something unfinished; else they were not killed in the act. A third does
    /// on a quiet machine, less on one that is slow to begin.
    private static let leastUnfinished = isLong ? kills / 10 : kills / 20

    /// Starts a writer and kills it at a random instant within its work, `most` after it began at the latest.
    private static func killWriter(_ what: String, _ path: String, most: Duration, _ random: inout SplitMix) throws {
        let child = try StorageProcess.start(what, path)
        usleep(UInt32(random.unit() * (most / .microseconds(1))))
        child.send(SIGKILL)
        #expect(
            child.wait(limit: .seconds(5)) == .signal(SIGKILL), "\(String(decoding: child.errorBytes, as: UTF8.self))")
    }

    /// What a killed writer left in the middle: temporary files, and marks of what was begun.
    private static func unfinished(_ folder: String) -> Int {
        let names = FileManager.default.subpaths(atPath: folder) ?? []
        return names.count {
            $0.contains(".new-") || $0.contains(".removed-") || $0.hasSuffix("-journal")
        }
    }

    /// The one round that every record of a list is of; nil where there is none yet, or they are mixed.
    private static func round(_ json: [JSONValue]) -> Int? {
        guard json.count == StorageProcess.recordCount, case .string(let name)? = json.first?["name"] else {
            return nil
        }
        guard json.allSatisfy({ $0["name"] == .string(name) }) else { return nil }
        return name.split(separator: " ").last.flatMap { Int($0) }
    }

    private final class Account {
        var killed = 0
        var unfinished = 0

        func note(_ path: String) {
            killed += 1
            if StorageKillTests.unfinished(path) > 0 { unfinished += 1 }
        }
    }

    /// Kills writers of a list of records: what is there afterwards is a state that one of them wrote, whole.
    private func killWriters<Record: StoredRecord>(
        _ what: String, _ file: (StateDirectory) -> RecordFile<Record>, _ account: Account, times: Int
    ) throws {
        var random = SplitMix(seed: UInt64(what.utf8.count))
        try StateWorld.run { world throws in
            for kill in 0..<times {
                try Self.killWriter(what, world.path, most: .milliseconds(40), &random)
                account.note(world.path)
                let reading = try file(world.directory).read()
                #expect(reading.damage.isEmpty, "kill \(kill)")
                let isWhole = reading.records.isEmpty || Self.round(reading.records.map(\.json)) != nil
                #expect(isWhole, "kill \(kill): \(reading.records.count) records")
            }
            let writer = try world.directory.writer()
            let loaded = try writer.load(file(world.directory))
            try writer.save(loaded.records, over: loaded, now: 0)
            #expect(Self.unfinished(world.path) == 0, "the next writer sweeps")
        }
    }

    /// Kills the first writer after damage: the damaged file is where it was, or kept under a dated name, or both.
    private func killSalvagers(_ account: Account, times: Int) throws {
        var random = SplitMix(seed: 3)
        for kill in 0..<times {
            try StateWorld.run { world throws in
                let damage = #"[{"floors":[],"id":"precious","name":"P"},{"id":"lost \#(kill)"#
                try world.put("buildings.json", damage)
                try Self.killWriter("groups", world.path, most: .milliseconds(15), &random)
                account.note(world.path)
                let kept = world.text("buildings.damaged-2026-11-30T101112Z.json")
                let now = try #require(world.text("buildings.json"))
                #expect(now == damage || kept == damage, "kill \(kill)")
                #expect(now == damage || RecordReading<GroupRecord>(Array(now.utf8)).damage.isEmpty, "kill \(kill)")
                #expect(kept == nil || kept == damage, "kill \(kill)")
                #expect(try world.names().count { $0.contains("damaged") } <= 1, "kill \(kill)")
            }
        }
    }

    /// Kills writers that take a place in, replace it and remove it: it is listed with a whole map, or it is gone.
    private func killMovers(_ account: Account, times: Int) throws {
        var random = SplitMix(seed: 5)
        try StateWorld.run { world throws in
            for kill in 0..<times {
                try Self.killWriter("places", world.path, most: .milliseconds(60), &random)
                account.note(world.path)
                let (places, damage) = try world.directory.places(now: 0)
                #expect(damage.isEmpty && places.count <= 1, "kill \(kill)")
                for place in places {
                    #expect(place.word == "ok", "kill \(kill)")
                    let names = Set((place.map?.landmarks ?? []).map(\.name))
                    #expect(
                        names.count == 1 && place.map?.landmarks.count == StorageProcess.recordCount, "kill \(kill)")
                }
            }
        }
    }

    /// Kills writers of observations: the file is whole, nothing is half there, and what was erased stays erased.
    private func killObservers(_ account: Account, times: Int) throws {
        var random = SplitMix(seed: 9)
        try StateWorld.run { world throws in
            for kill in 0..<times {
                try Self.killWriter("seen", world.path, most: .milliseconds(40), &random)
                account.note(world.path)
                let writer = try world.directory.writer()
                let (store, aside) = try writer.openSeen(now: 0)
                #expect(aside == nil, "kill \(kill)")
                let all = try store.all()
                #expect(all.allSatisfy { $0.text.hasSuffix(String(repeating: "x", count: 400)) }, "kill \(kill)")
                try store.append(at: 0, place: nil, kind: "k", text: String(repeating: "x", count: 400))
                #expect(Self.unfinished(world.path) == 0, "kill \(kill)")
            }
        }
    }

    @Test(.enabled(if: StorageProcess.program != nil, "StorageWriter is not built beside the tests"))
    func `balena-os/meta-balena#1983: killed at any instant, every store is in the old or the new state, whole`() throws
    {
        let account = Account()
        let part = Self.kills / 5
        try killWriters("groups", { $0.buildings }, account, times: part)
        try killWriters("devices", { $0.devices }, account, times: part)
        try killSalvagers(account, times: part)
        try killMovers(account, times: part)
        try killObservers(account, times: part)
        print("\(account.killed) kills, \(account.unfinished) left an unfinished write behind")
        #expect(account.killed == Self.kills)
        #expect(account.unfinished >= Self.leastUnfinished)
    }

    @Test(.enabled(if: StorageProcess.program != nil, "StorageWriter is not built beside the tests"))
    func `a second writer is refused with the process id of the first, readers are not, and a dead one holds nothing`()
        throws
    {
        try StateWorld.run { world throws in
            try world.take(StateWorld.map("a"))
            let child = try StorageProcess.start("hold", world.path)
            #expect(throws: StorageError.busy(folder: world.path, pid: child.pid)) {
                _ = try world.directory.writer()
            }
            let other = try ChildProcess([try #require(StorageProcess.program), "groups", world.path])
            #expect(other.wait(limit: .seconds(5)) == .exit(1))
            let words = String(decoding: other.errorBytes, as: UTF8.self)
            #expect(words.contains("process \(child.pid)"), "\(words)")
            #expect(try world.places().map(\.id) == ["a"])
            child.send(SIGKILL)
            #expect(child.wait(limit: .seconds(5)) == .signal(SIGKILL))
            try world.addGroup("Now")
        }
    }

    @Test func `one process takes the lock once, and again after letting go`() throws {
        try StateWorld.run { world throws in
            do {
                let first = try world.directory.writer()
                #expect(throws: StorageError.busy(folder: world.path, pid: getpid())) {
                    _ = try world.directory.writer()
                }
                _ = try first.load(world.directory.index)
            }
            _ = try world.directory.writer()
        }
    }
}

/// The writer that is started to be killed.
enum StorageProcess {
    /// As many records as it writes.
    static let recordCount = 1000

    /// The program beside this test, or nil where it is not built.
    static let program: String? = {
        guard let own = try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe") else { return nil }
        let path = (own as NSString).deletingLastPathComponent + "/StorageWriter"
        return FileManager.default.isExecutableFile(atPath: path) ? path : nil
    }()

    /// Starts it, and gives it once it has the lock.
    static func start(_ what: String, _ path: String) throws -> ChildProcess {
        let child = try ChildProcess([try #require(program), what, path])
        for _ in 0..<5000 where Files.text(path + "/lock") != "\(child.pid)\n" {
            child.service()
            guard child.end == nil else { break }
            usleep(1000)
        }
        return child
    }
}
