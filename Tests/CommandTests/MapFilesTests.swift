import Evidence
import Foundation
import Testing

/// The built command on large and hostile map files: bounded time, bounded memory, a clear answer.
@Suite(
    .serialized, .ownThreads,
    .enabled(if: BuiltCommand.isPresent, "the command is not built: large and hostile files not tried"))
struct MapFilesTests {
    /// A ladder of two long corridors with a rung at every landmark, of about `count` connections.
    private func ladder(_ count: Int) -> String {
        let length = count / 3
        var landmarks: [String] = []
        var connections: [String] = []
        func connect(_ from: String, _ to: String) {
            connections.append(
                """
                {"id":"\(from)-\(to)","from":"\(from)","to":"\(to)","direction":"both","kind":"path",\
                "instruction":"Go from \(from) to \(to).","returnInstruction":"Go from \(to) to \(from).",\
                "stepFree":"confirmed","availability":"available","verification":{"status":"unverified"}}
                """)
        }
        for index in 0..<length {
            for (row, y) in [("n", 0), ("s", 3)] {
                landmarks.append(
                    "{\"id\":\"\(row)\(index)\",\"name\":\"\(row) \(index)\",\"kind\":\"\(index == 0 ? "entrance" : "junction")\",\"position\":{\"x\":\(index),\"y\":\(y)}}"
                )
                if index > 0 { connect("\(row)\(index - 1)", "\(row)\(index)") }
            }
            connect("n\(index)", "s\(index)")
        }
        return """
            {"format":"companion.place","version":1,"id":"ladder","name":"Ladder","scannedAt":"2026-01-01T00:00:00Z",\
            "kind":"surveyed","landmarks":[\(landmarks.joined(separator: ","))],\
            "connections":[\(connections.joined(separator: ","))]}
            """
    }

    @Test func `A hundred thousand connections are checked and routed`() throws {
        try Files.withTemporaryFolder { folder in
            let path = folder + "/ladder.json"
            #expect(Files.write(ladder(100_000), to: path))
            let check = try BuiltCommand.run(["map", "check", path, "--json"], limit: 120)
            #expect(check.status == 0 && check.output.hasPrefix("{\"valid\":true"), "\(check.output.prefix(300))")
            let route = try BuiltCommand.run(
                ["map", "route", path, "--from", "n0", "--to", "s33000", "--json"], limit: 120)
            #expect(route.status == 0 && route.output.contains("\"cost\":33003"), "\(route.output.prefix(300))")
            let none = try BuiltCommand.run(["map", "route", path, "--from", "n0", "--to", "x", "--json"], limit: 120)
            #expect(none.status == 1 && none.output.contains("unknownLandmark"))
            print("100,000 connections: check \(check.seconds) s, route \(route.seconds) s")
        }
    }

    /// What is no map at all, and the code that it is refused with.
    private static let hostile: [(name: String, bytes: @Sendable () -> [UInt8], codes: [String])] = [
        ("nested", { Array(repeating: 0x5B, count: 10 << 20) }, ["tooDeep", "malformedJSON"]),
        ("not UTF-8", { Array("{\"format\":\"".utf8) + [0xC3, 0x28] + Array("\"}".utf8) }, ["invalidUTF8"]),
        ("a key that is not UTF-8", { Array("{\"".utf8) + [0xFF] + Array("\":1}".utf8) }, ["invalidUTF8"]),
        ("a key twice", { Array("{\"format\":\"companion.place\",\"format\":\"x\"}".utf8) }, ["duplicateKey"]),
        ("cut off", { Array("{\"format\":".utf8) }, ["malformedJSON"]),
        ("empty", { [] }, ["malformedJSON"]),
        ("UTF-16", { [0xFF, 0xFE, 0x7B, 0, 0x7D, 0] }, ["invalidUTF8", "malformedJSON"]),
    ]

    @Test(arguments: hostile.indices)
    func `What is no document is refused with exit 2, where and why`(index: Int) throws {
        let (name, bytes, codes) = Self.hostile[index]
        try Files.withTemporaryFolder { folder in
            let path = folder + "/map.json"
            #expect(Files.write(bytes(), to: path))
            let result = try BuiltCommand.run(["map", "check", path, "--json"], limit: 30)
            #expect(result.status == 2, "\(name)")
            #expect(codes.contains { result.output.contains("\"code\":\"\($0)\"") }, "\(name): \(result.output)")
            #expect(result.output.utf8.count < 4096 && result.output.contains("\"at\""), "\(name)")
        }
    }

    @Test func `A file without an end is refused, and not read to it`() throws {
        let result = try BuiltCommand.run(["map", "check", "/dev/zero", "--json"], limit: 30)
        #expect(result.status == 2)
        #expect(result.output.contains("tooLarge") || result.output.contains("malformedJSON"), "\(result.output)")
    }

    @Test(arguments: [
        ("\"displayLength\":7", "\"displayLength\":1e400", "negativeLength"),
        ("\"stepFree\":\"confirmed\"", "\"stepFree\":\"confirmed\",\"cost\":1e400", "negativeCost"),
        ("\"name\":\"n 1\"", "\"name\":\"" + String(repeating: "n", count: 5 << 20) + "\"", "textTooLong"),
    ])
    func `What breaks a limit inside a map is a finding, exit 1`(old: String, new: String, code: String) throws {
        try Files.withTemporaryFolder { folder in
            let path = folder + "/map.json"
            let map = ladder(9).replacingOccurrences(
                of: "\"availability\"", with: "\"displayLength\":7,\"availability\"")
            #expect(map.contains(old))
            #expect(Files.write(map.replacingOccurrences(of: old, with: new), to: path))
            let result = try BuiltCommand.run(["map", "check", path, "--json"], limit: 30)
            #expect(result.status == 1)
            #expect(result.output.contains(code), "\(result.output.prefix(400))")
            #expect(result.output.utf8.count < 20_000, "a long text is not printed back")
        }
    }
}

/// The command as it was built beside the tests.
private enum BuiltCommand {
    static let path: String = {
        let root = #filePath.split(separator: "/", omittingEmptySubsequences: false).dropLast(3)
        return root.joined(separator: "/") + "/.build/release/companion"
    }()

    static let isPresent = FileManager.default.isExecutableFile(atPath: path)

    struct Result {
        var status: Int32
        var output: String
        var seconds: Double
    }

    struct TookTooLong: Error {}

    /// Runs it with at most 1.5 GiB of memory; it is ended after `limit` seconds.
    static func run(_ arguments: [String], limit: Double) throws -> Result {
        try Files.withTemporaryFolder { folder in
            let process = Process()
            process.executableURL = URL(fileURLWithPath: "/bin/sh")
            process.arguments =
                ["-c", "ulimit -v 1572864; exec \"$0\" \"$@\" > '\(folder)/out' 2> '\(folder)/err'", path] + arguments
            let began = DispatchTime.now().uptimeNanoseconds
            try process.run()
            while process.isRunning {
                if Double(DispatchTime.now().uptimeNanoseconds - began) / 1e9 > limit {
                    process.terminate()
                    throw TookTooLong()
                }
                usleep(5_000)
            }
            return Result(
                status: process.terminationStatus, output: Files.text(folder + "/out") ?? "",
                seconds: Double((DispatchTime.now().uptimeNanoseconds - began) / 1_000_000) / 1000)
        }
    }
}
