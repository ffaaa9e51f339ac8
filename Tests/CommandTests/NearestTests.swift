import Documents
import Evidence
import Foundation
import Testing

@Suite(.enabled(if: Companion.isPresent, "\(Companion.absence)")) struct NearestTests {
    private static let d435 = ["d435-640x480-169.z16", "d435-640x480-170.z16"]
    private static let rooms = (0..<5).map { "room-\($0).png" }
    private static let size = ["--width", "640", "--height", "480"]

    /// What the independent script says of a file: the reading with its digits, usable, considered.
    private func oracle(_ name: String, _ options: [String]) throws -> String {
        let script = SharedData.path("oracles/nearest_surface.py")
        let words = [script, SharedData.path("data/depth/\(name)")] + options
        let run = try Companion.run(
            program: "/usr/bin/env", ["python3"] + words, input: nil, in: nil, environment: [:], limit: 60)
        try #require(run.status == 0, "\(run.errors)")
        let answer = try #require(
            try JSONSerialization.jsonObject(with: Data(run.output.utf8)) as? [String: Any])
        let reading = (answer["reading"] as? NSNumber).map { "\($0)" } ?? "null"
        let reason = (answer["reason"] as? String).map { "\"\($0)\"" } ?? "null"
        let (usable, considered) = (answer["usable"] ?? "", answer["considered"] ?? "")
        return "\"reading\":\(reading),\"reason\":\(reason),\"usable\":\(usable),\"considered\":\(considered)}"
    }

    @Test(
        .enabled(if: SharedData.isPresent, "\(SharedData.absence)"),
        arguments: [[], ["--roi", "full"], ["--roi", "0.3x0.9", "--unit", "0.0005"]])
    func `Every real frame gives what the independent script gives, to the last digit`(options: [String]) throws {
        for name in Self.d435 + Self.rooms {
            let options = options + (name.hasSuffix(".z16") ? Self.size : [])
            let path = SharedData.path("data/depth/\(name)")
            let run = try Companion.run(["nearest", path, "--json"] + options)
            #expect(run.status == 0)
            let expected = try oracle(name, options)
            #expect(run.output == "{\"file\":\"\(path)\"," + expected + "\n")
        }
    }

    /// A flat raw frame of 8 × 8 samples.
    private func plane(_ sample: UInt16, count: Int = 64) -> [UInt8] {
        (0..<count).flatMap { _ in [UInt8(sample & 255), UInt8(sample >> 8)] }
    }

    @Test func `Of several files a bad one gives its error in its place, and the rest still read`() throws {
        try Files.withTemporaryFolder { folder in
            Files.write(plane(800), to: folder + "/a.raw")
            Files.write(plane(800, count: 63), to: folder + "/b.raw")
            Files.write(plane(1_250), to: folder + "/c.raw")
            let run = try Companion.run(
                ["nearest", "a.raw", "b.raw", "nowhere.raw", "c.raw", "--json", "--width", "8", "--height", "8"],
                in: folder)
            #expect(run.status == 2)
            try #require(run.lines.count == 4, "\(run.output)")
            #expect(run.lines[0] == #"{"file":"a.raw","reading":0.8,"reason":null,"usable":16,"considered":16}"#)
            #expect(run.lines[1].hasPrefix(#"{"error":{"code":"badImage","message":"b.raw: holds 126 bytes"#))
            #expect(run.lines[1].hasSuffix(#""at":"b.raw"}}"#))
            #expect(run.lines[2].contains(#""at":"nowhere.raw""#))
            #expect(run.lines[3] == #"{"file":"c.raw","reading":1.25,"reason":null,"usable":16,"considered":16}"#)
            #expect(run.errorLines.count == 2 && run.errorLines.allSatisfy { $0.hasPrefix("companion: ") })
            let text = try Companion.run(
                ["nearest", "a.raw", "b.raw", "c.raw", "--width", "8", "--height", "8"], in: folder)
            #expect(text.status == 2)
            #expect(
                text.lines == ["a.raw: 0.8 m (16 of 16 samples usable)", "c.raw: 1.25 m (16 of 16 samples usable)"])
        }
    }

    @Test func `No reading is an answer`() throws {
        try Files.withTemporaryFolder { folder in
            Files.write(plane(0), to: folder + "/a.raw")
            let words = ["nearest", "a.raw", "--width", "8", "--height", "8"]
            let run = try Companion.run(words + ["--json"], in: folder)
            #expect(run.status == 0 && run.errors.isEmpty)
            #expect(
                run.output == #"{"file":"a.raw","reading":null,"reason":"tooFewUsable","usable":0,"considered":16}"#
                    + "\n")
            #expect(try Companion.run(words, in: folder).output.contains("no reading"))
        }
    }

    @Test func `Confidence decides what is usable, by name or number`() throws {
        try Files.withTemporaryFolder { folder in
            Files.write(plane(900), to: folder + "/a.raw")
            Files.write([UInt8](repeating: 1, count: 64), to: folder + "/a.conf")
            func usable(_ level: String) throws -> String {
                try Companion.run(
                    [
                        "nearest", "a.raw", "--width", "8", "--height", "8", "--confidence", "a.conf",
                        "--min-confidence", level, "--json",
                    ], in: folder
                ).output
            }
            for (level, count) in [("low", 16), ("0", 16), ("medium", 16), ("1", 16), ("high", 0), ("2", 0)] {
                let answer = try usable(level)
                #expect(answer.contains("\"usable\":\(count)"), "\(level): \(answer)")
            }
            let unknown = try usable("3")
            #expect(unknown.contains(#""code":"usage""#))
        }
    }

    @Test(arguments: [
        ("truncated.png", "ends early"), ("colour.png", "not a grey image"), ("bits.png", "8 bits"),
        ("short.raw", "holds"), ("long.raw", "holds"), ("empty.raw", "holds 0 bytes"), ("empty.png", "PNG"),
        ("missing.png", "No such file"), ("folder", "not a regular file"),
    ])
    func `What is no depth image is refused by its own name`(name: String, words: String) throws {
        try Files.withTemporaryFolder { folder in
            let grey = SmallPNG.image(bits: 16, colour: 0, width: 8, height: 8)
            Files.write(Array(grey.dropLast(30)), to: folder + "/truncated.png")
            Files.write(SmallPNG.image(bits: 16, colour: 2, width: 8, height: 8), to: folder + "/colour.png")
            Files.write(SmallPNG.image(bits: 8, colour: 0, width: 8, height: 8), to: folder + "/bits.png")
            Files.write(plane(800, count: 63), to: folder + "/short.raw")
            Files.write(plane(800, count: 65), to: folder + "/long.raw")
            Files.write([UInt8](), to: folder + "/empty.raw")
            Files.write([UInt8](), to: folder + "/empty.png")
            try FileManager.default.createDirectory(atPath: folder + "/folder", withIntermediateDirectories: true)
            let run = try Companion.run(["nearest", name, "--json", "--width", "8", "--height", "8"], in: folder)
            #expect(run.status == 2)
            #expect(run.lines.count == 1 && run.output.hasPrefix(#"{"error":{"code":"badImage","#))
            #expect(run.errorLines.count == 1 && run.errors.hasPrefix("companion: \(name)"))
            #expect(run.errors.contains(words), "\(run.errors)")
            #expect(run.errors.contains(" — "), "\(run.errors)")
        }
    }

    @Test func `A sound small PNG reads`() throws {
        try Files.withTemporaryFolder { folder in
            Files.write(SmallPNG.image(bits: 16, colour: 0, width: 8, height: 8), to: folder + "/a.png")
            let run = try Companion.run(["nearest", "a.png"], in: folder)
            #expect(run.output == "a.png: 1.285 m (16 of 16 samples usable)\n")
        }
    }

    @Test(arguments: [
        ["--width", "8"], ["--height", "8"], ["--roi", "0.5"], ["--roi", "0x1"], ["--roi", "1.5x1"],
        ["--roi", "nanx1"], ["--unit", "0"], ["--unit", "-1"], ["--unit", "inf"], ["--unit", "x"],
        ["--width", "0", "--height", "8"], ["--width", "-3", "--height", "8"], ["--width", "8.5", "--height", "8"],
        ["--min-confidence", "very"], ["--roi"], ["--width", "8", "--width", "8", "--height", "8"],
    ])
    func `An option that cannot be is bad usage, before any file is read`(options: [String]) throws {
        let run = try Companion.run(["nearest", "nowhere.raw"] + options + (options.count == 1 ? [] : ["--json"]))
        #expect(run.status == 2)
        #expect(run.errorLines.count == 1)
        #expect(run.errors.hasPrefix("companion: ") && run.errors.contains(" — "), "\(run.errors)")
        #expect(!run.errors.contains("nowhere"), "\(run.errors)")
        if options.count > 1 { #expect(run.output.hasPrefix(#"{"error":{"code":"usage","#)) }
    }

    @Test func `A name with quotes and line breaks is still one line of JSON`() throws {
        try Files.withTemporaryFolder { folder in
            let name = "a\"b\n\u{1}ü.raw"
            Files.write(plane(900), to: folder + "/" + name)
            let run = try Companion.run(["nearest", name, "--width", "8", "--height", "8", "--json"], in: folder)
            #expect(run.lines.count == 1)
            let object = try JSONSerialization.jsonObject(with: Data(run.output.utf8)) as? [String: Any]
            #expect(object?["file"] as? String == name)
        }
    }

    @Test func `What the configuration says of depth is obeyed`() throws {
        try Files.withTemporaryFolder { folder in
            Files.write(plane(900), to: folder + "/a.raw")
            Files.write("{ depth: { maximum: 0.85, threshold: 0.5, regionWidth: 1 } }", to: folder + "/c.json5")
            let run = try Companion.run(
                ["nearest", "a.raw", "--width", "8", "--height", "8", "--config", "c.json5", "--json"], in: folder)
            #expect(run.output.contains(#""reading":null,"reason":"tooFewUsable","usable":0,"considered":32"#))
        }
    }
}
