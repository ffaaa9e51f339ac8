import Deciding
import Evidence
import Foundation
import Pairing
import Platform
import Readings
import Testing

/// The directory of the local network, with a real Avahi daemon in a network of its own.
struct AvahiTests {
    private static let programs = ["unshare", "ip", "dbus-daemon", "avahi-daemon", "avahi-browse", "avahi-publish"]
    private static let isPossible =
        getuid() == 0 && programs.allSatisfy { ChildEnvironment.program($0) != nil }
    private static let absence: Comment = "needs root, unshare and Avahi: the local network's directory was not asked"
    static let bench = ProcessInfo.processInfo.environment["COMPANION_AVAHI_BENCH"]

    /// This very program again, with the tests of ``AvahiBenchTests`` alone, inside the bench.
    @Test(.enabled(if: isPossible && bench == nil, absence))
    func `the tests with an Avahi daemon pass in a network of their own`() throws {
        let arguments = try #require(Files.read("/proc/self/cmdline")).split(separator: 0).map {
            String(decoding: $0, as: UTF8.self)
        }
        let script = (#filePath as NSString).deletingLastPathComponent + "/avahi-bench.sh"
        let words = ["-k", "5", "300", "unshare", "--net", "--mount", "--pid", "--fork", "--kill-child", script]
        let run = try Companion.run(
            program: try #require(ChildEnvironment.program("timeout")), words + Self.filtered(arguments), input: nil,
            in: nil, environment: [:], limit: 90)
        let text = run.output + run.errors
        #expect(run.status == 0, "\(text.suffix(6000))")
        #expect(text.contains("Suite AvahiBenchTests passed"), "\(text.suffix(2000))")
    }

    private static func filtered(_ arguments: [String]) -> [String] {
        var kept: [String] = []
        var skipsNext = false
        for argument in arguments {
            if skipsNext {
                skipsNext = false
            } else if ["--filter", "--skip"].contains(argument) {
                skipsNext = true
            } else if !argument.hasPrefix("--filter=") && !argument.hasPrefix("--skip=") {
                kept.append(argument)
            }
        }
        return kept + ["--filter", "AvahiBenchTests"]
    }
}

/// Only inside the bench.
@Suite(.serialized, .ownThreads, .enabled(if: AvahiTests.bench != nil, "runs inside AvahiTests"))
struct AvahiBenchTests {
    /// What an independent browser sees: each instance with its TXT record.
    private static func browse() throws -> [String: String] {
        let text = try Companion.run(
            program: "/usr/bin/avahi-browse", ["-rpt", "_companion._tcp"], input: nil, in: nil, environment: [:],
            limit: 60
        ).output
        var seen: [String: String] = [:]
        for line in text.split(separator: "\n") where line.hasPrefix("=") {
            let cells = line.split(separator: ";", omittingEmptySubsequences: false).map(String.init)
            let name = cells[3].replacingOccurrences(of: "\\032", with: " ").replacingOccurrences(
                of: "\\039", with: "'")
            seen[name] = cells[9]
        }
        return seen
    }

