import Evidence
import Foundation
import Testing

@Suite(.enabled(if: Companion.isPresent, "\(Companion.absence)")) struct RecordedRunTests {
    private static let size = ["--width", "640", "--height", "480"]

    /// Lays the two real frames out by turns, so that no frame repeats the one before.
    private func layRealFrames(_ count: Int, in folder: String, badAt bad: Int? = nil) throws {
        for index in 0..<count {
            let name = "data/depth/d435-640x480-\(index % 2 == 0 ? 169 : 170).z16"
            var bytes = try #require(Files.read(SharedData.path(name)))
            if index == bad { bytes.removeLast(7) }
            Files.write(bytes, to: folder + "/frame-\(1000 + index).z16")
        }
    }

    private func run(_ words: [String], in folder: String, limit: Double = 60) throws -> Companion.Outcome {
        try Companion.run(["run", "--from"] + words, in: folder, limit: limit)
    }

    @Test(.enabled(if: SharedData.isPresent, "\(SharedData.absence)"))
    func `Real frames give their real distance, as fast as it goes`() throws {
        try Files.withTemporaryFolder { folder in
            try layRealFrames(24, in: folder)
            let outcome = try run([folder, "--fast", "--rate", "6"] + Self.size, in: folder)
            #expect(outcome.status == 0 && outcome.errors.isEmpty, "\(outcome.errors)")
            #expect(outcome.output.contains("“Ready.”"), "\(outcome.output)")
            let alerts = outcome.lines.filter { $0.contains("(proximity,") }
            #expect(alerts.first?.contains("“0.6 metres. Something ahead.”") ?? false, "\(alerts)")
        }
    }

    @Test(.enabled(if: SharedData.isPresent, "\(SharedData.absence)"))
    func `Real frames are spoken in real time, by their index`() throws {
        try ServiceBench.with { bench in
            let walk = bench.folder + "/walk"
            try FileManager.default.createDirectory(atPath: walk, withIntermediateDirectories: true)
            try layRealFrames(30, in: walk, badAt: 12)
            let rows = (0..<30).map { "\(100 + Double($0) / 10),frame-\(1000 + $0).z16" }
            Files.write((["t,file"] + rows).joined(separator: "\n"), to: walk + "/index.csv")
            let began = Date()
            let outcome = try bench.start(["--from", "walk"] + Self.size).end(limit: 30)
            let took = Date().timeIntervalSince(began)
            #expect(outcome.status == 0, "\(outcome.errors)")
            #expect(took > 2.8 && took < 9 * Slowness.factor, "\(took)")
            #expect(bench.spoken.contains("Ready."))
            #expect(bench.spoken.contains("0.6 metres. Something ahead."), "\(bench.spoken)")
            #expect(outcome.errors.contains("A depth frame was malformed"), "\(outcome.errors)")
            // A program that looks at every access to memory is too slow for ten such frames a second.
            let isSlow = Slowness.factor > 1
            #expect(isSlow || !bench.spoken.contains { $0.contains("unavailable") }, "\(bench.spoken)")
        }
    }

    @Test(
        .enabled(if: SharedData.isPresent, "\(SharedData.absence)"),
        arguments: [("stairs-six-floors", 5), ("walk-two-levels", 4), ("walk-one-level-a", 0), ("walk-one-level-b", 0)])
    func `Real walks through real buildings give their changes of floor`(name: String, count: Int) throws {
        try Files.withTemporaryFolder { folder in
            let log = try #require(Files.read(SharedData.path("data/barometer/\(name).csv")))
            Files.write(log, to: folder + "/pressure.csv")
            let outcome = try run([folder, "--fast", "--json"], in: folder)
            #expect(outcome.status == 0)
            #expect(outcome.lines.filter { $0.contains(#""type":"floor","event":"changed""#) }.count == count)
            #expect(
                outcome.lines.filter { $0.contains(#""kind":"floorChanged""#) && $0.contains(#""say""#) }.count == count
            )
            #expect(outcome.errors.contains("no groups were given"))
        }
    }

    @Test func `Frames as PNG need no size, and the configuration decides the alert`() throws {
        try Files.withTemporaryFolder { folder in
            for index in 0..<8 {
                let samples = (0..<64).map { UInt16(1_270 + $0 % 7 + index) }
                Files.write(SmallPNG.depth(width: 8, height: 8, samples: samples), to: folder + "/f\(index).png")
            }
            Files.write("{ depth: { threshold: 2 } }", to: folder + "/c.json5")
            let quiet = try run([folder, "--fast"], in: folder)
            let loud = try run([folder, "--fast", "--config", "c.json5"], in: folder)
            #expect(!quiet.output.contains("ahead.") && quiet.output.contains("“Ready.”"))
            #expect(loud.output.contains("“1.2 metres. Something ahead."), "\(loud.output)")
        }
    }

    @Test func `A bad frame in the middle is malformed, counted, and stops nothing`() throws {
        try Files.withTemporaryFolder { folder in
            for index in 0..<30 {
                let samples = (0..<64).map { UInt16(700 + $0 % 7 + index) }
                var png = SmallPNG.depth(width: 8, height: 8, samples: samples)
                if index == 9 { png.removeLast(40) }
                Files.write(png, to: folder + "/f\(100 + index).png")
            }
            let outcome = try run([folder, "--fast", "--rate", "10"], in: folder)
            #expect(outcome.status == 0)
            #expect(
                outcome.errors.contains("1 frame could not be read") && outcome.errors.contains("f109.png"),
                "\(outcome.errors)")
            #expect(
                outcome.output.contains("0.7 metres") && !outcome.output.contains("unavailable"), "\(outcome.output)")
        }
    }

    @Test(arguments: [
        ("", "index.csv:1: "), ("t,file\n", "nothing to play"), ("t,file\n0,a.png\n1\n", "index.csv:3: "),
        ("t,file\n0,a.png\n-1,a.png\n", "index.csv:3: t goes back"), ("t,file\nx,a.png\n", "index.csv:2: "),
        ("t,file\n0,../a.png\n", "index.csv:2: "), ("t,file\n0,/etc/passwd\n", "index.csv:2: "),
        ("t,name\n0,a.png\n", "index.csv:1: "), ("t,file\n0,nowhere.png\n", "nowhere.png"),
    ])
    func `An index that is wrong is refused with its line`(index: String, words: String) throws {
        try Files.withTemporaryFolder { folder in
            Files.write(SmallPNG.depth(width: 2, height: 2, samples: [1, 2, 3, 4]), to: folder + "/a.png")
            Files.write(index, to: folder + "/index.csv")
            let outcome = try run([folder, "--fast", "--json"], in: folder)
            #expect(outcome.status == 2)
            #expect(outcome.errors.contains(words), "\(outcome.errors)")
            #expect(outcome.errors.contains(" — "), "\(outcome.errors)")
            #expect(outcome.output.hasPrefix(#"{"error":{"code":""#))
        }
    }

    @Test func `A folder that is empty, missing or holds raw frames of no size says what to do`() throws {
        try Files.withTemporaryFolder { folder in
            let empty = try run([folder, "--fast"], in: folder)
            #expect(empty.status == 2 && empty.errors.contains("holds nothing to play — put depth frames"))
            #expect(try run([folder + "/nowhere", "--fast"], in: folder).status == 2)
            Files.write([UInt8](repeating: 0, count: 128), to: folder + "/a.z16")
            let raw = try run([folder, "--fast"], in: folder)
            #expect(raw.status == 2 && raw.errors.contains("width and height"), "\(raw.errors)")
            Files.write("t,hPa\n0,x\n", to: folder + "/pressure.csv")
            let log = try run([folder, "--fast", "--width", "8", "--height", "8"], in: folder)
            #expect(log.status == 2 && log.errors.contains("pressure.csv: line 2: "), "\(log.errors)")
        }
    }

    @Test func `As fast as it goes, a configuration with a mistake is refused`() throws {
        try Files.withTemporaryFolder { folder in
            Files.write("t,hPa\n0,1013\n", to: folder + "/pressure.csv")
            Files.write("{ unts: 1 }", to: folder + "/c.json5")
            let outcome = try run([folder, "--fast", "--config", "c.json5"], in: folder)
            #expect(outcome.status == 2 && outcome.errors.contains("did you mean units?"), "\(outcome.errors)")
        }
    }
}