    private func withDoor(_ name: String = "Companion", _ body: (DoorBench) throws -> Void) throws {
        try Files.withTemporaryFolder { folder in
            let bench = try DoorBench(in: folder, name: name) { $0.discovery = { AvahiDiscovery.open($0, $1) } }
            defer { #expect(bench.door.end(limit: .seconds(20))) }
            try body(bench)
        }
    }

    private func wait(_ bench: DoorBench, _ what: Comment, until isSo: ([String: String]) -> Bool) throws {
        try bench.wait(what) { ((try? Self.browse()).map(isSo)) ?? false }
    }

    @Test func `the robot is announced while pairing is open, with a version and a random id, and not before or after`()
        throws
    {
        try withDoor { bench in
            try wait(bench, "nothing at first") { $0.isEmpty }
            try bench.open()
            try wait(bench, "the robot's name") { seen in
                let texts = (seen["Companion"] ?? "").split(separator: " ").map(String.init).sorted()
                return texts.count == 2 && texts[0].hasPrefix("\"i=") && texts[0].count == 20 && texts[1] == "\"v=1\""
            }
            try bench.wait { bench.door.status.announcedName == "Companion" && bench.door.status.hasDiscovery }
            _ = try bench.ask(.close).get()
            try wait(bench, "nothing afterwards") { $0.isEmpty }
        }
    }

    @Test func `a paired device finds a name of sixteen digits, and nothing else that could be followed`() throws {
        try withDoor { bench in
            var phone = try TestPhone()
            try phone.pair(bench)
            _ = try bench.ask(.close).get()
            try wait(bench, "the find name alone") { seen in
                seen.count == 1 && seen.values.first == "\"v=1\""
                    && (seen.keys.first ?? "").allSatisfy(\.isHexDigit) && seen.keys.first?.count == 16
            }
            let record = try #require(try bench.directory.devices.read().records.first)
            let name = try #require(try Self.browse().keys.first)
            #expect(!record.secret.contains(name) && !record.id.contains(name) && !record.fingerprint.contains(name))
            _ = try bench.ask(.remove(device: phone.id)).get()
            try wait(bench, "nothing of a removed device") { $0.isEmpty }
        }
    }

    @Test func `openthread/ot-br-posix#949: a name that is taken is followed by another, which is said and shown`()
        throws
    {
        try withDoor { first in
            try first.open()
            try wait(first, "the first robot") { $0["Companion"] != nil }
            try withDoor { second in
                try second.open()
                try wait(second, "both robots") { $0["Companion"] != nil && $0["Companion 2"] != nil }
                try second.wait { second.door.status.announcedName == "Companion 2" }
                #expect(second.notices == ["That name is taken on this network. Phones see me as Companion 2."])
            }
        }
    }

    @Test func `avahi/avahi#117: a robot whose name has become another is found by its find name and known by its key`()
        throws
    {
        try withDoor { other in
            try Files.withTemporaryFolder { folder in
                let discovery: @Sendable (ServiceLog, MonotonicClock) -> (any Discovering)? = {
                    AvahiDiscovery.open($0, $1)
                }
                var phone = try TestPhone()
                let before = try DoorBench(in: folder, name: "Robot") { $0.discovery = discovery }
                try phone.pair(before)
                #expect(before.door.end(limit: .seconds(20)))
                let after = try DoorBench(in: folder, name: "Robot-2") { $0.discovery = discovery }
                defer { #expect(after.door.end(limit: .seconds(20))) }
                try wait(after, "the find name") { seen in seen.keys.contains { $0.count == 16 } }
                let (connection, _) = try phone.link(after)
                connection.close()
            }
        }
    }

    @Test func `a daemon that went away and came back has everything announced again`() throws {
        try withDoor { bench in
            try bench.open()
            try wait(bench, "the robot's name") { $0["Companion"] != nil }
            try Self.run("/usr/sbin/avahi-daemon", ["--kill"])
            try bench.wait { !bench.door.status.hasDiscovery }
            try Self.run(try #require(AvahiTests.bench) + "/daemon", [])
            try bench.wait("announced again", limit: .seconds(30)) { (try? Self.browse())?["Companion"] != nil }
        }
    }

    private static func run(_ program: String, _ words: [String]) throws {
        _ = try Companion.run(program: program, words, input: nil, in: nil, environment: [:], limit: 60)
    }

    @Test func `a phone that wants to be asked is listed while pairing is open, and paired when its owner allows`()
        throws
    {
        try withDoor { bench in
            let phone = try AskedPhone()
            let words = [
                "-s", "--subtype=_phone._sub._companion._tcp", "Kim's phone", "_companion._tcp", "\(phone.port)", "v=1",
            ]
            let announcing = try RunningProgram("/usr/bin/avahi-publish", words)
            defer { announcing.send(SIGTERM) }
            try bench.open()
            try bench.wait("the phone is near") { bench.door.status.near == ["Kim's phone"] }
            _ = try bench.ask(.ask(phone: "Kim's phone")).get()
            let digits = try phone.answer(bench)
            #expect(digits.robot == digits.phone)
            try bench.wait("the phone is kept") { bench.door.status.devices.map(\.name) == ["Kim's phone"] }
            let shown = (digits.robot ?? "").map(String.init).joined(separator: " ")
            #expect(
                bench.notices == [
                    "Kim's phone should show \(shown). Allow it there.", "Kim's phone is paired.",
                    "If Kim's phone did not show \(shown), remove it again.",
                ])
        }
    }
}
